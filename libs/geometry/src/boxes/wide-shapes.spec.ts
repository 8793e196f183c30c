import { expect, it } from '@jest/globals';
import { type Geometry, type Position } from '../geojson/geojson.js';
import { type BoundingBox } from '../geojson/bounding-box.js';
import { boundingBoxesOf } from './bounding-boxes-of.js';

const line = (...coordinates: Position[]): Geometry => ({ type: 'LineString', coordinates });
const ring = ([west, south, east, north]: BoundingBox): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
const polygon = (...coordinates: Position[][]): Geometry => ({ type: 'Polygon', coordinates });

it.each<[string, Geometry, number[][]]>([
  [
    'a track that jumps',
    line([170, 0], [-170, 10], [-160, 10]),
    [
      [170, 0, 180, 5],
      [-180, 5, -160, 10],
    ],
  ],
  ['a line wider than half the globe', line([-100, 0], [100, 1]), [[-100, 0, 100, 1]]],
  ['a rectangle wider than half the globe', polygon(ring([-150, -60, 60, 60])), [[-150, -60, 60, 60]]],
  [
    'a rectangle that is nearly the world',
    polygon(ring([-179.9, -60, 179.9, 60])),
    [[-179.9, -60, 179.9, 60]],
  ],
  [
    'a rectangle from the antimeridian on',
    polygon(ring([-180, -60, 30, 60])),
    [
      [180, -60, 180, 60],
      [-180, -60, 30, 60],
    ],
  ],
  [
    'a rectangle that jumps, clockwise when read flat, with a hole across',
    polygon(ring([170, -9, -170, 9]), ring([178, -2, -178, 2]).toReversed()),
    [
      [170, -9, 180, 9],
      [-180, -9, -170, 9],
    ],
  ],
  [
    'a land that jumps, large on one side: read flat it would cross itself',
    polygon([
      [10, 50],
      [179, 50],
      [-170, 60],
      [179, 70],
      [10, 70],
      [10, 50],
    ]),
    [
      [10, 50, 180, 70],
      [-180, expect.closeTo(50.9, 1), -170, expect.closeTo(69.1, 1)],
    ] as number[][],
  ],
  [
    'a band around the globe with a step, and a whole turn',
    polygon([
      [-180, -60],
      [180, -60],
      [180, 10],
      [100, 20],
      [-180, 20],
      [-180, -60],
    ]),
    [[-180, -60, 180, 20]],
  ],
])('the boxes of %s', (_, geometry, boxes) => {
  expect(boundingBoxesOf(geometry)).toEqual(boxes);
});
