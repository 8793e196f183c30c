import { type Geometry } from '../geojson/geojson.js';
import { type EdgeNode } from '../plane/edge-tree.js';
import { indexed, type IndexedGeometry } from '../plane/prepared-geometry.js';
import { intersects } from '../predicates/intersects.js';
import { offerNearestOfEdges } from './edge-to-edge.js';
import { NearestPair } from './nearest-pair.js';
import { leastAngleBetween } from './sphere.js';

/**
 * The metres between two geometries on WGS 84, 0 where they intersect, `Infinity` where one is empty.
 *
 * Edges are straight in longitude and latitude, as RFC 7946 has them, so that the distance is 0 exactly where
 * `intersects` is true. `ST_Distance(geography)` of PostGIS takes them for great circles, which is the same for edges
 * of ordinary length: 1.2 m apart in the middle of an edge of 0.1° at 45° north, 120 m for 1°.
 */
export function distanceBetween(one: Geometry | IndexedGeometry, other: Geometry | IndexedGeometry): number {
  return nearestMeters(indexed(one), indexed(other), new NearestPair());
}

/** Whether two geometries are at most so many metres apart; faster than the distance itself. */
export function isWithinDistance(
  one: Geometry | IndexedGeometry,
  other: Geometry | IndexedGeometry,
  radiusInMeters: number,
): boolean {
  if (!(radiusInMeters >= 0)) return false;
  const meters = nearestMeters(indexed(one), indexed(other), new NearestPair(radiusInMeters));
  return meters < Infinity && meters <= radiusInMeters;
}

function nearestMeters(a: IndexedGeometry, b: IndexedGeometry, nearest: NearestPair): number {
  if (a.root === undefined || b.root === undefined) return Infinity;
  if (leastAngleBetween(a.root, b.root, nearest.angle) >= nearest.angle) return Infinity;
  if (a.point !== undefined && b.point !== undefined) nearest.offer(a.point, b.point);
  else if (intersects(a, b)) return 0;
  else search(a.root, b.root, nearest);
  return nearest.meters;
}

/** Descends into nearer nodes first, and skips nodes that cannot hold anything nearer. */
function search(one: EdgeNode, other: EdgeNode, nearest: NearestPair): void {
  if (leastAngleBetween(one, other, nearest.angle) >= nearest.angle) return;
  if (one.children.length === 0 && other.children.length === 0) {
    for (const a of one.edges) for (const b of other.edges) offerNearestOfEdges(a, b, nearest);
    return;
  }
  const divideOne = other.children.length === 0 || (one.children.length > 0 && spanOf(one) > spanOf(other));
  const [divided, whole] = divideOne ? [one, other] : [other, one];
  const children = divided.children.map((child) => ({
    child,
    least: leastAngleBetween(child, whole, nearest.angle),
  }));
  for (const { child } of children.sort((near, far) => near.least - far.least)) search(child, whole, nearest);
}

const spanOf = ({ west, south, east, north }: EdgeNode): number => Math.max(east - west, north - south);
