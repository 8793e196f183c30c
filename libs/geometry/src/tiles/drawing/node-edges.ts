import { type Edges, edgesOf, sideOf, sweep } from './edge-sweep.js';
import { edgesOfGraph, type GridGraph, gridGraph } from './grid-graph.js';
import { type GridPath } from './snap-path.js';

/** Rounding a crossing bends its edges, which may then cross others. Ends after a few rounds. */
const MAX_ROUNDS = 12;

/**
 * The edges that bound the rings' area, cut where they cross or touch, so that they meet at their ends alone; a crossing
 * between positions of the grid is moved to the nearest. `undefined` where there are too many.
 */
export function nodedGraph(rings: readonly GridPath[], maxCuts: number): GridGraph | undefined {
  let graph = gridGraph(edgesOf(rings));
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const edges = edgesOfGraph(graph);
    const cuts = cutsOf(edges, maxCuts);
    if (cuts === undefined) return undefined;
    if (cuts.size === 0) return graph;
    graph = gridGraph(cutEdges(edges, cuts));
  }
  return undefined;
}

type Place = readonly [x: number, y: number];

/** For the offset of an edge, the places to cut it at. */
type Cuts = Map<number, Place[]>;

function cutsOf(edges: Edges, maxCuts: number): Cuts | undefined {
  const cuts: Cuts = new Map();
  let count = 0;
  const cut = (edge: number, x: number, y: number) => {
    if ((x === edges[edge] && y === edges[edge + 1]) || (x === edges[edge + 2] && y === edges[edge + 3]))
      return;
    count += 1;
    const known = cuts.get(edge);
    if (known === undefined) cuts.set(edge, [[x, y]]);
    else known.push([x, y]);
  };
  const touch = (edge: number, x: number, y: number) => {
    if (isBesideEdge(edges, [edge, x, y])) cut(edge, x, y);
  };
  const end = sweep(edges, (one, other) => {
    const ax = edges[one] ?? 0;
    const ay = edges[one + 1] ?? 0;
    const bx = edges[one + 2] ?? 0;
    const by = edges[one + 3] ?? 0;
    const cx = edges[other] ?? 0;
    const cy = edges[other + 1] ?? 0;
    const dx = edges[other + 2] ?? 0;
    const dy = edges[other + 3] ?? 0;
    const c = sideOf(edges, [one, cx, cy]);
    const d = sideOf(edges, [one, dx, dy]);
    if ((c > 0 && d > 0) || (c < 0 && d < 0)) return false;
    const a = sideOf(edges, [other, ax, ay]);
    const b = sideOf(edges, [other, bx, by]);
    if ((a > 0 && b > 0) || (a < 0 && b < 0)) return false;
    if (a !== 0 && b !== 0 && c !== 0 && d !== 0) {
      const part = a / (a - b);
      const x = Math.round(ax + part * (bx - ax));
      const y = Math.round(ay + part * (by - ay));
      cut(one, x, y);
      cut(other, x, y);
    }
    if (c === 0) touch(one, cx, cy);
    if (d === 0) touch(one, dx, dy);
    if (a === 0) touch(other, ax, ay);
    if (b === 0) touch(other, bx, by);
    return count > maxCuts;
  });
  return end === 'done' ? cuts : undefined;
}

/** Whether a position on the line of an edge is between its ends. */
function isBesideEdge(edges: Edges, [edge, x, y]: readonly [edge: number, x: number, y: number]): boolean {
  const inX = (x - (edges[edge] ?? 0)) * (x - (edges[edge + 2] ?? 0));
  return inX <= 0 && (y - (edges[edge + 1] ?? 0)) * (y - (edges[edge + 3] ?? 0)) <= 0;
}

function cutEdges(edges: Edges, cuts: Cuts): Edges {
  const pieces: number[] = [];
  for (let edge = 0; edge < edges.length; edge += 4) {
    const [ax = 0, ay = 0, bx = 0, by = 0] = edges.subarray(edge, edge + 4);
    const along = ([x, y]: Place) => (x - ax) * (bx - ax) + (y - ay) * (by - ay);
    const stops = (cuts.get(edge) ?? []).toSorted(
      (one, other) => along(one) - along(other) || one[0] - other[0] || one[1] - other[1],
    );
    let before: Place = [ax, ay];
    for (const stop of [...stops, [bx, by] as const]) {
      pieces.push(...before, ...stop);
      before = stop;
    }
  }
  return Int32Array.from(pieces);
}
