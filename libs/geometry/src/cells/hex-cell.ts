import type * as H3 from 'h3-js';
import { cutAtAntimeridian } from '../clip/clip-to-bbox.js';
import { angleBetween, RADIANS } from '../distance/sphere.js';
import type { Geometry, Position } from '../geojson/geojson.js';
import { spelled } from '../plane/spelling.js';
import { unwrapAcross } from '../plane/unwrap.js';

/** The corners of a cell as H3 has them, counterclockwise and closed. */
export const boundaryOf = (h3: typeof H3, cell: string): readonly Position[] =>
  h3.cellToBoundary(cell, true).map(([longitude = 0, latitude = 0]): Position => [longitude, latitude]);

/** The area of a ring whose edges take the shorter way around the globe, cut at the antimeridian. */
export function cutRing(ring: readonly Position[]): Geometry {
  const whole: Geometry = { type: 'MultiPolygon', coordinates: [[spelled(unwrapAcross(ring))]] };
  return cutAtAntimeridian(whole) ?? whole;
}

/** In radians: 20 cm. */
const TOLERANCE = 3e-8;

/**
 * The area of a whole cell of H3. Its edges are great circles, which are curved in longitude and latitude. They are
 * divided into enough straight edges that a place lies in the area if H3 says so, except for some centimetres.
 */
export function hexCellArea(h3: typeof H3, cell: string): Geometry {
  const corners = boundaryOf(h3, cell);
  const ring = corners.flatMap((corner, index): readonly Position[] => {
    const before = corners[index - 1];
    return before === undefined ? [corner] : [...between(before, corner), corner];
  });
  return cutRing(ring);
}

/** Positions on the great circle between two, from which straight edges differ by less than the tolerance. */
function between(start: Position, end: Position): readonly Position[] {
  const middle = middleOnSphere(start, end);
  const [x, y] = middle;
  const straight = { x: start[0] + shorterWay(end[0] - start[0]) / 2, y: (start[1] + end[1]) / 2 };
  if (angleBetween({ x, y }, straight) < TOLERANCE) return [];
  return [...between(start, middle), middle, ...between(middle, end)];
}

const shorterWay = (step: number): number => step - 360 * Math.round(step / 360);

function middleOnSphere(one: Position, other: Position): Position {
  const [a, b] = [directionOf(one), directionOf(other)];
  const [x, y, z] = [a.x + b.x, a.y + b.y, a.z + b.z];
  return [Math.atan2(y, x) / RADIANS, Math.atan2(z, Math.hypot(x, y)) / RADIANS];
}

function directionOf([longitude, latitude]: Position) {
  const level = Math.cos(latitude * RADIANS);
  return {
    x: level * Math.cos(longitude * RADIANS),
    y: level * Math.sin(longitude * RADIANS),
    z: Math.sin(latitude * RADIANS),
  };
}
