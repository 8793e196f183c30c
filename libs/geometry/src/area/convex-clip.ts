import type { Position } from '../geojson/geojson.js';

/**
 * Clips a ring to a convex one, which winds counterclockwise and repeats its first position. If the result has several
 * parts, edges there and back connect them: its area is right, but do not draw its shape.
 */
export function insideConvex(ring: readonly Position[], convex: readonly Position[]): readonly Position[] {
  let inside = ring;
  for (const [index, to] of convex.entries()) {
    const from = convex[index - 1];
    if (from !== undefined) inside = leftOf(inside, from, to);
    if (inside.length === 0) break;
  }
  return inside;
}

/** Whether no corner of a ring that repeats its first position turns right, and any turns left. */
export function isConvex(ring: readonly Position[]): boolean {
  const corners = ring.slice(1);
  let turned = 0;
  for (const [index, corner] of corners.entries()) {
    const [before, behind] = [corners.at(index - 1), corners[(index + 1) % corners.length]];
    if (before === undefined || behind === undefined) continue;
    const turn = side(before, corner, behind);
    if (turn < -TOLERANCE) return false;
    turned += turn;
  }
  return turned > 0;
}

/** In square degrees: corners that are rounded to 1e-9 degrees may turn a little to the wrong side. */
const TOLERANCE = 1e-12;

function leftOf(ring: readonly Position[], from: Position, to: Position): readonly Position[] {
  const inside: Position[] = [];
  let before = ring.at(-1);
  if (before === undefined) return inside;
  let depthBefore = side(from, to, before);
  for (const position of ring) {
    const depth = side(from, to, position);
    if (depth >= 0 !== depthBefore >= 0) {
      const t = depthBefore / (depthBefore - depth);
      inside.push([before[0] + t * (position[0] - before[0]), before[1] + t * (position[1] - before[1])]);
    }
    if (depth >= 0) inside.push(position);
    [before, depthBefore] = [position, depth];
  }
  return inside;
}

/** Positive where a position lies left of the way from one to another. */
const side = (from: Position, to: Position, position: Position): number =>
  (to[0] - from[0]) * (position[1] - from[1]) - (to[1] - from[1]) * (position[0] - from[0]);
