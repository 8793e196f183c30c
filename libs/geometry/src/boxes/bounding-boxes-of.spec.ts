import { describe, expect, it } from '@jest/globals';
import { type Geometry, type Position } from '../geojson/geojson.js';
import { type BoundingBox, joinBoxes } from '../geojson/bounding-box.js';
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

const FIJI = [
  [177, -19, 180, -16],
  [-180, -19, -178, -16],
];

describe('boundingBoxesOf', () => {
  it.each<[string, Geometry, number[][]]>([
    ['nothing for an empty point', { type: 'Point', coordinates: [] }, []],
    ['nothing for an empty collection', { type: 'GeometryCollection', geometries: [] }, []],
    ['nothing for a polygon without rings', polygon(), []],
    ['a point', { type: 'Point', coordinates: [1, 2, 3] }, [[1, 2, 1, 2]]],
    ['a line', line([3, 1], [-2, 5]), [[-2, 1, 3, 5]]],
    ['a polygon', polygon(ring([1, 2, 3, 4])), [[1, 2, 3, 4]]],
    ['a line of exactly half a turn', line([-90, 0], [90, 1]), [[-90, 0, 90, 1]]],
    [
      'points on both sides, which are not across',
      {
        type: 'MultiPoint',
        coordinates: [
          [-179, 0],
          [179, 1],
        ],
      },
      [[-179, 0, 179, 1]],
    ],
    ['a polygon across, as longitudes that jump', polygon(ring([177, -19, -178, -16])), FIJI],
    ['a polygon across, as longitudes that go on', polygon(ring([177, -19, 182, -16])), FIJI],
    ['a polygon across, as longitudes that go on to the west', polygon(ring([-183, -19, -178, -16])), FIJI],
    [
      'a polygon that was cut',
      { type: 'MultiPolygon', coordinates: [[ring([177, -19, 180, -16])], [ring([-180, -19, -178, -16])]] },
      FIJI,
    ],
    [
      'a line across, each box with the latitudes of its side',
      line([179, 0], [-179, 10], [-170, 50]),
      [
        [179, 0, 180, 5],
        [-180, 5, -170, 50],
      ],
    ],
    ['a polygon two turns away', polygon(ring([370, 1, 380, 2])), [[10, 1, 20, 2]]],
    [
      'a country that starts at 19 and ends behind the antimeridian',
      {
        type: 'MultiPolygon',
        coordinates: [
          [ring([19, 54, 22, 55])],
          [ring([27, 50, 180, 77])],
          [ring([-180, 64, -169, 71])],
          [ring([-179, 70, -177, 72])],
        ],
      },
      [
        [19, 50, 180, 77],
        [-180, 50, -169, 77],
      ],
    ],
    [
      'a point on the antimeridian, on both sides',
      { type: 'Point', coordinates: [180, 5] },
      [
        [180, 5, 180, 5],
        [-180, 5, -180, 5],
      ],
    ],
    [
      'what touches it from the west',
      polygon(ring([170, 0, 180, 1])),
      [
        [170, 0, 180, 1],
        [-180, 0, -180, 1],
      ],
    ],
    [
      'what touches it from the east',
      polygon(ring([-180, 0, -100, 1])),
      [
        [180, 0, 180, 1],
        [-180, 0, -100, 1],
      ],
    ],
    ['the world', polygon(ring([-180, -90, 180, 90])), [[-180, -90, 180, 90]]],
    ['a polar cap with its pole', polygon(ring([-180, -90, 180, -60])), [[-180, -90, 180, -60]]],
    [
      'a polar cap without its pole',
      polygon([
        [0, 80],
        [120, 80],
        [-120, 80],
        [0, 80],
      ]),
      [[-180, 80, 180, 90]],
    ],
    [
      'a polar cap the other way round',
      polygon([
        [0, -80],
        [-120, -70],
        [120, -80],
        [0, -80],
      ]),
      [[-180, -90, 180, -70]],
    ],
    [
      'longitudes that rounding leads beyond 180',
      line([0, 0], [539.9999999999999, 1], [-539.9999999999982, 2]),
      [[-180, 0, 180, 2]],
    ],
    [
      'an island whose ring steps from 180 to -180 once, and across the antimeridian once',
      polygon([
        [-180, 70.9],
        [179, 70.8],
        [178, 71.2],
        [180, 71.5],
        [-180, 70.9],
      ]),
      [
        [178, 70.8, 180, 71.5],
        [-180, 70.9, -180, 71.5],
      ],
    ],
    [
      'an island that ends at the antimeridian, with a vertex on its other name',
      polygon([
        [-180, -16.5],
        [180, -16.5],
        [179, -16.6],
        [180, -16.4],
        [-180, -16.5],
      ]),
      [
        [179, -16.6, 180, -16.4],
        [-180, -16.5, -180, -16.4],
      ],
    ],
    [
      'an island across, which steps from 180 to -180 and back',
      polygon([
        [175, 1],
        [180, 1],
        [-180, 1],
        [-175, 1],
        [-175, 0],
        [-180, 0],
        [180, 0],
        [175, 0],
        [175, 1],
      ]),
      [
        [175, 0, 180, 1],
        [-180, 0, -175, 1],
      ],
    ],
    [
      'the world but for a bight at its edge',
      polygon([
        [-180, -60],
        [180, -60],
        [180, 10],
        [170, 10],
        [170, 20],
        [180, 20],
        [180, 80],
        [-180, 80],
        [-180, -60],
      ]),
      [[-180, -60, 180, 80]],
    ],
    [
      'a slice around the globe',
      polygon([
        [-180, 0],
        [180, 0],
        [180, 1],
        [-180, 0],
      ]),
      [[-180, 0, 180, 1]],
    ],
    [
      'a continent around its pole, from -180 to 179',
      polygon([
        [-180, -84],
        [-90, -75],
        [0, -70],
        [90, -66],
        [179, -84],
        [-180, -84],
      ]),
      [[-180, -90, 180, -66]],
    ],
    [
      'a continent around its pole, with an edge along the pole',
      polygon([
        [-180, -84],
        [-90, -75],
        [0, -70],
        [90, -66],
        [180, -84],
        [180, -90],
        [-180, -90],
        [-180, -84],
      ]),
      [[-180, -90, 180, -66]],
    ],
    ['a line around the globe', line([0, 0], [120, 1], [240, 2], [360, 3]), [[-180, 0, 180, 3]]],
  ])('gives %s', (_, geometry, boxes) => {
    expect(boundingBoxesOf(geometry)).toEqual(boxes);
  });

  it('gives two boxes that join to one as RFC 7946 writes it', () => {
    expect(joinBoxes(boundingBoxesOf(polygon(ring([177, -19, -178, -16]))))).toEqual([177, -19, -178, -16]);
    expect(joinBoxes(boundingBoxesOf(polygon(ring([170, 0, 180, 1]))))).toEqual([170, 0, 180, 1]);
    expect(joinBoxes(boundingBoxesOf(line([1, 2], [3, 4])))).toEqual([1, 2, 3, 4]);
    expect(joinBoxes(boundingBoxesOf({ type: 'Point', coordinates: [180, 5] }))).toEqual([180, 5, 180, 5]);
    expect(joinBoxes([])).toBeUndefined();
  });
});
