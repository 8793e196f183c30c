import { boundingBoxesOf, boxesAround, boxesContain, type BoundingBox } from '@cairn/geometry';
import type { SpatialCriterion } from '@cairn/spaces';
import { exactly, NEVER, type Condition } from './condition.js';
import { searchedExtents } from './extent.js';
import type { FeatureSpace } from '../feature-space.js';

/** Every feature has it that has a geometry with a position. */
export const HAS_EXTENT = exactly('extent IS NOT NULL');

/** Whether a feature has a point in one of the boxes. */
export function boxCondition(boxes: readonly BoundingBox[], { key, head }: FeatureSpace): Condition {
  if (boxes.length === 0 || head.bounds === undefined) return NEVER;
  if (boxesContain(boxes, [head.bounds])) return HAS_EXTENT;
  const extents = boxes.map((box) => searchedExtents(key, box));
  const inside = extents.flatMap((extent) => extent.inside).map((box) => `extent <@ ${box}`);
  const around = extents.flatMap((extent) => extent.around).map((box) => `extent && ${box}`);
  return {
    maybe: around.join(' OR '),
    surely: `coalesce(${inside.length === 0 ? 'FALSE' : inside.join(' OR ')}, FALSE)`,
  };
}

/** The boxes outside of which nothing fulfils the criterion. */
export function boxesOfSpatial({ geometry, radiusInMeters }: SpatialCriterion): readonly BoundingBox[] {
  const boxes = boundingBoxesOf(geometry);
  return radiusInMeters > 0 ? boxesAround(boxes, radiusInMeters) : boxes;
}
