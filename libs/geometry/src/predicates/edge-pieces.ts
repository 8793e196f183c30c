import { along, type Edge, edgesMeet, moved, sideOf } from '../plane/edge.js';
import { turnsBetween } from '../plane/box.js';
import { edgesNear, type EdgeNode } from '../plane/edge-tree.js';
import { type Vertex } from '../plane/vertex.js';

/** A stretch of an edge that crosses no other edge. */
export interface EdgePiece {
  /** Where on the edge the piece starts and ends, from 0 to 1. */
  readonly from: number;
  readonly to: number;
  readonly middle: Vertex;
  /** Where the whole edge starts, ends, and meets others. */
  readonly crossings: number;
  /** True where it runs on another edge. */
  readonly onEdge: boolean;
  /** A vertex on each side of the middle, a tenth of a millimetre away. */
  readonly sides: readonly [Vertex, Vertex];
}

/** Shorter pieces, as a fraction of the edge, come from rounding. */
const SHORTEST = 1e-12;
const ASIDE_IN_DEGREES = 1e-9;
const NEVER = [Infinity, Infinity] as const;

/**
 * Cuts the edge where it meets the edges below `root`, on any turn around the globe. It is also cut where it meets those
 * below `others`, which do not count as edges that it runs on.
 */
export function* piecesOf(
  edge: Edge,
  root: EdgeNode,
  others?: EdgeNode,
): Generator<EdgePiece, void, undefined> {
  const meetings = [...meetingsOf(edge, root)];
  const shared = meetings.filter(([from, to]) => from < to);
  const stops = [
    0,
    1,
    ...meetings.flat(),
    ...(others === undefined ? [] : [...meetingsOf(edge, others)].flat()),
  ];

  shared.sort(([one], [other]) => one - other);
  let [before, next, reached] = [0, 0, 0];
  for (const stop of stops.sort((one, other) => one - other)) {
    if (stop - before < SHORTEST) continue;
    const t = (before + stop) / 2;
    const middle = along(edge, t);
    // Both lists ascend, so each item is visited once.
    for (let [from, to] = shared[next] ?? NEVER; from < t; [from, to] = shared[next] ?? NEVER) {
      reached = Math.max(reached, to);
      next += 1;
    }
    const [onEdge, sides] = [t < reached, sidesOf(edge, middle)];
    yield { from: before, to: stop, middle, crossings: stops.length, onEdge, sides };
    before = stop;
  }
}

function* meetingsOf(edge: Edge, root: EdgeNode): Generator<readonly [number, number], void, undefined> {
  for (const dx of turnsBetween(root, edge)) {
    const here = moved(edge, dx);
    for (const other of edgesNear(root, here)) {
      const meeting = meetingOf(here, other);
      if (meeting !== undefined) yield meeting;
    }
  }
}

/**
 * The positions on the edge, from 0 to 1, between which it runs along the other edge. If they only cross, both are the
 * same.
 */
function meetingOf(edge: Edge, other: Edge): readonly [number, number] | undefined {
  if (!edgesMeet(edge, other)) return undefined;
  const start = sideOf(other, edge.a);
  const end = sideOf(other, edge.b);
  if (start !== end) {
    const t = start / (start - end);
    return [t, t];
  }
  const [from, to] = [positionOn(edge, other.a), positionOn(edge, other.b)];
  return from < to ? [from, to] : [to, from];
}

/** The position on the edge, from 0 to 1, of a vertex on its line. For a vertex beyond an end, it is that end. */
function positionOn({ a, b }: Edge, vertex: Vertex): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const t = Math.abs(dx) > Math.abs(dy) ? (vertex.x - a.x) / dx : (vertex.y - a.y) / dy;
  return Math.min(1, Math.max(0, t));
}

function sidesOf({ a, b }: Edge, { x, y, z }: Vertex): readonly [Vertex, Vertex] {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const scale = ASIDE_IN_DEGREES / Math.hypot(dx, dy);
  return [
    { x: x - dy * scale, y: y + dx * scale, z },
    { x: x + dy * scale, y: y - dx * scale, z },
  ];
}
