import { flatten } from '../geojson/flatten.js';
import type { Geometry, Position } from '../geojson/geojson.js';

const RADIANS = Math.PI / 180;

/**
 * The area of the polygons of a geometry on a sphere of radius 1, whose edges are straight in degrees: the areas of parts
 * add up to that of the whole. No part of it crosses the antimeridian.
 */
export function sphericalArea(geometry: Geometry): number {
  let area = 0;
  for (const { type, coordinates } of flatten(geometry)) {
    if (type === 'Polygon') area += polygonArea(coordinates);
    if (type === 'MultiPolygon') for (const rings of coordinates) area += polygonArea(rings);
  }
  return area;
}

function polygonArea(rings: readonly (readonly Position[])[]): number {
  const [exterior = [], ...holes] = rings;
  return holes.reduce((area, hole) => area - ringArea(hole), ringArea(exterior));
}

/** For either winding. The ring need not repeat its first position, and may have parts without area. */
export function ringArea(ring: readonly Position[]): number {
  const [, reference = 0] = ring[0] ?? [];
  let area = 0;
  let before = ring.at(-1);
  for (const position of ring) {
    if (before !== undefined) area += areaBelow(before, position, reference * RADIANS);
    before = position;
  }
  return Math.abs(area);
}

/**
 * The area between an edge and the parallel of the reference: the integral of the sine of the latitude. The reference is
 * close to the ring, so that a small area is not the difference of two large ones.
 */
function areaBelow(from: Position, to: Position, reference: number): number {
  const [south, north] = [from[1] * RADIANS, to[1] * RADIANS];
  const [middle, half] = [(south + north) / 2, (north - south) / 2];
  const shrunk = half === 0 ? 1 : Math.sin(half) / half;
  const above = 2 * Math.cos((middle + reference) / 2) * Math.sin((middle - reference) / 2);
  return (to[0] - from[0]) * RADIANS * (above + Math.sin(middle) * (shrunk - 1));
}
