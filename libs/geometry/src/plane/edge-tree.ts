import { type Box, boxAround } from './box.js';
import { type Edge } from './edge.js';

/** Edges below a box that holds them; a node has either children or edges. */
export interface EdgeNode extends Box {
  readonly children: readonly EdgeNode[];
  readonly edges: readonly Edge[];
  /** Set if all edges below it are one path of a ring: only its ends matter to a line that passes by. */
  readonly path: EdgePath | undefined;
}

/** Edges of a polygon that follow each other, from `a` to `b`. */
export type EdgePath = Pick<Edge, 'a' | 'b' | 'polygon'>;

/** The number of children of a node, or of its edges. */
export const FANOUT = 8;

/** Edges that follow each other go below the same node. */
export function edgeTreeOf(edges: readonly Edge[]): EdgeNode | undefined {
  let level = groupsOf(edges).map((group) =>
    nodeAround(group, { children: noNodes, edges: group, path: pathOf(group) }),
  );
  while (level.length > 1)
    level = groupsOf(level).map((group) =>
      nodeAround(group, { children: group, edges: noEdges, path: pathOf(group.map(({ path }) => path)) }),
    );
  return level[0];
}

export const noNodes: readonly EdgeNode[] = [];
export const noEdges: readonly Edge[] = [];

function nodeAround(
  boxes: readonly Box[],
  { children, edges, path }: Pick<EdgeNode, 'children' | 'edges' | 'path'>,
): EdgeNode {
  const { west, south, east, north } = boxAround(boxes);
  return { west, south, east, north, children, edges, path };
}

function pathOf(parts: readonly (EdgePath | undefined)[]): EdgePath | undefined {
  const [first] = parts;
  const last = parts.at(-1);
  if (first?.polygon === undefined || last === undefined) return undefined;
  let before: EdgePath | undefined;
  for (const part of parts) {
    if (part?.polygon !== first.polygon || (before !== undefined && !follows(part, before))) return undefined;
    before = part;
  }
  return { a: first.a, b: last.b, polygon: first.polygon };
}

/** Whether it starts where the one before ends. */
export const follows = ({ a }: EdgePath, { b }: EdgePath): boolean => a.x === b.x && a.y === b.y;

function groupsOf<T>(items: readonly T[]): readonly (readonly T[])[] {
  const groups = [];
  for (let start = 0; start < items.length; start += FANOUT) groups.push(items.slice(start, start + FANOUT));
  return groups;
}

/** The edges in the order in which the tree was made of them, without those of nodes outside these latitudes. */
export function* edgesBelow(
  root: EdgeNode,
  { south, north }: Pick<Box, 'south' | 'north'> = root,
): Generator<Edge, void, undefined> {
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.south > north || node.north < south) continue;
    yield* node.edges;
    waiting.push(...node.children.toReversed());
  }
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
