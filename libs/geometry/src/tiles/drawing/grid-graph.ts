import { type Edges, sideOf, sweep } from './edge-sweep.js';
import { type GridPath } from './snap-path.js';

const OFFSET = 2 ** 20;
const ROW = 2 ** 22;

/** A position of the grid as one number. */
export type Node = number;

const nodeOf = (x: number, y: number): Node => (x + OFFSET) * ROW + (y + OFFSET);
export const xOf = (node: Node): number => Math.floor(node / ROW) - OFFSET;
export const yOf = (node: Node): number => (node % ROW) - OFFSET;

/** The edges that bound an area by the even-odd rule: an edge that comes twice is none. */
export class GridGraph {
  private readonly neighbours = new Map<Node, Set<Node>>();

  /** @param path A ring without its closing position. */
  addRing(path: GridPath): void {
    let before = nodeOf(path.at(-2) ?? 0, path.at(-1) ?? 0);
    for (let index = 0; index < path.length; index += 2) {
      const node = nodeOf(path[index] ?? 0, path[index + 1] ?? 0);
      this.toggle(before, node);
      before = node;
    }
  }

  toggle(one: Node, other: Node): void {
    if (one === other) return;
    this.toggleHalf(one, other);
    this.toggleHalf(other, one);
  }

  nodes(): Iterable<readonly [Node, ReadonlySet<Node>]> {
    return this.neighbours;
  }

  edges(): Edges {
    const found: number[] = [];
    for (const [node, others] of this.neighbours)
      for (const other of others) if (node < other) found.push(xOf(node), yOf(node), xOf(other), yOf(other));
    return Int32Array.from(found);
  }

  private toggleHalf(from: Node, to: Node): void {
    const others = this.neighbours.get(from);
    if (others === undefined) this.neighbours.set(from, new Set([to]));
    else if (!others.delete(to)) others.add(to);
    else if (others.size === 0) this.neighbours.delete(from);
  }
}

/** Rounding a crossing bends its edges, which may cross others then; it ends after a few rounds. */
const MAX_ROUNDS = 12;

/**
 * The edges that bound the rings' area, cut where they cross or touch, so that they meet at their ends alone; a crossing
 * between positions of the grid is moved to the nearest. `undefined` where there are too many.
 */
export function nodedGraph(rings: readonly GridPath[], maxCuts: number): GridGraph | undefined {
  let graph = new GridGraph();
  for (const ring of rings) graph.addRing(ring);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const edges = graph.edges();
    const cuts = cutsOf(edges, maxCuts);
    if (cuts === undefined) return undefined;
    if (cuts.size === 0) return graph;
    graph = cutGraph(edges, cuts);
  }
  return undefined;
}

/** For the offset of an edge, the nodes to cut it at. */
type Cuts = Map<number, Node[]>;

function cutsOf(edges: Edges, maxCuts: number): Cuts | undefined {
  const cuts: Cuts = new Map();
  let count = 0;
  const cut = (edge: number, x: number, y: number) => {
    if ((x === edges[edge] && y === edges[edge + 1]) || (x === edges[edge + 2] && y === edges[edge + 3]))
      return;
    count += 1;
    const known = cuts.get(edge);
    if (known === undefined) cuts.set(edge, [nodeOf(x, y)]);
    else known.push(nodeOf(x, y));
  };
  const touch = (edge: number, x: number, y: number) => {
    if (isBesideEdge(edges, [edge, x, y])) cut(edge, x, y);
  };
  const end = sweep(edges, (one, other) => {
    const [ax = 0, ay = 0, bx = 0, by = 0] = edges.subarray(one, one + 4);
    const [cx = 0, cy = 0, dx = 0, dy = 0] = edges.subarray(other, other + 4);
    const c = sideOf(edges, [one, cx, cy]);
    const d = sideOf(edges, [one, dx, dy]);
    const a = sideOf(edges, [other, ax, ay]);
    const b = sideOf(edges, [other, bx, by]);
    if (Math.sign(c) * Math.sign(d) < 0 && Math.sign(a) * Math.sign(b) < 0) {
      const part = a / (a - b);
      const [x, y] = [Math.round(ax + part * (bx - ax)), Math.round(ay + part * (by - ay))];
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
  const [ax = 0, ay = 0, bx = 0, by = 0] = edges.subarray(edge, edge + 4);
  return (x - ax) * (x - bx) <= 0 && (y - ay) * (y - by) <= 0;
}

function cutGraph(edges: Edges, cuts: Cuts): GridGraph {
  const graph = new GridGraph();
  for (let edge = 0; edge < edges.length; edge += 4) {
    const [ax = 0, ay = 0, bx = 0, by = 0] = edges.subarray(edge, edge + 4);
    const along = (node: Node) => (xOf(node) - ax) * (bx - ax) + (yOf(node) - ay) * (by - ay);
    const stops = [...(cuts.get(edge) ?? [])].sort((one, other) => along(one) - along(other) || one - other);
    let before = nodeOf(ax, ay);
    for (const stop of [...stops, nodeOf(bx, by)]) {
      graph.toggle(before, stop);
      before = stop;
    }
  }
  return graph;
}
