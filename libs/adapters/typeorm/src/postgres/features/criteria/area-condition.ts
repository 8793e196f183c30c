import {
  boundingBoxesOf,
  boxesAround,
  boxesContain,
  type BoundingBox,
  withAllLongitudes,
} from '@cairn/geometry';
import type { SpatialCriterion } from '@cairn/spaces/spi';
import { exactly, NEVER, type Condition } from './condition.js';
import { extentConditions } from './extent.js';
import type { FeatureSpace } from '../rows/feature-space.js';

/** A condition that uses the index of extents. */
export interface AreaCondition extends Condition {
  /**
   * Conditions for one index scan each. Together they find nearly all that `maybe` finds, some of it more than once.
   */
  readonly scans: readonly string[];
}

/** True for every feature with a geometry that has a position. */
export const HAS_EXTENT: AreaCondition = { ...exactly('extent IS NOT NULL'), scans: [] };

/** True for every feature of the space with a geometry that has a position. Uses the index. */
export function anywhere({ key }: FeatureSpace): AreaCondition {
  const { around } = extentConditions(key, [-180, -90, 180 + 360, 90]);
  const condition = around[0] ?? 'TRUE';
  return { ...exactly(condition), scans: [condition] };
}

/** Whether a feature has a point in one of the boxes. */
export function boxCondition(boxes: readonly BoundingBox[], { key, head }: FeatureSpace): AreaCondition {
  const { bounds } = head;
  if (boxes.length === 0 || bounds === undefined) return { ...NEVER, scans: [] };
  if (boxesContain(boxes, [bounds])) return HAS_EXTENT;
  const conditions = boxes.map((box) => extentConditions(key, box));
  const scans = conditions.flatMap(({ around: [first = 'TRUE'] }) => first);
  const mayBeAcross = bounds[0] === -180 || bounds[2] === 180; // where a feature on the antimeridian may be
  const around = mayBeAcross ? conditions.flatMap((condition) => condition.around) : scans;
  const inside = conditions.flatMap((condition) => condition.inside);
  return {
    maybe: around.join(' OR '),
    surely: `coalesce(${inside.length === 0 ? 'FALSE' : inside.join(' OR ')}, FALSE)`,
    scans,
  };
}

/** Whether the box of a feature touches one of the boxes, or nearly touches it. */
export function nearCondition(boxes: readonly BoundingBox[], space: FeatureSpace): AreaCondition {
  const condition = boxCondition(boxes, space);
  return condition === HAS_EXTENT ? HAS_EXTENT : { ...exactly(condition.maybe), scans: condition.scans };
}

/** Boxes that contain every point that can meet the criterion. */
export function boxesOfSpatial({ geometry, radiusInMeters }: SpatialCriterion): readonly BoundingBox[] {
  const boxes = boundingBoxesOf(withAllLongitudes(geometry));
  return radiusInMeters > 0 ? boxesAround(boxes, radiusInMeters) : boxes;
}
