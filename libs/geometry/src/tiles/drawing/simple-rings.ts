import { type Edges, edgesOf, sideOf, sweep } from './edge-sweep.js';
import { type GridPath } from './snap-path.js';

/** Whether no edge of the rings touches another, except for edges that follow each other in a ring. */
export function areSimple(rings: readonly GridPath[]): boolean {
  const edges = edgesOf(rings);
  const following = followersOf(rings);
  const end = sweep(edges, (one, other) => {
    if (following[one / 4] === other || following[other / 4] === one) return turnsBack(edges, one, other);
    return areInContact(edges, one, other);
  });
  return end === 'done';
}

/** For each edge, the offset of the one that follows it. */
function followersOf(rings: readonly GridPath[]): Int32Array {
  const followers = new Int32Array(rings.reduce((sum, { length }) => sum + length / 2, 0));
  let first = 0;
  for (const { length } of rings) {
    const count = length / 2;
    for (let index = 0; index < count; index += 1)
      followers[first + index] = (first + (index + 1 < count ? index + 1 : 0)) * 4;
    first += count;
  }
  return followers;
}

/** Whether two edges touch whose boxes meet. */
function areInContact(edges: Edges, one: number, other: number): boolean {
  const start = sideOf(edges, [one, edges[other] ?? 0, edges[other + 1] ?? 0]);
  const end = sideOf(edges, [one, edges[other + 2] ?? 0, edges[other + 3] ?? 0]);
  if ((start > 0 && end > 0) || (start < 0 && end < 0)) return false;
  const from = sideOf(edges, [other, edges[one] ?? 0, edges[one + 1] ?? 0]);
  const to = sideOf(edges, [other, edges[one + 2] ?? 0, edges[one + 3] ?? 0]);
  return !((from > 0 && to > 0) || (from < 0 && to < 0));
}

/** Whether of two edges that follow each other one lies on the other. */
function turnsBack(edges: Edges, one: number, other: number): boolean {
  const dx = (edges[one + 2] ?? 0) - (edges[one] ?? 0);
  const dy = (edges[one + 3] ?? 0) - (edges[one + 1] ?? 0);
  const toX = (edges[other + 2] ?? 0) - (edges[other] ?? 0);
  const toY = (edges[other + 3] ?? 0) - (edges[other + 1] ?? 0);
  return dx * toY === dy * toX && dx * toX + dy * toY < 0;
}
