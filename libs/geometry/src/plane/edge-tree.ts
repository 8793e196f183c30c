import { type Box, boxAround } from './box.js';
import { type Edge } from './edge.js';

/** Edges below a box that holds them; a node has either children or edges. */
export interface EdgeNode extends Box {
  readonly children: readonly EdgeNode[];
  readonly edges: readonly Edge[];
}

const FANOUT = 8;

/** Edges that follow each other go below the same node. */
export function edgeTreeOf(edges: readonly Edge[]): EdgeNode | undefined {
  let level = groupsOf(edges).map((group) => nodeAround(group, noNodes, group));
  while (level.length > 1) level = groupsOf(level).map((group) => nodeAround(group, group, noEdges));
  return level[0];
}

const noNodes: readonly EdgeNode[] = [];
const noEdges: readonly Edge[] = [];

function nodeAround(boxes: readonly Box[], children: readonly EdgeNode[], edges: readonly Edge[]): EdgeNode {
  const { west, south, east, north } = boxAround(boxes);
  return { west, south, east, north, children, edges };
}

function groupsOf<T>(items: readonly T[]): readonly (readonly T[])[] {
  const groups = [];
  for (let start = 0; start < items.length; start += FANOUT) groups.push(items.slice(start, start + FANOUT));
  return groups;
}

/** The edges whose boxes touch the box. */
export function* edgesNear(root: EdgeNode, box: Box): Generator<Edge, void, undefined> {
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const child of node.children) if (touch(child, box)) waiting.push(child);
    for (const edge of node.edges) if (touch(edge, box)) yield edge;
  }
}

const touch = (one: Box, other: Box): boolean =>
  one.west <= other.east && other.west <= one.east && one.south <= other.north && other.south <= one.north;
