import { type GridPath } from './snap-path.js';

/** Edges between positions of a grid, four numbers each: from x and y, to x and y. */
export type Edges = Int32Array;

/** The edges of rings, which are written without their closing position, ring after ring. */
export function edgesOf(rings: readonly GridPath[]): Edges {
  const edges = new Int32Array(rings.reduce((sum, ring) => sum + ring.length * 2, 0));
  let at = 0;
  for (const ring of rings) {
    let [ax = 0, ay = 0] = [ring.at(-2), ring.at(-1)];
    for (let index = 0; index < ring.length; index += 2) {
      const bx = ring[index] ?? 0;
      const by = ring[index + 1] ?? 0;
      edges[at] = ax;
      edges[at + 1] = ay;
      edges[at + 2] = bx;
      edges[at + 3] = by;
      at += 4;
      [ax, ay] = [bx, by];
    }
  }
  return edges;
}

/** Called with the offsets of two edges; `true` ends the sweep. */
export type PairVisitor = (one: number, other: number) => boolean;

/** Maximum pairs of edges that a sweep visits, per edge. */
const MAX_PAIRS_PER_EDGE = 400;
const MAX_PAIRS = 2_000_000;

/** How a sweep ended: all pairs visited, ended by the visitor, or too many pairs. */
export type SweepEnd = 'done' | 'ended' | 'too-many';

/** Visits the pairs of edges whose boxes meet, from west to east. */
export function sweep(edges: Edges, visit: PairVisitor): SweepEnd {
  const order = fromWest(edges);
  let left = Math.max(MAX_PAIRS, (edges.length / 4) * MAX_PAIRS_PER_EDGE);
  for (let first = 0; first < order.length; first += 1) {
    const one = order[first] ?? 0;
    const east = Math.max(edges[one] ?? 0, edges[one + 2] ?? 0);
    const north = Math.min(edges[one + 1] ?? 0, edges[one + 3] ?? 0);
    const south = Math.max(edges[one + 1] ?? 0, edges[one + 3] ?? 0);
    for (let second = first + 1; second < order.length; second += 1) {
      const other = order[second] ?? 0;
      const ax = edges[other] ?? 0;
      const bx = edges[other + 2] ?? 0;
      if (ax > east && bx > east) break;
      left -= 1;
      const ay = edges[other + 1] ?? 0;
      const by = edges[other + 3] ?? 0;
      if ((ay < north && by < north) || (ay > south && by > south)) continue;
      if (visit(one, other)) return 'ended';
    }
    if (left < 0) return 'too-many';
  }
  return 'done';
}

/** The offsets of the edges by where they start in the west. */
function fromWest(edges: Edges): Float64Array {
  const keys = new Float64Array(edges.length / 4);
  for (let index = 0; index < keys.length; index += 1) {
    const west = Math.min(edges[index * 4] ?? 0, edges[index * 4 + 2] ?? 0);
    keys[index] = (west + 2 ** 20) * 2 ** 28 + index * 4;
  }
  return keys.sort().map((key) => key % 2 ** 28);
}

/** On which side of an edge a position is: the sign, 0 on its line. */
export function sideOf(edges: Edges, [edge, x, y]: readonly [edge: number, x: number, y: number]): number {
  const ax = edges[edge] ?? 0;
  const ay = edges[edge + 1] ?? 0;
  return ((edges[edge + 2] ?? 0) - ax) * (y - ay) - (x - ax) * ((edges[edge + 3] ?? 0) - ay);
}
