import { orient2d } from 'robust-predicates';
import { type Box } from './box.js';
import { type Vertex } from './vertex.js';

/** A straight edge in the plane of degrees; with two equal ends it is a point. */
export interface Edge extends Box {
  readonly a: Vertex;
  readonly b: Vertex;
  /** The number of the polygon whose ring it belongs to, among those of its geometry. */
  readonly polygon: number | undefined;
}

export function edgeOf(a: Vertex, b: Vertex, polygon?: number): Edge {
  const isEastwards = a.x < b.x;
  const isNorthwards = a.y < b.y;
  return {
    a,
    b,
    polygon,
    west: isEastwards ? a.x : b.x,
    south: isNorthwards ? a.y : b.y,
    east: isEastwards ? b.x : a.x,
    north: isNorthwards ? b.y : a.y,
  };
}

export const isPoint = ({ a, b }: Edge): boolean => a.x === b.x && a.y === b.y;

/** The edge moved to the east by `dx` degrees. */
export function moved(edge: Edge, dx: number): Edge {
  if (dx === 0) return edge;
  const { a, b, polygon } = edge;
  return edgeOf({ ...a, x: a.x + dx }, { ...b, x: b.x + dx }, polygon);
}

/** The vertex at `t` of the way from `a` to `b`. */
export function along({ a, b }: Edge, t: number): Vertex {
  return { x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y), z: undefined };
}

/** Positive for a vertex to the left of the way from `a` to `b`, negative to the right, 0 on their line; exact in sign. */
export const sideOf = ({ a, b }: Edge, vertex: Vertex): number =>
  -orient2d(a.x, a.y, b.x, b.y, vertex.x, vertex.y);

/** Whether two edges have a point in common, their ends included; exact. */
export function edgesMeet(one: Edge, other: Edge): boolean {
  if (one.west > other.east || other.west > one.east || one.south > other.north || other.south > one.north)
    return false;
  return !isAside(one, other) && !isAside(other, one);
}

/** Whether the other edge lies wholly on one side of this edge's line. */
function isAside(one: Edge, other: Edge): boolean {
  const start = sideOf(one, other.a);
  const end = sideOf(one, other.b);
  return (start > 0 && end > 0) || (start < 0 && end < 0);
}
