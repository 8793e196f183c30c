import { flatten } from '../geojson/flatten.js';
import {
  type Geometry,
  type Position,
  type Rings,
  type SimpleGeometry,
  isPosition,
} from '../geojson/geojson.js';
import { turnsInto } from './longitudes.js';
import { unwrapLine, unwrapPolygon } from './unwrap.js';
import { type Vertex } from './vertex.js';

/** A single point, a line, or the rings of one polygon with the exterior first, in the plane of degrees. */
export type PlanarPart =
  | { readonly kind: 'point'; readonly vertex: Vertex }
  | { readonly kind: 'line'; readonly path: readonly Vertex[] }
  | { readonly kind: 'polygon'; readonly rings: readonly (readonly Vertex[])[] };

/** The parts of a geometry, without empty ones. */
export function planarParts(geometry: Geometry): readonly PlanarPart[] {
  return geometry.type === 'GeometryCollection' ? [...flatten(geometry)].flatMap(partsOf) : partsOf(geometry);
}

function partsOf(geometry: SimpleGeometry): readonly PlanarPart[] {
  switch (geometry.type) {
    case 'Point':
      return isPosition(geometry.coordinates) ? [pointOf(geometry.coordinates)] : [];
    case 'MultiPoint':
      return geometry.coordinates.map(pointOf);
    case 'LineString':
      return linesOf([geometry.coordinates]);
    case 'MultiLineString':
      return linesOf(geometry.coordinates);
    case 'Polygon':
      return polygonsOf([geometry.coordinates]);
    case 'MultiPolygon':
      return polygonsOf(geometry.coordinates);
  }
}

function pointOf([longitude, y, z]: Position): PlanarPart {
  return { kind: 'point', vertex: { x: longitude + turnsInto(longitude, -180), y, z } };
}

function linesOf(lines: readonly (readonly Position[])[]): readonly PlanarPart[] {
  const filled = lines.filter(({ length }) => length > 0);
  return filled.map((positions) => ({ kind: 'line', path: unwrapLine(positions) }));
}

function polygonsOf(polygons: readonly Rings[]): readonly PlanarPart[] {
  const filled = polygons.filter(({ length }) => length > 0);
  return filled.map((rings) => ({ kind: 'polygon', rings: unwrapPolygon(rings) }));
}
