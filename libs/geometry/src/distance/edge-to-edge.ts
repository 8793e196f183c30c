import { along, type Edge, edgeOf, isPoint } from '../plane/edge.js';
import { type NearestPair } from './nearest-pair.js';
import { offerNearestOnEdge } from './point-to-edge.js';
import { leastAngleBetween } from './sphere.js';

/**
 * Up to this length, in degrees, an edge has one nearest vertex to a point, and the nearest vertices of two edges include
 * an end of one of them; the distance is then 0.05 % off at most, where both edges are bent.
 */
const SHORT = 10;

/**
 * Offers the nearest vertices of two edges that do not meet. Both are straight in the plane of degrees and bent on the
 * globe, so long ones are halved until they are short.
 */
export function offerNearestOfEdges(one: Edge, other: Edge, nearest: NearestPair): void {
  const waiting: (readonly [Edge, Edge])[] = [[one, other]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [a, b] = next;
    if (leastAngleBetween(a, b, nearest.angle) >= nearest.angle) continue;
    const [long, short] = spanOf(a) < spanOf(b) ? [b, a] : [a, b];
    if (spanOf(long) <= SHORT) offerEnds(a, b, nearest);
    else {
      nearest.offer(long.a, short.a);
      const [near, far] = halvesByDistance(long, short);
      waiting.push([far, short], [near, short]);
    }
  }
}

const spanOf = ({ west, south, east, north }: Edge): number => Math.max(east - west, north - south);

function offerEnds(a: Edge, b: Edge, nearest: NearestPair): void {
  offerNearestOnEdge(a.a, b, nearest);
  if (isPoint(a)) return;
  offerNearestOnEdge(a.b, b, nearest);
  offerNearestOnEdge(b.a, a, nearest);
  if (!isPoint(b)) offerNearestOnEdge(b.b, a, nearest);
}

function halvesByDistance(edge: Edge, other: Edge): readonly [Edge, Edge] {
  const middle = along(edge, 0.5);
  const [start, end] = [edgeOf(edge.a, middle, edge.polygon), edgeOf(middle, edge.b, edge.polygon)];
  return leastAngleBetween(start, other) <= leastAngleBetween(end, other) ? [start, end] : [end, start];
}
