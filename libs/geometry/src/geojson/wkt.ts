import { type Geometry, type Position, isPosition } from './geojson.js';

type Paths = readonly (readonly Position[])[];

/** The geometry as well-known text (OGC 06-103r4), with Z if every position has an altitude. */
export function wktOf(geometry: Geometry): string {
  if (geometry.type === 'GeometryCollection')
    return tagged('GEOMETRYCOLLECTION', geometry.geometries.map(wktOf));
  const hasZ = positionsOf(geometry).every(({ length }) => length > 2);
  const z = (position: Position): string => position.slice(0, hasZ ? 3 : 2).join(' ');
  const path = (positions: readonly Position[]): string => `(${positions.map(z).join(', ')})`;
  const paths = (lists: Paths): string => `(${lists.map(path).join(', ')})`;
  const name = `${geometry.type.toUpperCase()}${hasZ ? ' Z' : ''}`;
  switch (geometry.type) {
    case 'Point':
      return tagged(name, isPosition(geometry.coordinates) ? [z(geometry.coordinates)] : []);
    case 'MultiPoint':
    case 'LineString':
      return tagged(name, geometry.coordinates.map(z));
    case 'MultiLineString':
    case 'Polygon':
      return tagged(name, geometry.coordinates.map(path));
    case 'MultiPolygon':
      return tagged(name, geometry.coordinates.map(paths));
  }
}

function tagged(name: string, parts: readonly string[]): string {
  return parts.length > 0 ? `${name} (${parts.join(', ')})` : `${name.replace(' Z', '')} EMPTY`;
}

function positionsOf(geometry: Exclude<Geometry, { type: 'GeometryCollection' }>): readonly Position[] {
  switch (geometry.type) {
    case 'Point':
      return isPosition(geometry.coordinates) ? [geometry.coordinates] : [];
    case 'MultiPoint':
    case 'LineString':
      return geometry.coordinates;
    case 'MultiLineString':
    case 'Polygon':
      return geometry.coordinates.flat();
    case 'MultiPolygon':
      return geometry.coordinates.flat(2);
  }
}
