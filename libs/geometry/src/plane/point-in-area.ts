import { turnsBetween } from './box.js';
import { sideOf } from './edge.js';
import { type EdgeNode, type EdgePath } from './edge-tree.js';
import { type IndexedGeometry } from './prepared-geometry.js';
import { type Vertex } from './vertex.js';

export type Location = 'inside' | 'boundary' | 'outside';

/** Where the vertex lies relative to the polygons of the geometry, on any turn around the globe; exact. */
export function locate(vertex: Vertex, { root, hasArea }: IndexedGeometry): Location {
  if (root === undefined || !hasArea) return 'outside';
  const { x, y } = vertex;
  let location: Location = 'outside';
  for (const dx of turnsBetween(root, { west: x, south: y, east: x, north: y })) {
    const found = locateInPlane(dx === 0 ? vertex : { ...vertex, x: x + dx }, root);
    if (found === 'inside') return found;
    if (found === 'boundary') location = found;
  }
  return location;
}

/** Counts, for each polygon, the edges that a ray to the east crosses. */
function locateInPlane(vertex: Vertex, root: EdgeNode): Location {
  const { x, y } = vertex;
  const inside = new Set<number>();
  let onBoundary = false;
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (x > node.east || y < node.south || y > node.north) continue;
    if (x < node.west && node.path !== undefined) {
      cross(node.path, y, inside);
      continue;
    }
    for (const child of node.children) waiting.push(child);
    for (const edge of node.edges) {
      if (edge.polygon === undefined || x > edge.east || y < edge.south || y > edge.north) continue;
      const side = sideOf(edge, vertex);
      if (side === 0 && x >= edge.west) onBoundary = true;
      if (edge.b.y > y ? side > 0 : side < 0) cross(edge, y, inside);
    }
  }
  if (onBoundary) return 'boundary';
  return inside.size > 0 ? 'inside' : 'outside';
}

/** Records whether a ray at this latitude crosses a path to its east an odd number of times. */
function cross({ a, b, polygon }: EdgePath, y: number, inside: Set<number>): void {
  if (polygon === undefined || a.y > y === b.y > y) return;
  if (!inside.delete(polygon)) inside.add(polygon);
}
