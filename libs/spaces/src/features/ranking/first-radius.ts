import { type BoundingBox, HALF_MERIDIAN, leastDistanceBetween } from '@cairn/geometry';
import type { ContentHead } from '../writing/content-head.js';

const METERS_PER_DEGREE = 111_320;
/** So few features are looked at at once. */
const FEW = 256;

/**
 * Metres within which so many features may be expected around the place, as if they were spread evenly over the bounds;
 * `undefined` where no feature has a geometry.
 */
export function firstRadius(
  place: readonly BoundingBox[],
  limit: number,
  { bounds, total }: Pick<ContentHead, 'bounds' | 'total'>,
): number | undefined {
  if (bounds === undefined) return undefined;
  if (total <= Math.max(FEW, limit)) return HALF_MERIDIAN;
  const [west, south, east, north] = bounds;
  const height = (north - south) * METERS_PER_DEGREE;
  const width = (east - west) * METERS_PER_DEGREE * Math.cos(((south + north) / 2) * (Math.PI / 180));
  const area = Math.max(1, width) * Math.max(1, height);
  return leastDistanceBetween(place, [bounds]) + Math.max(1, Math.sqrt((area * limit) / total / Math.PI));
}
