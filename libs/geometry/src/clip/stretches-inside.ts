import { type Edge, edgeOf, isPoint } from '../plane/edge.js';
import { locate } from '../plane/point-in-area.js';
import { type PreparedGeometry } from '../plane/prepared-geometry.js';
import { type Vertex } from '../plane/vertex.js';
import { piecesOf } from '../predicates/edge-pieces.js';

/** The stretches of a path inside an area or along its boundary. */
export function stretchesInside(
  path: readonly Vertex[],
  area: PreparedGeometry,
): readonly (readonly Vertex[])[] {
  const { root } = area;
  if (root === undefined) return [];
  const stretches: Vertex[][] = [];
  let stretch: Vertex[] | undefined;
  let before: Vertex | undefined;
  for (const vertex of path) {
    const edge = before && edgeOf(before, vertex);
    before = vertex;
    if (edge === undefined || isPoint(edge)) continue;
    let reached = 0;
    for (const { from, to, middle, onEdge } of piecesOf(edge, root)) {
      if (!onEdge && locate(middle, area) === 'outside') {
        stretch = undefined;
        continue;
      }
      if (stretch === undefined) stretches.push((stretch = [vertexAt(edge, from)]));
      // Where the path goes on inside, no corner is left behind.
      else if (from > 0 && reached === from) stretch.pop();
      stretch.push(vertexAt(edge, to));
      reached = to;
    }
  }
  return stretches;
}

/** The vertex at `t` of the way, with an altitude in between. */
function vertexAt({ a, b }: Edge, t: number): Vertex {
  if (t === 0) return a;
  if (t === 1) return b;
  const between = (from: number, to: number): number => from + t * (to - from);
  const z = a.z === undefined || b.z === undefined ? undefined : between(a.z, b.z);
  return { x: between(a.x, b.x), y: between(a.y, b.y), z };
}
