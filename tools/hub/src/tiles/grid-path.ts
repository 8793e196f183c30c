import { EXTENT } from './tile-place.js';

/** Positions on the grid of a tile. */
export type Grid = readonly (readonly [number, number])[];

/** So far from it a shape may be, in units: a position is rounded to the grid, and an edge moves with its ends. */
export const TOLERANCE = 1;
/** So many positions of a feature are looked at in a tile. */
export const LOOKED_AT = 500;
/** Beyond a tile so much of a shape is drawn, in units, and a little more. */
export const NEAR = 70;

export const isInside = ([x, y]: readonly [number, number]): boolean =>
  x >= 0 && x < EXTENT && y >= 0 && y < EXTENT;

/** Not where shapes are cut off at the edge of the map or of the tile. */
export const isWellInside = ([x, y]: readonly [number, number]): boolean =>
  x > 2 && x < EXTENT - 2 && y > 2 && y < EXTENT - 2;

export function isNear(path: Grid): boolean {
  const [left, top, right, bottom] = boxOf(path);
  return right >= -NEAR && left <= EXTENT + NEAR && bottom >= -NEAR && top <= EXTENT + NEAR;
}

export function boxOf(
  path: Iterable<readonly [number, number, ...number[]]>,
): readonly [number, number, number, number] {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of path) {
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x), Math.max(bottom, y)];
  }
  return [left, top, right, bottom];
}

export function some<T>(items: readonly T[]): readonly T[] {
  const step = Math.max(1, Math.floor(items.length / LOOKED_AT));
  return items.filter((_, index) => index % step === 0);
}
