import { type Geometry, type Position, type Rings } from '../geojson/geojson.js';
import { isContinuous, isPlain, isWide } from './longitudes.js';
import { unwrapLine, unwrapPolygon } from './unwrap.js';
import { type Vertex } from './vertex.js';

/**
 * The geometry with longitudes that can be read in one way only, even if any of its positions are left out later. Paths
 * across the antimeridian or with wide steps go on beyond 180, and rings around a pole run along it.
 */
export function plainlySpelled(geometry: Geometry): Geometry {
  const { type } = geometry;
  switch (type) {
    case 'Point':
    case 'MultiPoint':
      return geometry;
    case 'LineString':
      return isPlain(geometry.coordinates) ? geometry : { type, coordinates: lineOf(geometry.coordinates) };
    case 'MultiLineString':
      return geometry.coordinates.every(isPlain)
        ? geometry
        : { type, coordinates: geometry.coordinates.map(lineOf) };
    case 'Polygon':
      return isPlainPolygon(geometry.coordinates)
        ? geometry
        : { type, coordinates: polygonOf(geometry.coordinates) };
    case 'MultiPolygon':
      return geometry.coordinates.every(isPlainPolygon)
        ? geometry
        : { type, coordinates: geometry.coordinates.map(polygonOf) };
    case 'GeometryCollection':
      return { type, geometries: geometry.geometries.map(plainlySpelled) };
  }
}

/** Whether the rings can stay as they are: they can be read in one way only, and none goes around a pole. */
export const isPlainPolygon = (rings: Rings): boolean =>
  rings.every((ring) => isPlain(ring) && ring[0]?.[0] === ring.at(-1)?.[0]);

const lineOf = (line: readonly Position[]): readonly Position[] =>
  isPlain(line) ? line : spelled(unwrapLine(line));

const polygonOf = (rings: Rings): Rings =>
  isPlainPolygon(rings) ? rings : unwrapPolygon(rings).map(spelled);

/** The path as positions that can be read in one way only. */
export const spelled = (path: readonly Vertex[]): readonly Position[] =>
  asTheyAre(path.map(({ x, y, z }): Position => (z === undefined ? [x, y] : [x, y, z])));

/**
 * Positions whose steps are read as they are, including wide ones. If they could be read in another way, they are moved
 * by one turn.
 */
export function asTheyAre(path: readonly Position[]): readonly Position[] {
  const hasWideStep = path.some(([x], index) => isWide(x - (path[index - 1]?.[0] ?? x)));
  if (!hasWideStep || isContinuous(path)) return path;
  return path.map(([x, ...more]): Position => [x + 360, ...more]);
}
