import { type Geometry, type Position, type Rings, isPosition } from './geojson.js';

const flat = ([longitude, latitude]: Position): Position => [longitude, latitude];
const flatPath = (path: readonly Position[]): readonly Position[] => path.map(flat);
const flatRings = (rings: Rings): Rings => rings.map(flatPath);

/** The geometry without altitudes; its other members stay. */
export function force2D(geometry: Geometry): Geometry {
  switch (geometry.type) {
    case 'Point':
      return isPosition(geometry.coordinates)
        ? { ...geometry, coordinates: flat(geometry.coordinates) }
        : geometry;
    case 'MultiPoint':
    case 'LineString':
      return { ...geometry, coordinates: flatPath(geometry.coordinates) };
    case 'MultiLineString':
    case 'Polygon':
      return { ...geometry, coordinates: flatRings(geometry.coordinates) };
    case 'MultiPolygon':
      return { ...geometry, coordinates: geometry.coordinates.map(flatRings) };
    case 'GeometryCollection':
      return { ...geometry, geometries: geometry.geometries.map(force2D) };
  }
}
