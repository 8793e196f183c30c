import { type BoundingBox, boxesContain, splitBbox } from '../geojson/bounding-box.js';
import { boundingBoxesOf } from '../boxes/bounding-boxes-of.js';
import { type Geometry } from '../geojson/geojson.js';
import { clipGeometry, type Clipper } from './clip-geometry.js';
import { clipLineToBoxes, clipPolygonToBoxes, pointInBoxes, WORLD } from './clip-to-boxes.js';

/**
 * The part of a geometry inside a box, where west > east goes across the antimeridian; `undefined` where nothing is
 * left, also of a line or a polygon that only touches the box. A geometry that is wholly inside comes back as it is; a
 * polygon that falls apart becomes a MultiPolygon, a line a MultiLineString; what is across the antimeridian is cut.
 */
export function clipToBbox(geometry: Geometry, bbox: BoundingBox): Geometry | undefined {
  const boxes = splitBbox(bbox);
  return boxesContain(boxes, boundingBoxesOf(geometry)) ? geometry : clipGeometry(geometry, clipperOf(boxes));
}

/**
 * The geometry cut where it crosses the antimeridian, as RFC 7946, section 3.1.9 asks for, with all longitudes within
 * ±180; `undefined` for an empty one and for polygons without area.
 */
export const cutAtAntimeridian = (geometry: Geometry): Geometry | undefined =>
  clipGeometry(geometry, clipperOf(WORLD));

const clipperOf = (boxes: readonly BoundingBox[]): Clipper => ({
  point: (position) => pointInBoxes(position, boxes),
  line: (path) => clipLineToBoxes(path, boxes),
  polygon: (rings) => clipPolygonToBoxes(rings, boxes),
});
