import { expect, it } from '@jest/globals';
import { force2D } from './force-2d.js';
import { type Geometry } from './geojson.js';

it.each<[Geometry, Geometry]>([
  [
    { type: 'Point', coordinates: [1, 2, 3, 4] },
    { type: 'Point', coordinates: [1, 2] },
  ],
  [
    { type: 'Point', coordinates: [] },
    { type: 'Point', coordinates: [] },
  ],
  [
    {
      type: 'MultiPoint',
      coordinates: [
        [1, 2, 3],
        [4, 5],
      ],
    },
    {
      type: 'MultiPoint',
      coordinates: [
        [1, 2],
        [4, 5],
      ],
    },
  ],
  [
    {
      type: 'MultiLineString',
      coordinates: [
        [
          [1, 2, 3],
          [4, 5, 6],
        ],
      ],
    },
    {
      type: 'MultiLineString',
      coordinates: [
        [
          [1, 2],
          [4, 5],
        ],
      ],
    },
  ],
  [
    {
      type: 'GeometryCollection',
      geometries: [
        {
          type: 'MultiPolygon',
          coordinates: [
            [
              [
                [0, 0, 1],
                [1, 0, 1],
                [1, 1, 1],
                [0, 0, 1],
              ],
            ],
          ],
        },
      ],
    },
    {
      type: 'GeometryCollection',
      geometries: [
        {
          type: 'MultiPolygon',
          coordinates: [
            [
              [
                [0, 0],
                [1, 0],
                [1, 1],
                [0, 0],
              ],
            ],
          ],
        },
      ],
    },
  ],
])('force2D of %j', (geometry, expected) => {
  expect(force2D(geometry)).toEqual(expected);
});
