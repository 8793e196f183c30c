import { boxAround } from './box.js';
import { type Edge, edgeOf } from './edge.js';
import { type EdgeNode, type EdgePath, FANOUT, follows, noEdges, noNodes } from './edge-tree.js';
import type { Vertex } from './vertex.js';

const NO_POLYGON = -1;

/** Edges and the tree over them as numbers, some 21 bytes for each edge that follows another one. */
export interface PackedEdges {
  /** An x and a y for each vertex. Edges that follow each other share one. */
  readonly vertices: Float64Array;
  /** For each run of edges that follow each other: its first edge, and its polygon or -1. */
  readonly runs: Int32Array;
  /** West, south, east and north of each node: first of those that hold edges, then level by level to the root. */
  readonly boxes: Float64Array;
}

const countOf = ({ vertices, runs }: PackedEdges): number => (vertices.length - runs.length) / 2;

export function packEdges(edges: readonly Edge[]): PackedEdges {
  const vertices: number[] = [];
  const runs: number[] = [];
  let last: Edge | undefined;
  for (const [index, edge] of edges.entries()) {
    if (last === undefined || last.polygon !== edge.polygon || !follows(edge, last)) {
      runs.push(index, edge.polygon ?? NO_POLYGON);
      vertices.push(edge.a.x, edge.a.y);
    }
    vertices.push(edge.b.x, edge.b.y);
    last = edge;
  }
  return {
    vertices: Float64Array.from(vertices),
    runs: Int32Array.from(runs),
    boxes: Float64Array.from(boxesOver(edges)),
  };
}

function boxesOver(edges: readonly Edge[]): readonly number[] {
  const boxes: number[] = [];
  let level = edges.length > 0 ? parentsOf(edges) : [];
  for (;;) {
    for (const { west, south, east, north } of level) boxes.push(west, south, east, north);
    if (level.length < 2) return boxes;
    level = parentsOf(level);
  }
}

function parentsOf(items: Parameters<typeof boxAround>[0]): ReturnType<typeof boxAround>[] {
  return Array.from({ length: Math.ceil(items.length / FANOUT) }, (_, index) =>
    boxAround(items.slice(index * FANOUT, (index + 1) * FANOUT)),
  );
}

/** The same tree as `edgeTreeOf` makes of the edges. What is looked at of it takes memory as long as the root is held. */
export function packedTreeOf(packed: PackedEdges): EdgeNode | undefined {
  let [count, start] = [Math.ceil(countOf(packed) / FANOUT), 0];
  if (count === 0) return undefined;
  const starts = [start];
  for (; count > 1; count = Math.ceil(count / FANOUT)) starts.push((start += count));
  return new PackedNode({ packed, starts }, { level: starts.length - 1, index: 0 });
}

interface Tree {
  readonly packed: PackedEdges;
  /** The number of the first node of each level. */
  readonly starts: readonly number[];
}

/** `index` is its number in its level; level 0 holds the edges. */
interface Address {
  readonly level: number;
  readonly index: number;
}

class PackedNode implements EdgeNode {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  private below: readonly PackedNode[] | undefined;
  private held: readonly Edge[] | undefined;

  constructor(
    private readonly tree: Tree,
    private readonly address: Address,
  ) {
    const at = 4 * ((tree.starts[address.level] ?? 0) + address.index);
    const { boxes } = tree.packed;
    this.west = boxes[at] ?? 0;
    this.south = boxes[at + 1] ?? 0;
    this.east = boxes[at + 2] ?? 0;
    this.north = boxes[at + 3] ?? 0;
  }

  get children(): readonly EdgeNode[] {
    return this.address.level === 0 ? noNodes : (this.below ??= this.nodesBelow());
  }

  get edges(): readonly Edge[] {
    return this.address.level > 0 ? noEdges : (this.held ??= this.edgesHeld());
  }

  get path(): EdgePath | undefined {
    const { packed } = this.tree;
    const [from, to] = this.range;
    const run = runOf(packed, from);
    const polygon = polygonOf(packed, run);
    if (polygon === undefined || to > firstOf(packed, run + 1)) return undefined;
    const { vertices } = packed;
    return { a: vertexAt(vertices, from + run), b: vertexAt(vertices, to + run), polygon };
  }

  /** From its first edge to before the first of the next node. */
  private get range(): readonly [from: number, to: number] {
    const { level, index } = this.address;
    const width = FANOUT ** (level + 1);
    return [index * width, Math.min((index + 1) * width, countOf(this.tree.packed))];
  }

  private nodesBelow(): readonly PackedNode[] {
    const { tree } = this;
    const level = this.address.level - 1;
    const [start = 0, end = 0] = tree.starts.slice(level);
    const first = this.address.index * FANOUT;
    const last = Math.min(first + FANOUT, end - start);
    return Array.from(
      { length: last - first },
      (_, index) => new PackedNode(tree, { level, index: first + index }),
    );
  }

  private edgesHeld(): readonly Edge[] {
    const { packed } = this.tree;
    const { vertices } = packed;
    const [from, to] = this.range;
    const edges: Edge[] = [];
    let run = runOf(packed, from);
    for (let edge = from; edge < to; edge += 1) {
      if (edge === firstOf(packed, run + 1)) run += 1;
      // Each run before has one more vertex than edges.
      const [a, b] = [vertexAt(vertices, edge + run), vertexAt(vertices, edge + run + 1)];
      edges.push(edgeOf(a, b, polygonOf(packed, run)));
    }
    return edges;
  }
}

export function vertexAt(vertices: Float64Array, index: number): Vertex {
  return { x: vertices[2 * index] ?? 0, y: vertices[2 * index + 1] ?? 0, z: undefined };
}

const firstOf = ({ runs }: PackedEdges, run: number): number => runs[2 * run] ?? Infinity;

function polygonOf({ runs }: PackedEdges, run: number): number | undefined {
  const polygon = runs[2 * run + 1] ?? NO_POLYGON;
  return polygon === NO_POLYGON ? undefined : polygon;
}

/** The run of an edge. */
function runOf(packed: PackedEdges, edge: number): number {
  let [low, high] = [0, packed.runs.length / 2];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (firstOf(packed, middle) <= edge) low = middle;
    else high = middle;
  }
  return low;
}
