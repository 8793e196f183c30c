import { expect, it } from '@jest/globals';
import { type BoundingBox, boundingBoxesOf, type Position } from '@cairn/geometry';
import { boundsOf, narrowBounds } from './bounds.js';
import { EMPTY_SUMMARY, nextSummary } from './content-summary.js';

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

it.each<[string, readonly BoundingBox[], BoundingBox]>([
  [
    'on both sides of the antimeridian',
    [
      [177, -20, 180, -16],
      [-180, -20, -178, -16],
    ],
    [177, -20, -178, -16],
  ],
  [
    'of a country with islands beyond it',
    [
      [172, 51, 180, 53],
      [-180, 51, -67, 71],
    ],
    [172, 51, -67, 71],
  ],
  ['in one hemisphere', [[170, 0, 180, 1]], [170, 0, 180, 1]],
  [
    'nearer to each other across the meridian of 0',
    [
      [-60, 0, -5, 1],
      [5, 0, 60, 1],
    ],
    [-60, 0, 60, 1],
  ],
  [
    'also on the meridian of 0',
    [
      [177, 0, 179, 1],
      [-179, 0, -178, 1],
      [0, 0, 0, 0],
    ],
    [-179, 0, 179, 1],
  ],
])('the narrowest bounds of what is %s', (_, boxes, narrow) => {
  const features = boxes.map((box) => ({ outline: '' as never, tags: [], boxes: [box], length: 1 }));
  const [first, ...others] = features;
  const one = nextSummary(EMPTY_SUMMARY, first === undefined ? [] : [first], []);
  const all = nextSummary(one, others, []);
  expect(narrowBounds(boundsOf(boxes) ?? [0, 0, 0, 0], all.emptyMiddle)).toEqual(narrow);
});
