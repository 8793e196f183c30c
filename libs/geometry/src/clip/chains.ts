import { type Vertex } from '../plane/vertex.js';
import { crossingOf, depthOf, type HalfPlane } from './half-plane.js';

/** A ring without its closing vertex. */
export type Ring = readonly Vertex[];

/** A stretch of a ring inside a half-plane, from where it comes in to where it goes out, both on the line. */
export type Chain = readonly Vertex[];

/**
 * The stretches of a ring inside a half-plane; none if it is wholly inside. A vertex on the line counts as outside, as
 * if the line were moved inwards by less than any number.
 */
export function chainsOf(ring: Ring, half: HalfPlane): readonly Chain[] {
  const isInside = (vertex: Vertex | undefined) => vertex !== undefined && depthOf(vertex, half) > 0;
  const first = ring.findIndex((vertex, index) => isInside(vertex) && !isInside(ring.at(index - 1)));
  if (first < 0) return [];
  const chains: Chain[] = [];
  let chain: Vertex[] = [];
  let before = ring.at(first - 1);
  // It ends with the vertex before the first, which is outside, so that the last chain is complete.
  for (const vertex of [...ring.slice(first), ...ring.slice(0, first)]) {
    if (before === undefined) break;
    if (isInside(vertex)) {
      if (!isInside(before)) chain.push(crossingOf(vertex, before, half));
      chain.push(vertex);
    } else if (isInside(before)) {
      chain.push(crossingOf(before, vertex, half));
      chains.push(chain);
      chain = [];
    }
    before = vertex;
  }
  return chains;
}
