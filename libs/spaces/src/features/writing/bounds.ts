import type { BoundingBox } from '@cairn/geometry';
import type { EmptyMiddle } from './content-summary.js';

const ANTIMERIDIAN = 180;

/**
 * One box around the boxes of features, west ≤ east. It has the whole width if a shape lies across the antimeridian. A
 * shape that only touches the antimeridian also has a box without width on its other side; that box counts to the
 * nearer side.
 */
export function boundsOf(boxes: Iterable<BoundingBox | undefined>): BoundingBox | undefined {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  let touches = false;
  for (const box of boxes) {
    if (box === undefined) continue;
    [south, north] = [Math.min(south, box[1]), Math.max(north, box[3])];
    if (box[0] === box[2] && Math.abs(box[0]) === ANTIMERIDIAN) touches = true;
    else [west, east] = [Math.min(west, box[0]), Math.max(east, box[2])];
  }
  if (south === Infinity) return undefined;
  if (west === Infinity) [west, east] = [ANTIMERIDIAN, ANTIMERIDIAN];
  if (touches && east < ANTIMERIDIAN && west > -ANTIMERIDIAN) {
    if (ANTIMERIDIAN - east > west + ANTIMERIDIAN) west = -ANTIMERIDIAN;
    else east = ANTIMERIDIAN;
  }
  return [west, south, east, north];
}

/**
 * The box across the antimeridian, with west > east (RFC 7946), if it is narrower than the bounds and the empty
 * longitudes between its sides are known; otherwise the bounds.
 */
export function narrowBounds(bounds: BoundingBox, empty: EmptyMiddle | undefined): BoundingBox {
  const [west, south, east, north] = bounds;
  const [least = -Infinity, most = Infinity] = empty ?? [];
  const isOnBothSides = west <= least && most <= east;
  return isOnBothSides && 360 - (most - least) < east - west ? [most, south, least, north] : bounds;
}
