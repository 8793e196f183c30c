import { type Geometry } from '../geojson/geojson.js';
import { type Edge, isPoint } from '../plane/edge.js';
import { type EdgeNode, edgeTreeOf } from '../plane/edge-tree.js';
import { locate } from '../plane/point-in-area.js';
import { prepare, type PreparedGeometry } from '../plane/prepared-geometry.js';
import { type Vertex } from '../plane/vertex.js';
import { type EdgePiece, piecesOf } from './edge-pieces.js';
import { anyEdgesMeet } from './intersects.js';

/**
 * Whether no point of `inner` lies outside `outer`, in the plane of degrees: `ST_Covers` of PostGIS, so that what lies
 * on a boundary is contained, but the same on either side of the antimeridian. The parts of `outer` count together. An
 * empty geometry contains nothing and is contained in nothing.
 */
export function contains(outer: Geometry | PreparedGeometry, inner: Geometry | PreparedGeometry): boolean {
  const [a, b] = [prepare(outer), prepare(inner)];
  const [outside, within] = [a.root, b.root];
  if (outside === undefined || within === undefined) return false;
  if (within.south < outside.south || within.north > outside.north) return false;
  return (
    b.edges.every((edge) => coversEdge(a, outside, { edge, of: b })) && (!b.hasArea || !hasGap(a, b, within))
  );
}

/** Whether no point of `inner` lies outside `outer`. */
export const within = (inner: Geometry | PreparedGeometry, outer: Geometry | PreparedGeometry): boolean =>
  contains(outer, inner);

function coversEdge(
  a: PreparedGeometry,
  root: EdgeNode,
  { edge, of: b }: { edge: Edge; of: PreparedGeometry },
): boolean {
  if (isPoint(edge)) return locate(edge.a, a) !== 'outside' || anyEdgesMeet(root, edgeTreeOf([edge]));
  for (const { middle, onEdge, sides } of piecesOf(edge, root)) {
    if (!onEdge) {
      if (locate(middle, a) === 'outside') return false;
    } else if (edge.polygon !== undefined && !sides.every((side) => isCovered(side, a, b))) return false;
  }
  return true;
}

/** Whether an edge of the outer area runs through the inner one with nothing of the outer on one of its sides. */
function hasGap(a: PreparedGeometry, b: PreparedGeometry, within: EdgeNode): boolean {
  return a.edges.some((edge) => {
    if (edge.polygon === undefined || edge.south > within.north || edge.north < within.south || isPoint(edge))
      return false;
    const isInside = ({ middle, onEdge }: EdgePiece): boolean => !onEdge && locate(middle, b) === 'inside';
    if (![...piecesOf(edge, within)].some(isInside)) return false;
    // What is on its sides changes where it crosses other edges of the outer area.
    return [...piecesOf(edge, within, a.root)].some(
      (piece) => isInside(piece) && !piece.sides.every((side) => isCovered(side, a, b)),
    );
  });
}

/** Whether the vertex lies in the outer area, if it lies in the inner one at all. */
const isCovered = (vertex: Vertex, a: PreparedGeometry, b: PreparedGeometry): boolean =>
  locate(vertex, b) !== 'inside' || locate(vertex, a) !== 'outside';
