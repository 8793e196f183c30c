import { describe, expect, it } from '@jest/globals';
import { type Geometry, type Position } from '../geojson/geojson.js';
import { contains } from '../predicates/contains.js';
import { cutAtAntimeridian } from './clip-to-bbox.js';

const line = (...coordinates: Position[]): Geometry => ({ type: 'LineString', coordinates });
const PACIFIC: Geometry = {
  type: 'Polygon',
  coordinates: [
    [
      [170, -10],
      [-170, -10],
      [-170, 10],
      [170, 10],
      [170, -10],
    ],
  ],
};

describe('cutAtAntimeridian', () => {
  it.each<[string, Geometry, Geometry | undefined]>([
    ['a shape elsewhere', line([1, 2], [3, 4]), line([1, 2], [3, 4])],
    [
      'a line',
      line([179.123, 1], [-179.123, 3]),
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [179.123, 1],
            [180, 2],
          ],
          [
            [-180, 2],
            [-179.123, 3],
          ],
        ],
      },
    ],
    [
      'longitudes that go on',
      line([179, 1], [181, 3]),
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [179, 1],
            [180, 2],
          ],
          [
            [-180, 2],
            [-179, 3],
          ],
        ],
      },
    ],
    ['a point beyond', { type: 'Point', coordinates: [190, 3] }, { type: 'Point', coordinates: [-170, 3] }],
    [
      'points on it',
      {
        type: 'MultiPoint',
        coordinates: [
          [180, 3],
          [-180, 3],
        ],
      },
      {
        type: 'MultiPoint',
        coordinates: [
          [180, 3],
          [-180, 3],
        ],
      },
    ],
    ['a line along it', line([180, 1], [180, 3]), line([180, 1], [180, 3])],
    [
      'a line that runs along it in its middle',
      line([170, 0], [180, 0], [180, 10], [170, 10]),
      line([170, 0], [180, 0], [180, 10], [170, 10]),
    ],
    ['nothing', { type: 'Point', coordinates: [] }, undefined],
  ])('of %s', (_, geometry, expected) => {
    expect(cutAtAntimeridian(geometry)).toEqual(expected);
  });

  it('cuts polygons in two, and polar caps along the pole', () => {
    const cut = cutAtAntimeridian(PACIFIC);
    expect(cut?.type === 'MultiPolygon' && cut.coordinates).toHaveLength(2);
    expect(cut && contains(cut, PACIFIC) && contains(PACIFIC, cut)).toBe(true);
    const cap: Geometry = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 80],
          [120, 80],
          [-120, 80],
          [0, 80],
        ],
      ],
    };
    const cutCap = cutAtAntimeridian(cap);
    expect(cutCap && contains(cutCap, cap) && contains(cap, cutCap)).toBe(true);
    expect(
      cutCap &&
        contains(cutCap, {
          type: 'MultiPoint',
          coordinates: [
            [-180, 90],
            [180, 90],
            [0, 90],
          ],
        }),
    ).toBe(true);
  });
});
