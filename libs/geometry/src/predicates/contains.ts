import { type Geometry } from '../geojson/geojson.js';
import { type Edge, isPoint } from '../plane/edge.js';
import { edgesBelow, type EdgeNode, edgeTreeOf } from '../plane/edge-tree.js';
import { locate } from '../plane/point-in-area.js';
import { indexed, type IndexedGeometry } from '../plane/prepared-geometry.js';
import { type Vertex } from '../plane/vertex.js';
import { type EdgePiece, piecesOf } from './edge-pieces.js';
import { anyEdgesMeet } from './intersects.js';

/**
 * Looking up a piece takes a time that grows with how often its edge is crossed. Shapes of 10,000 vertices that were surveyed
 * come to some 100,000 of this; scribbles of 1,000 vertices to a hundred times the limit, which is about two seconds.
 */
const MOST_COST = 10_000_000;

/** The shapes cross each other so often that it would take minutes to find out whether one lies in the other. */
export class TooManyCrossings extends Error {}

/** The cost of one comparison. */
class Cost {
  private sum = 0;

  /** @throws {TooManyCrossings} */
  add({ crossings }: EdgePiece): void {
    this.sum += crossings;
    if (this.sum > MOST_COST) throw new TooManyCrossings('The shapes cross each other too often.');
  }
}

/**
 * Whether no point of `inner` lies outside `outer`, in the plane of degrees: `ST_Covers` of PostGIS, so that what lies
 * on a boundary is contained, but the same on either side of the antimeridian. The parts of `outer` count together. An
 * empty geometry contains nothing and is contained in nothing.
 * @throws {TooManyCrossings}
 */
export function contains(outer: Geometry | IndexedGeometry, inner: Geometry | IndexedGeometry): boolean {
  const [a, b] = [indexed(outer), indexed(inner)];
  const [outside, within] = [a.root, b.root];
  if (outside === undefined || within === undefined) return false;
  if (within.south < outside.south || within.north > outside.north) return false;
  const cost = new Cost();
  for (const edge of edgesBelow(within)) if (!coversEdge({ a, outside, cost }, { edge, of: b })) return false;
  return !b.hasArea || !hasGap({ a, outside }, b, { within, cost });
}

/** Whether no point of `inner` lies outside `outer`. @throws {TooManyCrossings} */
export const within = (inner: Geometry | IndexedGeometry, outer: Geometry | IndexedGeometry): boolean =>
  contains(outer, inner);

function coversEdge(
  { a, outside, cost }: { readonly a: IndexedGeometry; readonly outside: EdgeNode; readonly cost: Cost },
  { edge, of: b }: { readonly edge: Edge; readonly of: IndexedGeometry },
): boolean {
  if (isPoint(edge)) return locate(edge.a, a) !== 'outside' || anyEdgesMeet(outside, edgeTreeOf([edge]));
  for (const piece of piecesOf(edge, outside)) {
    cost.add(piece);
    const { middle, onEdge, sides } = piece;
    if (!onEdge) {
      if (locate(middle, a) === 'outside') return false;
    } else if (edge.polygon !== undefined && !sides.every((side) => isCovered(side, a, b))) return false;
  }
  return true;
}

/**
 * Whether an edge of the outer area runs through the inner one and has nothing of the outer area on one of its sides.
 */
function hasGap(
  { a, outside }: { readonly a: IndexedGeometry; readonly outside: EdgeNode },
  b: IndexedGeometry,
  { within, cost }: { readonly within: EdgeNode; readonly cost: Cost },
): boolean {
  for (const edge of edgesBelow(outside, within)) {
    if (edge.polygon === undefined || edge.south > within.north || edge.north < within.south || isPoint(edge))
      continue;
    const isInside = (piece: EdgePiece): boolean => {
      cost.add(piece);
      return !piece.onEdge && locate(piece.middle, b) === 'inside';
    };
    if (![...piecesOf(edge, within)].some(isInside)) continue;
    // The edge is also cut where it crosses other edges of the outer area, because what is on its sides changes there.
    const isGap = (piece: EdgePiece): boolean =>
      isInside(piece) && !piece.sides.every((side) => isCovered(side, a, b));
    if ([...piecesOf(edge, within, outside)].some(isGap)) return true;
  }
  return false;
}

/** Whether the vertex lies in the outer area, if it lies in the inner one at all. */
const isCovered = (vertex: Vertex, a: IndexedGeometry, b: IndexedGeometry): boolean =>
  locate(vertex, b) !== 'inside' || locate(vertex, a) !== 'outside';
