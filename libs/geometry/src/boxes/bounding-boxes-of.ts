import { flatten } from '../geojson/flatten.js';
import { type Geometry, type Position, type SimpleGeometry, isPosition } from '../geojson/geojson.js';
import { Extent } from '../plane/extent.js';
import { isWide } from '../plane/longitudes.js';
import { planarParts } from '../plane/paths.js';
import type { Vertex } from '../plane/vertex.js';
import type { BoundingBox } from '../geojson/bounding-box.js';

const stripOf = (x: number): number => Math.floor((x + 180) / 360);

/**
 * The extents of a path between one antimeridian and the next, each moved to ±180. Edges are cut where they cross it;
 * what only touches it has an extent without width on its other side, as the meridians of 180 and -180 are one.
 */
function stripsOf(path: readonly Vertex[]): readonly Extent[] {
  const strips = new Map<number, Extent>();
  const add = (strip: number, x: number, y: number) => {
    const extent = strips.get(strip) ?? new Extent();
    // Rounding may exceed the strip slightly.
    strips.set(strip, extent.add(Math.max(-180, Math.min(180, x - 360 * strip)), y));
  };

  let before: Vertex | undefined;
  for (const vertex of path) {
    const strip = stripOf(vertex.x);
    add(strip, vertex.x, vertex.y);
    if (vertex.x === 360 * strip - 180) add(strip - 1, vertex.x, vertex.y);
    for (const { x, y } of before === undefined ? [] : crossingsOf(before, vertex)) {
      add(stripOf(x), x, y);
      add(stripOf(x) - 1, x, y);
    }
    before = vertex;
  }
  return [...strips.values()];
}

/** Where the edge crosses antimeridians. */
function* crossingsOf(start: Vertex, end: Vertex): Generator<{ x: number; y: number }, void, undefined> {
  const [a, b] = start.x <= end.x ? [start, end] : [end, start];
  for (let strip = stripOf(a.x); strip < stripOf(b.x); strip += 1) {
    const x = 180 + 360 * strip;
    yield { x, y: a.y + ((x - a.x) / (b.x - a.x)) * (b.y - a.y) };
  }
}

/**
 * The boxes to index a geometry by: none for an empty one, two for one that touches the antimeridian, else one.
 *
 * The two are `[west, south, 180, north]` and `[-180, south, east, north]`; one of them has no width where the shape
 * lies on one side only. A cut shape, a shape whose longitudes jump from 180 to -180 and one whose longitudes go on
 * beyond 180 have the same boxes.
 */
export function boundingBoxesOf(geometry: Geometry): readonly BoundingBox[] {
  const extent = new Extent();
  for (const member of flatten(geometry)) {
    if (!addInside(member, extent)) return boxesAtAntimeridian(geometry);
  }
  return extent.isEmpty ? [] : [extent.toBox()];
}

/** Adds the geometry to the extent. Returns false if the geometry touches the antimeridian. */
function addInside(geometry: SimpleGeometry, extent: Extent): boolean {
  switch (geometry.type) {
    case 'Point':
      return !isPosition(geometry.coordinates) || addPath([geometry.coordinates], extent);
    case 'MultiPoint':
      return geometry.coordinates.every((position) => addPath([position], extent));
    case 'LineString':
      return addPath(geometry.coordinates, extent);
    case 'MultiLineString':
    case 'Polygon':
      return geometry.coordinates.every((path) => addPath(path, extent));
    case 'MultiPolygon':
      return geometry.coordinates.every((rings) => rings.every((ring) => addPath(ring, extent)));
  }
}

function addPath(positions: readonly Position[], extent: Extent): boolean {
  let before: number | undefined;
  for (const [longitude, latitude] of positions) {
    if (Math.abs(longitude) >= 180 || isWide(longitude - (before ?? longitude))) return false;
    extent.add(longitude, latitude);
    before = longitude;
  }
  return true;
}

function boxesAtAntimeridian(geometry: Geometry): readonly BoundingBox[] {
  const pieces: Extent[] = [];
  for (const part of planarParts(geometry)) {
    if (part.kind === 'polygon') for (const ring of part.rings) pieces.push(...stripsOf(ring));
    else pieces.push(...stripsOf(part.kind === 'line' ? part.path : [part.vertex]));
  }
  return divide(pieces.sort((a, b) => a.west - b.west));
}

/** Two boxes with the widest empty stretch of longitudes between them, or one where there is none. */
function divide(pieces: readonly Extent[]): readonly BoundingBox[] {
  let reached = -180;
  let widest = 0;
  let divider = -180;
  for (const { west, east } of pieces) {
    if (west - reached > widest) {
      widest = west - reached;
      divider = west;
    }
    reached = Math.max(reached, east);
  }
  const western = new Extent();
  const eastern = new Extent();
  for (const piece of pieces) (piece.west < divider ? eastern : western).addExtent(piece);
  return [western, eastern].filter(({ isEmpty }) => !isEmpty).map((extent) => extent.toBox());
}
