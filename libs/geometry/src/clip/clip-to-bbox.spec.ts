import { describe, expect, it } from '@jest/globals';
import { type BoundingBox } from '../geojson/bounding-box.js';
import { type Geometry, type Position } from '../geojson/geojson.js';
import { clipToBbox } from './clip-to-bbox.js';
import { polygon, ring } from './polygons.spec.kit.js';

const line = (...coordinates: Position[]): Geometry => ({ type: 'LineString', coordinates });

const PACIFIC = polygon(ring([170, -10, -170, 10]));

describe('clipToBbox', () => {
  it.each<[string, Geometry, BoundingBox, Geometry | undefined]>([
    [
      'a point inside',
      { type: 'Point', coordinates: [1, 2, 3] },
      [0, 0, 9, 9],
      { type: 'Point', coordinates: [1, 2, 3] },
    ],
    [
      'a point on the edge',
      { type: 'Point', coordinates: [9, 2] },
      [0, 0, 9, 9],
      { type: 'Point', coordinates: [9, 2] },
    ],
    ['a point outside', { type: 'Point', coordinates: [9.1, 2] }, [0, 0, 9, 9], undefined],
    [
      'a point one turn away',
      {
        type: 'MultiPoint',
        coordinates: [
          [361, 2, 5],
          [50, 2],
        ],
      },
      [0, 0, 9, 9],
      { type: 'MultiPoint', coordinates: [[1, 2, 5]] },
    ],
    [
      'a point of -180 in a box that ends at 180',
      {
        type: 'MultiPoint',
        coordinates: [
          [-180, 2],
          [0, 0],
        ],
      },
      [170, 0, 180, 9],
      { type: 'MultiPoint', coordinates: [[180, 2]] },
    ],
    ['a line', line([-5, 5], [5, 5]), [0, 0, 9, 9], line([0, 5], [5, 5])],
    ['a line with altitudes', line([-5, 5, 0], [5, 5, 100]), [0, 0, 9, 9], line([0, 5, 50], [5, 5, 100])],
    [
      'a line that leaves and comes back',
      line([5, 5], [15, 5], [15, 6], [5, 6]),
      [0, 0, 9, 9],
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [5, 5],
            [9, 5],
          ],
          [
            [9, 6],
            [5, 6],
          ],
        ],
      },
    ],
    ['a line along the edge', line([-1, 9], [5, 9]), [0, 0, 9, 9], line([0, 9], [5, 9])],
    ['a line that touches the box', line([8, 10], [10, 8]), [0, 0, 9, 9], undefined],
    ['a line outside', line([-5, 5], [5, 15]), [0, 0, 4, 4], undefined],
    [
      'lines',
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [-5, 5],
            [5, 5],
          ],
          [
            [20, 20],
            [30, 30],
          ],
        ],
      },
      [0, 0, 9, 9],
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [0, 5],
            [5, 5],
          ],
        ],
      },
    ],
    [
      'a polygon',
      polygon(ring([-5, -5, 5, 5])),
      [0, 0, 9, 9],
      polygon([
        [5, 0],
        [5, 5],
        [0, 5],
        [0, 0],
        [5, 0],
      ]),
    ],
    ['a polygon that touches the box', polygon(ring([9, 0, 12, 9])), [0, 0, 9, 9], undefined],
    [
      'a polygon around the box',
      polygon(ring([-50, -50, 50, 50])),
      [0, 0, 9, 9],
      polygon([
        [0, 9],
        [0, 0],
        [9, 0],
        [9, 9],
        [0, 9],
      ]),
    ],
    [
      'a collection',
      { type: 'GeometryCollection', geometries: [line([20, 20], [30, 30]), line([-5, 5], [5, 5])] },
      [0, 0, 9, 9],
      { type: 'GeometryCollection', geometries: [line([0, 5], [5, 5])] },
    ],
    [
      'a collection outside',
      { type: 'GeometryCollection', geometries: [line([20, 20], [30, 30])] },
      [0, 0, 9, 9],
      undefined,
    ],
    [
      'an empty geometry',
      { type: 'MultiPoint', coordinates: [] },
      [0, 0, 9, 9],
      { type: 'MultiPoint', coordinates: [] },
    ],
    [
      'a line across the antimeridian',
      line([170, 0], [-170, 2]),
      [175, -5, -175, 5],
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [175, 0.5],
            [180, 1],
          ],
          [
            [-180, 1],
            [-175, 1.5],
          ],
        ],
      },
    ],
    [
      'a line along the antimeridian',
      line([180, -9], [180, 9]),
      [175, -5, -175, 5],
      line([180, -5], [180, 5]),
    ],
  ])('of %s', (_, geometry, bbox, expected) => {
    expect(clipToBbox(geometry, bbox)).toEqual(expected);
  });

  it('gives back what is wholly inside as it is', () => {
    const odd = polygon(ring([0, 0, 9, 9]).reverse());
    expect(clipToBbox(odd, [0, 0, 9, 9])).toBe(odd);
    expect(clipToBbox(PACIFIC, [160, -20, -160, 20])).toBe(PACIFIC);
  });
});
