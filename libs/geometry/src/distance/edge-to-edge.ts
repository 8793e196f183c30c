import { along, type Edge, edgeOf, isPoint } from '../plane/edge.js';
import type { Vertex } from '../plane/vertex.js';
import type { NearestPair } from './nearest-pair.js';
import { leastAngleBetween, RADIANS } from './sphere.js';

const STEPS = 3;

/**
 * Offers the vertex of an edge, of at most ten degrees, that is nearest to `vertex`: where the cosine of the angle
 * between them, as a function of the way along the edge, is greatest. Newton's method finds it from a first guess.
 */
function offerNearestOnEdge(vertex: Vertex, edge: Edge, nearest: NearestPair): void {
  if (isPoint(edge)) return nearest.offer(vertex, edge.a);
  const { rise, bend } = derivatives(vertex, edge);
  const [start, end] = [rise(0), rise(1)];
  if (start <= 0) nearest.offer(vertex, edge.a);
  if (end >= 0) nearest.offer(vertex, edge.b);
  if (start <= 0 || end >= 0) return;
  let t = start / (start - end);
  for (let step = 0; step < STEPS; step += 1) t = Math.min(1, Math.max(0, t - rise(t) / bend(t)));
  nearest.offer(vertex, along(edge, t));
}

/** The first and second derivative of that cosine. */
function derivatives(vertex: Vertex, edge: Edge) {
  const [sine, cosine] = [Math.sin(vertex.y * RADIANS), Math.cos(vertex.y * RADIANS)];
  const [dx, dy] = [(edge.b.x - edge.a.x) * RADIANS, (edge.b.y - edge.a.y) * RADIANS];
  const x = (t: number) => (edge.a.x - vertex.x) * RADIANS + t * dx;
  const y = (t: number) => edge.a.y * RADIANS + t * dy;
  return {
    rise: (t: number) => {
      const [dLongitude, latitude] = [x(t), y(t)];
      const towards = sine * Math.cos(latitude) - cosine * Math.sin(latitude) * Math.cos(dLongitude);
      return dy * towards - dx * cosine * Math.cos(latitude) * Math.sin(dLongitude);
    },
    bend: (t: number) => {
      const [dLongitude, latitude] = [x(t), y(t)];
      const across = cosine * Math.cos(latitude) * Math.cos(dLongitude);
      const twist = cosine * Math.sin(latitude) * Math.sin(dLongitude);
      return -dy * dy * (sine * Math.sin(latitude) + across) + 2 * dx * dy * twist - dx * dx * across;
    },
  };
}

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
