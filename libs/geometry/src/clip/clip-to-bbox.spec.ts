import { describe, expect, it } from '@jest/globals';
import { type BoundingBox } from '../boxes/bounding-box.js';
import { type Geometry, type Polygon, type Position } from '../geojson/geojson.js';
import { clipToBbox } from './clip-to-bbox.js';

const ring = ([west, south, east, north]: BoundingBox): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
const polygon = (...coordinates: Position[][]): Polygon => ({ type: 'Polygon', coordinates });
const line = (...coordinates: Position[]): Geometry => ({ type: 'LineString', coordinates });

const COMB = polygon([
  [0, 0],
  [9, 0],
  [9, 9],
  [6, 9],
  [6, 3],
  [3, 3],
  [3, 9],
  [0, 9],
  [0, 0],
]);
const FRAME = polygon(ring([0, 0, 9, 9]), ring([3, 3, 6, 6]).reverse());
const PACIFIC = polygon(ring([170, -10, -170, 10]));

/** Twice the signed areas of all rings together. */
function doubleArea(geometry: Geometry | undefined): number {
  if (geometry?.type !== 'Polygon' && geometry?.type !== 'MultiPolygon') return 0;
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const areaOf = (vertices: readonly Position[]) =>
    vertices.reduce((sum, [x, y], index) => {
      const [nextX, nextY] = vertices[index + 1] ?? [x, y];
      return sum + x * nextY - nextX * y;
    }, 0);
  return polygons.flat().reduce((sum, vertices) => sum + areaOf(vertices), 0);
}

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
  ])('of %s', (...[, geometry, bbox, expected]) => {
    expect(clipToBbox(geometry, bbox)).toEqual(expected);
  });

  it('gives back what is wholly inside as it is', () => {
    const odd = polygon(ring([0, 0, 9, 9]).reverse());
    expect(clipToBbox(odd, [0, 0, 9, 9])).toBe(odd);
    expect(clipToBbox(PACIFIC, [160, -20, -160, 20])).toBe(PACIFIC);
  });

  it('takes apart a polygon that falls apart', () => {
    const clipped = clipToBbox(COMB, [-1, 5, 10, 7]);
    expect(clipped?.type === 'MultiPolygon' && clipped.coordinates).toHaveLength(2);
    expect(doubleArea(clipped)).toBe(2 * 12);
  });

  it('keeps a hole in the part around it, and opens one that is cut', () => {
    const whole = clipToBbox(FRAME, [-1, 2, 10, 7]);
    expect(whole?.type === 'Polygon' && whole.coordinates).toHaveLength(2);
    const opened = clipToBbox(FRAME, [-1, 4, 10, 5]);
    expect(opened?.type === 'MultiPolygon' && opened.coordinates.map((rings) => rings.length)).toEqual([
      1, 1,
    ]);
    expect(doubleArea(opened)).toBe(2 * 6);
  });

  it('gives each part its own holes', () => {
    const holes = [ring([1, 5, 2, 6]), ring([7, 5, 8, 6]), ring([7, 7, 8, 8])];
    const clipped = clipToBbox(
      { type: 'Polygon', coordinates: [...COMB.coordinates, ...holes] },
      [-1, 4, 10, 8.5],
    );
    const counts = clipped?.type === 'MultiPolygon' ? clipped.coordinates.map((rings) => rings.length) : [];
    expect(counts.sort()).toEqual([2, 3]);
  });

  it('cuts a polygon across the antimeridian in two', () => {
    const clipped = clipToBbox(PACIFIC, [175, -5, -175, 5]);
    expect(clipped?.type === 'MultiPolygon' && clipped.coordinates).toHaveLength(2);
    expect(doubleArea(clipped)).toBe(2 * 100);
    expect(clipToBbox(PACIFIC, [-175, -5, 175, 5])?.type).toBe('MultiPolygon');
    expect(doubleArea(clipToBbox(PACIFIC, [-175, -5, 175, 5]))).toBe(2 * 100);
  });
});
