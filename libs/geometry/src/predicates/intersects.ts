import { type Geometry } from '../geojson/geojson.js';
import { turnsBetween } from '../plane/box.js';
import { type Edge, edgesMeet, moved } from '../plane/edge.js';
import { type EdgeNode } from '../plane/edge-tree.js';
import { locate } from '../plane/point-in-area.js';
import { indexed, type IndexedGeometry } from '../plane/prepared-geometry.js';

/**
 * Whether two geometries have a point in common, boundaries included, in the plane of degrees: `ST_Intersects` of
 * PostGIS, but the same on either side of the antimeridian. An empty geometry meets nothing.
 */
export function intersects(one: Geometry | IndexedGeometry, other: Geometry | IndexedGeometry): boolean {
  const [a, b] = [indexed(one), indexed(other)];
  return anyEdgesMeet(a.root, b.root) || startsInside(a, b) || startsInside(b, a);
}

/** Whether two geometries have no point in common. */
export const disjoint = (one: Geometry | IndexedGeometry, other: Geometry | IndexedGeometry): boolean =>
  !intersects(one, other);

/** If no edges meet, a part lies wholly inside or wholly outside. */
function startsInside(parts: IndexedGeometry, area: IndexedGeometry): boolean {
  return area.hasArea && parts.starts.some((vertex) => locate(vertex, area) !== 'outside');
}

/** Whether an edge below one node meets an edge below the other, on any turn around the globe. */
export function anyEdgesMeet(one: EdgeNode | undefined, other: EdgeNode | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return turnsBetween(one, other).some((dx) => meet(one, other, dx));
}

function meet(one: EdgeNode, other: EdgeNode, dx: number): boolean {
  if (one.south > other.north || other.south > one.north) return false;
  if (one.west > other.east + dx || other.west + dx > one.east) return false;
  const divideOther =
    one.children.length === 0 || (other.children.length > 0 && widthOf(other) > widthOf(one));
  if (!divideOther) return one.children.some((child) => meet(child, other, dx));
  if (other.children.length > 0) return other.children.some((child) => meet(one, child, dx));
  return other.edges.some((edge) => meetsAny(one.edges, moved(edge, dx)));
}

const meetsAny = (edges: readonly Edge[], other: Edge): boolean =>
  edges.some((edge) => edgesMeet(edge, other));

const widthOf = ({ west, south, east, north }: EdgeNode): number => Math.max(east - west, north - south);
