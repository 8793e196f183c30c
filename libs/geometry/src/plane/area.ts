import { type Vertex } from './vertex.js';

/** Twice the area of a ring in square degrees, positive for one that goes counterclockwise. */
export function doubleAreaOf(ring: readonly Vertex[]): number {
  const origin = ring[0];
  let before = ring.at(-1);
  if (origin === undefined || before === undefined) return 0;
  let sum = 0;
  for (const vertex of ring) {
    sum += (before.x - origin.x) * (vertex.y - origin.y) - (vertex.x - origin.x) * (before.y - origin.y);
    before = vertex;
  }
  return sum;
}
