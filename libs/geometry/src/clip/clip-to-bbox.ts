import { type BoundingBox, boxesContain, splitBbox } from '../boxes/bounding-box.js';
import { boundingBoxesOf } from '../boxes/bounding-boxes-of.js';
import { type Geometry, type SimpleGeometry } from '../geojson/geojson.js';
import { isPosition } from '../geojson/position.js';
import { planarParts } from '../plane/paths.js';
import { clipLineToBoxes, clipPolygonToBoxes, pointInBoxes } from './clip-to-boxes.js';

/**
 * The part of a geometry inside a box, where west > east goes across the antimeridian; `undefined` where nothing is
 * left, also of a line or a polygon that only touches the box. A geometry that is wholly inside comes back as it is; a
 * polygon that falls apart becomes a MultiPolygon, a line a MultiLineString; what is across the antimeridian is cut.
 */
export function clipToBbox(geometry: Geometry, bbox: BoundingBox): Geometry | undefined {
  const boxes = splitBbox(bbox);
  return boxesContain(boxes, boundingBoxesOf(geometry)) ? geometry : clip(geometry, boxes);
}

const WORLD: readonly BoundingBox[] = [[-180, -90, 180, 90]];

/**
 * The geometry cut where it crosses the antimeridian, as RFC 7946, section 3.1.9 asks for, with all longitudes within
 * ±180; `undefined` for an empty one and for polygons without area.
 */
export const cutAtAntimeridian = (geometry: Geometry): Geometry | undefined => clip(geometry, WORLD);

function clip(geometry: Geometry, boxes: readonly BoundingBox[]): Geometry | undefined {
  if (geometry.type !== 'GeometryCollection') return clipSimple(geometry, boxes);
  const members = geometry.geometries.flatMap((member) => clip(member, boxes) ?? []);
  return members.length > 0 ? { type: 'GeometryCollection', geometries: members } : undefined;
}

function clipSimple(geometry: SimpleGeometry, boxes: readonly BoundingBox[]): SimpleGeometry | undefined {
  switch (geometry.type) {
    case 'Point': {
      const position = isPosition(geometry.coordinates)
        ? pointInBoxes(geometry.coordinates, boxes)
        : undefined;
      return position && { type: 'Point', coordinates: position };
    }
    case 'MultiPoint': {
      const coordinates = geometry.coordinates.flatMap((position) => {
        const inside = pointInBoxes(position, boxes);
        return inside === undefined ? [] : [inside];
      });
      return coordinates.length > 0 ? { type: 'MultiPoint', coordinates } : undefined;
    }
    case 'LineString':
    case 'MultiLineString': {
      const coordinates = planarParts(geometry).flatMap((part) =>
        part.kind === 'line' ? clipLineToBoxes(part.path, boxes) : [],
      );
      const [only, second] = coordinates;
      if (only === undefined) return undefined;
      return second === undefined && geometry.type === 'LineString'
        ? { type: 'LineString', coordinates: only }
        : { type: 'MultiLineString', coordinates };
    }
    case 'Polygon':
    case 'MultiPolygon': {
      const coordinates = planarParts(geometry).flatMap((part) =>
        part.kind === 'polygon' ? clipPolygonToBoxes(part.rings, boxes) : [],
      );
      const [only, second] = coordinates;
      if (only === undefined) return undefined;
      return second === undefined && geometry.type === 'Polygon'
        ? { type: 'Polygon', coordinates: only }
        : { type: 'MultiPolygon', coordinates };
    }
  }
}
