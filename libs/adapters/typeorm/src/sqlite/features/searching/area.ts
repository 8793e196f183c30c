import { type BoundingBox, boundingBoxesOf, boxesAround } from '@cairn/geometry';
import type { FeatureCriteria } from '@cairn/spaces';
import type { SpatialCriterion } from '@cairn/spaces/spi';
import { allOf, anyOf, type Condition } from '../rows/condition.js';

/** Larger than the relative error of a distance. */
const MARGIN = 1e-4;

/** Boxes that every matching feature touches; `undefined` if features may match anywhere. */
export function areaOf({
  boxes,
  near,
  window,
  spatial,
}: FeatureCriteria): readonly BoundingBox[] | undefined {
  return boxes ?? near ?? window?.boxes ?? (spatial && areaAround(spatial));
}

function areaAround({
  geometry,
  relation,
  radiusInMeters,
}: SpatialCriterion): readonly BoundingBox[] | undefined {
  if (relation === 'disjoint') return undefined;
  return boxesAround(boundingBoxesOf(geometry), radiusInMeters * (1 + MARGIN));
}

/** Whether the boxes of a feature touch the area, or may touch it at the antimeridian. */
export function touches(area: readonly BoundingBox[]): Condition {
  const parts = area.map(([west, south, east, north]): Condition => ({
    text: '(f.west <= ? AND f.east >= ? AND f.south <= ? AND f.north >= ?)',
    values: [east, west, north, south],
  }));
  return anyOf(area.length === 0 ? [] : [{ text: 'f.west > f.east', values: [] }, ...parts]);
}

/** Whether one of the boxes contains the whole feature, so that its geometry need not be checked. */
export function isInside(boxes: readonly BoundingBox[] | undefined): Condition {
  if (boxes === undefined) return allOf([]);
  const parts = boxes.map(([west, south, east, north]): Condition => ({
    text: '(f.west BETWEEN ? AND f.east AND f.east <= ? AND f.south >= ? AND f.north <= ?)',
    values: [west, east, south, north],
  }));
  return anyOf(parts);
}
