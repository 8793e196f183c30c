import type { Geometry, Position } from '@cairn/client';

/** A geometry that can be changed on the map. */
export type Drawable =
  | { type: 'Point'; coordinates: number[] }
  | { type: 'LineString'; coordinates: number[][] }
  | { type: 'Polygon'; coordinates: number[][][] };

/** Handles for more positions would make the map slow. */
const MAX_POSITIONS = 1_000;
/** A tenth of a millimetre. */
const DIGITS = 9;

/**
 * The geometry in the form that the map can edit, rounded to the digits that it draws. `undefined` for geometries that
 * it cannot draw or would change: several shapes in one, holes, altitudes, and very many positions.
 */
export function drawable(geometry: Geometry): Drawable | undefined {
  const { type } = geometry;
  if (type === 'Point') {
    const [position] = positions([geometry.coordinates]) ?? [];
    return position && { type, coordinates: position };
  }
  if (type === 'LineString') {
    const line = positions(geometry.coordinates);
    return line && { type, coordinates: line };
  }
  if (type !== 'Polygon' || geometry.coordinates.length !== 1) return undefined;
  const ring = positions(geometry.coordinates[0] ?? []);
  return ring && { type, coordinates: [ring] };
}

function positions(given: readonly Position[]): number[][] | undefined {
  if (given.length > MAX_POSITIONS || given.some((position) => position.length !== 2)) return undefined;
  return given.map((position) => position.map((degrees) => Number(degrees.toFixed(DIGITS))));
}
