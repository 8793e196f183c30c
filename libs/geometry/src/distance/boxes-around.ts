import { type BoundingBox, splitBbox } from '../geojson/bounding-box.js';
import { type Box } from '../plane/box.js';
import { turnsInto } from '../plane/longitudes.js';
import { leastAngleBetween, RADIANS } from './sphere.js';
import { LEAST_METERS_PER_RADIAN } from './geodesic.js';

/** Against rounding: as a part of the radius, and in degrees. */
const MARGIN = 1e-6;
const LEAST_MARGIN = 1e-9;

/** Boxes that contain everything within this many metres of the boxes, to search an index by. They may overlap. */
export function boxesAround(boxes: readonly BoundingBox[], radiusInMeters: number): readonly BoundingBox[] {
  const angle = (radiusInMeters * (1 + MARGIN)) / LEAST_METERS_PER_RADIAN / RADIANS + LEAST_MARGIN;
  return boxes.flatMap(([west, south, east, north]) => {
    const [lower, upper] = [Math.max(-90, south - angle), Math.min(90, north + angle)];
    const steepest = Math.max(Math.abs(south), Math.abs(north));
    const sideways = steepest + angle < 90 ? aside(angle, steepest) : 180;
    if (east - west + 2 * sideways >= 360) return [[-180, lower, 180, upper]];
    return splitBbox([into180(west - sideways), lower, into180(east + sideways), upper]);
  });
}

/** How many degrees of longitude a circle of this angle, around a point of this latitude, reaches to its sides. */
const aside = (angle: number, latitude: number): number =>
  Math.asin(Math.sin(angle * RADIANS) / Math.cos(latitude * RADIANS)) / RADIANS;

const into180 = (x: number): number => (Math.abs(x) <= 180 ? x : x + turnsInto(x, -180));

/** A lower bound, in metres, of distances between the contents of two sets of boxes. Ranks index entries. */
export function leastDistanceBetween(one: readonly BoundingBox[], other: readonly BoundingBox[]): number {
  const angles = one.flatMap((a) => other.map((b) => leastAngleBetween(asBox(a), asBox(b))));
  return Math.min(...angles) * LEAST_METERS_PER_RADIAN;
}

const asBox = ([west, south, east, north]: BoundingBox): Box => ({ west, south, east, north });
