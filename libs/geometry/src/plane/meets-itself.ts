import { type Edge, edgeOf, edgesMeet, isPoint, sideOf } from './edge.js';
import { type Vertex } from './vertex.js';

/** Maximum comparisons. For a ring with thousands of such edges, the answer stays unknown. */
const MOST_COMPARISONS = 250_000;

/** Whether one of some edges of a ring, each named by the index of its end, meets another edge of it. */
export function meetsItself(ring: readonly Vertex[], ends: readonly number[]): boolean {
  if (ends.length * ring.length > MOST_COMPARISONS) return false;
  const edges = edgesOf(ring);
  const asked = new Set(ends.map((end) => ring[end]));
  return edges.some((edge, index) => asked.has(edge.b) && meetsAnother(edges, index));
}

/** The edges of a ring, without those of no length. */
function edgesOf(ring: readonly Vertex[]): readonly Edge[] {
  return ring.flatMap((vertex, index) => {
    const edge = edgeOf(ring[index - 1] ?? vertex, vertex);
    return isPoint(edge) ? [] : [edge];
  });
}

function meetsAnother(edges: readonly Edge[], index: number): boolean {
  const edge = edges[index];
  const [before, next] = [edges.at(index - 1), edges[(index + 1) % edges.length]];
  if (edge === undefined || before === undefined || next === undefined) return false;
  if (turnsBack(before, edge) || turnsBack(edge, next)) return true;
  return edges.some(
    (other) => other !== edge && other !== before && other !== next && edgesMeet(edge, other),
  );
}

/** Whether of two edges that follow each other the second lies on the first. */
function turnsBack(one: Edge, next: Edge): boolean {
  if (sideOf(one, next.b) !== 0) return false;
  return (one.b.x - one.a.x) * (next.b.x - next.a.x) + (one.b.y - one.a.y) * (next.b.y - next.a.y) < 0;
}
