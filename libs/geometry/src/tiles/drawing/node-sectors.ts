import { type GridGraph } from './grid-graph.js';

/** The state of a node whose sectors have not been told apart yet. */
export const UNKNOWN = 2;

/** The edges around each node, its spokes, by their angle: those of node n from `start[n]` to before `start[n + 1]`. */
export interface Fans {
  readonly start: Int32Array;
  /** For each spoke, the node at its other end. */
  readonly target: Int32Array;
  /** For each spoke, the same edge as a spoke of the other node. */
  readonly twin: Int32Array;
  /** For each node, whether the area is between its first spoke and the second: 0, 1 or unknown. */
  readonly firstInside: Uint8Array;
}

export function fansOf({ xs, ys, from, to }: GridGraph): Fans {
  const start = startsOf(xs.length, [from, to]);
  const spokes = new Int32Array(from.length * 2);
  const filled = start.slice();
  const otherEnd = (half: number): number => (half % 2 === 0 ? to[half >> 1] : from[half >> 1]) ?? 0;
  for (let half = 0; half < spokes.length; half += 1) {
    const node = (half % 2 === 0 ? from[half >> 1] : to[half >> 1]) ?? 0;
    const place = filled[node] ?? 0;
    spokes[place] = half;
    filled[node] = place + 1;
  }
  for (let node = 0; node < xs.length; node += 1) {
    const [x = 0, y = 0] = [xs[node], ys[node]];
    const direction = (half: number): Direction => {
      const end = otherEnd(half);
      return [(xs[end] ?? 0) - x, (ys[end] ?? 0) - y];
    };
    spokes
      .subarray(start[node], start[node + 1])
      .sort((one, other) => byAngle(direction(one), direction(other)));
  }
  const places = new Int32Array(spokes.length);
  for (const [place, half] of spokes.entries()) places[half] = place;
  return {
    start,
    target: spokes.map(otherEnd),
    twin: spokes.map((half) => places[half ^ 1] ?? 0),
    firstInside: new Uint8Array(xs.length).fill(UNKNOWN),
  };
}

function startsOf(nodes: number, ends: readonly Int32Array[]): Int32Array {
  const start = new Int32Array(nodes + 1);
  for (const list of ends) for (const node of list) start[node + 1] = (start[node + 1] ?? 0) + 1;
  for (let node = 0; node < nodes; node += 1) start[node + 1] = (start[node + 1] ?? 0) + (start[node] ?? 0);
  return start;
}

type Direction = readonly [dx: number, dy: number];

/** From -180° on. */
function byAngle(one: Direction, other: Direction): number {
  const half = halfOf(one) - halfOf(other);
  return half === 0 ? other[0] * one[1] - one[0] * other[1] : half;
}

const halfOf = ([dx, dy]: Direction): number => (dy < 0 || (dy === 0 && dx < 0) ? 0 : 1);
