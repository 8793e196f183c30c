import type { BoundingBox } from '../geojson/bounding-box.js';

/** `[longitude, latitude]` in degrees, -180 ≤ longitude < 180. */
export type Place = readonly [longitude: number, latitude: number];

/**
 * The middle of the boxes of a geometry, as `boundingBoxesOf` gives them: of a point the point itself. `undefined` for
 * no boxes.
 */
export function middleOf(boxes: readonly BoundingBox[]): Place | undefined {
  const [first, second = first] = boxes;
  if (first === undefined || second === undefined) return undefined;
  return middleOfEdges([first[0], Math.min(first[1], second[1]), second[2], Math.max(first[3], second[3])]);
}

/** The middle of one box, where west > east goes across the antimeridian. */
export function middleOfEdges([west, south, east, north]: BoundingBox): Place {
  return [withinTurn((west + (west <= east ? east : east + 360)) / 2), (south + north) / 2];
}

/** The longitude, which may go on beyond ±180, with -180 for the antimeridian. */
export function withinTurn(longitude: number): number {
  if (longitude >= -180 && longitude < 180) return longitude;
  const turned = longitude - Math.floor((longitude + 180) / 360) * 360;
  return turned >= 180 ? -180 : turned; // rounding may give 180
}
