import { expect, it } from '@jest/globals';
import { type BoundingBox, boundingBoxesOf, type Position } from '@cairn/geometry';
import { boundsOf } from './bounds.js';

const at = (...positions: readonly Position[]): readonly BoundingBox[] =>
  positions.flatMap((coordinates) => boundingBoxesOf({ type: 'Point', coordinates }));
const line = (...coordinates: readonly Position[]): readonly BoundingBox[] =>
  boundingBoxesOf({ type: 'LineString', coordinates });

it.each<[string, readonly BoundingBox[], BoundingBox | undefined]>([
  ['nothing', [], undefined],
  ['a point', at([3, 4]), [3, 4, 3, 4]],
  ['a point on the antimeridian', at([180, 5]), [180, 5, 180, 5]],
  ['a point on the antimeridian, by its other name', at([-180, 5]), [180, 5, 180, 5]],
  ['points on the antimeridian and in the west', at([180, 5], [-170, 6]), [-180, 5, -170, 6]],
  ['points on the antimeridian and in the east', at([170, 9], [-180, 5]), [170, 5, 180, 9]],
  ['points on the antimeridian and on both sides', at([100, 0], [180, 5], [-175, 0]), [-180, 0, 100, 5]],
  ['what touches it from the west', line([170, 0], [180, 1]), [170, 0, 180, 1]],
  ['what touches it from the east', line([-180, 0], [-170, 1]), [-180, 0, -170, 1]],
  ['what lies across', line([179, 0], [-179, 1]), [-180, 0, 180, 1]],
  ['bounds that were, and a point', [[-180, -1, -170, 1], ...at([180, 5])], [-180, -1, -170, 5]],
])('bounds of %s', (_, boxes, bounds) => {
  expect(boundsOf(boxes)).toEqual(bounds);
  expect(boundsOf(boxes.toReversed())).toEqual(bounds);
});
