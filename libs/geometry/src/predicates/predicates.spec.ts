import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { boundingBoxesOf } from '../boxes/bounding-boxes-of.js';
import { boxesIntersect } from '../geojson/bounding-box.js';
import { type Geometry, type Position } from '../geojson/geojson.js';
import { prepare } from '../plane/prepared-geometry.js';
import { contains, within } from './contains.js';
import { disjoint, intersects } from './intersects.js';

const point = (...coordinates: [number, number]): Geometry => ({ type: 'Point', coordinates });
const points = (...coordinates: Position[]): Geometry => ({ type: 'MultiPoint', coordinates });
const line = (...coordinates: Position[]): Geometry => ({ type: 'LineString', coordinates });
const polygon = (...coordinates: Position[][]): Geometry => ({ type: 'Polygon', coordinates });
const together = (...geometries: Geometry[]): Geometry => ({ type: 'GeometryCollection', geometries });
const ring = ([west, south, east, north]: [number, number, number, number]): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
const box = (...edges: [number, number, number, number]) => polygon(ring(edges));
const EMPTY = together();

const PACIFIC = box(170, -10, -170, 10);
const CUT_PACIFIC: Geometry = {
  type: 'MultiPolygon',
  coordinates: [[ring([170, -10, 180, 10])], [ring([-180, -10, -170, 10])]],
};
const HOLED_PACIFIC = polygon(ring([170, -10, -170, 10]), ring([-178, -5, -175, 5]), ring([171, -5, 174, 5]));
const ARCTIC = polygon([
  [0, 80],
  [120, 80],
  [-120, 80],
  [0, 80],
]);
const FRAME = polygon(ring([0, 0, 9, 9]), ring([2, 2, 7, 7]).reverse());
const THE_WORLD = box(-180, -90, 180, 90);

describe('intersects', () => {
  it.each<[string, Geometry, Geometry, boolean]>([
    ['a point and itself', point(1, 2), point(1, 2), true],
    ['two points', point(1, 2), point(1, 2.0000001), false],
    ['a point on a vertex', line([0, 0], [3, 1]), point(3, 1), true],
    ['a point in the middle of a line', line([0, 0], [2, 6]), point(1, 3), true],
    ['a point beside a line, by 1e-15', line([0, 0], [2, 6]), point(1 + 1e-15, 3), false],
    ['a point on a boundary', FRAME, point(0, 5), true],
    ['a point on the boundary of a hole', FRAME, point(2, 5), true],
    ['a point in a hole', FRAME, point(5, 5), false],
    ['a polygon in a hole', FRAME, box(3, 3, 6, 6), false],
    ['a polygon that touches the hole', FRAME, box(3, 3, 7, 6), true],
    ['a polygon around it', FRAME, box(-1, -1, 10, 10), true],
    ['polygons that share a corner', box(0, 0, 1, 1), box(1, 1, 2, 2), true],
    ['lines that cross', line([0, 0], [2, 2]), line([0, 2], [2, 0]), true],
    ['lines on one another', line([0, 0], [2, 2]), line([1, 1], [3, 3]), true],
    ['lines in one direction, apart', line([0, 0], [1, 1]), line([2, 2], [3, 3]), false],
    ['a line without length', line([1, 1], [1, 1]), point(1, 1), true],
    [
      'a ring without area',
      polygon([
        [0, 0],
        [2, 2],
        [0, 0],
        [0, 0],
      ]),
      point(1, 1),
      true,
    ],
    [
      'a ring without area, elsewhere',
      polygon([
        [0, 0],
        [2, 2],
        [0, 0],
        [0, 0],
      ]),
      point(1, 1.1),
      false,
    ],
    ['nothing', EMPTY, point(1, 1), false],
    ['a collection', together(point(50, 50), FRAME), point(1, 1), true],
    ['across the antimeridian, from the west', PACIFIC, point(175, 0), true],
    ['across the antimeridian, from the east', PACIFIC, point(-175, 0), true],
    ['across the antimeridian, on it', PACIFIC, point(180, 0), true],
    ['across the antimeridian, on its other name', PACIFIC, point(-180, 0), true],
    ['across the antimeridian, not on the far side', PACIFIC, point(0, 0), false],
    ['a line across and a polygon across', PACIFIC, line([179, 20], [-179, -20]), true],
    ['a hole across the antimeridian', HOLED_PACIFIC, point(-176, 0), false],
    ['what is beside its holes', HOLED_PACIFIC, point(176, 0), true],
    ['180 and -180', point(180, 5), point(-180, 5), true],
    ['a polar cap and what is near the pole', ARCTIC, point(-60, 89), true],
    ['a polar cap and what is far from it', ARCTIC, point(-60, 79), false],
    ['the world', THE_WORLD, point(77, -33), true],
    ['the world and what goes across', THE_WORLD, PACIFIC, true],
  ])('of %s', (_, one, other, expected) => {
    expect(intersects(one, other)).toBe(expected);
    expect(intersects(prepare(other), prepare(one))).toBe(expected);
    expect(disjoint(one, other)).toBe(!expected);
  });
});

describe('contains', () => {
  it.each<[string, Geometry, Geometry, boolean]>([
    ['a point of a boundary', FRAME, point(0, 0), true],
    ['a point in a hole', FRAME, point(5, 5), false],
    ['points on a line', line([0, 0], [4, 4]), points([1, 1], [4, 4]), true],
    ['points, one of them aside', line([0, 0], [4, 4]), points([1, 1], [4, 5]), false],
    ['a line along a boundary', FRAME, line([0, 0], [9, 0], [9, 9]), true],
    ['a line along the hole', FRAME, line([2, 2], [7, 2]), true],
    ['a line over the hole', FRAME, line([1, 5], [8, 5]), false],
    ['a line in the middle of a line', line([0, 0], [8, 8]), line([1, 1], [5, 5]), true],
    ['a line that goes on', line([0, 0], [8, 8]), line([1, 1], [9, 9]), false],
    [
      'a line over two lines',
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [0, 0],
            [2, 0],
          ],
          [
            [2, 0],
            [4, 0],
          ],
        ],
      },
      line([0, 0], [4, 0]),
      true,
    ],
    ['a polygon in a line', line([0, 0], [9, 0]), box(0, 0, 1, 1), false],
    ['itself', FRAME, FRAME, true],
    ['its outline filled', FRAME, box(0, 0, 9, 9), false],
    ['what fills its hole', FRAME, box(2, 2, 7, 7), false],
    ['a polygon beside the hole', FRAME, box(0, 0, 2, 9), true],
    ['a polygon that reaches out', FRAME, box(1, 1, 10, 2), false],
    [
      'a polygon over two that share an edge',
      together(box(0, 0, 2, 2), box(2, 0, 4, 2)),
      box(1, 0, 3, 2),
      true,
    ],
    [
      'a polygon over two that share a corner',
      together(box(0, 0, 2, 2), box(2, 2, 4, 4)),
      box(1, 1, 3, 3),
      false,
    ],
    ['nothing', FRAME, EMPTY, false],
    ['anything, as nothing', EMPTY, point(0, 0), false],
    ['a shape across, as longitudes that jump', PACIFIC, box(175, -5, -175, 5), true],
    ['a shape across, in one that was cut', CUT_PACIFIC, box(175, -5, -175, 5), true],
    ['a shape that was cut, in one across', PACIFIC, CUT_PACIFIC, true],
    ['a shape across, in its cut self', CUT_PACIFIC, PACIFIC, true],
    ['a line across, in one that was cut', CUT_PACIFIC, line([175, 1], [-175, 2]), true],
    ['a shape across that reaches out', PACIFIC, box(175, -5, -165, 5), false],
    ['a point at the pole of a cap', ARCTIC, point(10, 90), true],
    ['a ring around the pole', ARCTIC, line([0, 85], [120, 85], [240, 85], [360, 85]), true],
    [
      'a cap in a cap',
      ARCTIC,
      polygon([
        [0, 85],
        [120, 85],
        [-120, 85],
        [0, 85],
      ]),
      true,
    ],
    ['anything, as the world', THE_WORLD, PACIFIC, true],
    ['the world', PACIFIC, THE_WORLD, false],
  ])('%s', (_, outer, inner, expected) => {
    expect(contains(outer, inner)).toBe(expected);
    expect(within(inner, outer)).toBe(expected);
  });
});

/** On a coarse grid around the antimeridian, so that shapes touch, overlap and coincide. */
const longitude = fc.integer({ min: 177, max: 184 }).map((x) => (x > 180 ? x - 360 : x));
const position: fc.Arbitrary<Position> = fc.tuple(longitude, fc.integer({ min: -4, max: 4 }));
const ofPositions = (least: number, most = least) =>
  fc.array(position, { minLength: least, maxLength: most });
const shape: fc.Arbitrary<Geometry> = fc.oneof(
  position.map(([x, y]) => point(x, y)),
  ofPositions(1, 12).map((all) => points(...all)),
  ofPositions(2, 5).map((all) => line(...all)),
  ofPositions(3).map(([a, b, c]) => polygon([a, b, c, a].filter((vertex) => vertex !== undefined))),
  fc
    .tuple(ofPositions(2), ofPositions(2))
    .map((coordinates): Geometry => ({ type: 'MultiLineString', coordinates })),
);

describe('the predicates, whatever the shapes', () => {
  it('finds a gap between parts that overlap, wherever on their edges it is', () => {
    const around = [box(0, 0, 2, 9), box(3, 0, 9, 9), box(0, 0, 9, 2), box(0, 3, 9, 9)];
    expect(contains(together(...around), box(1, 1, 8, 8))).toBe(false);
    expect(contains(together(...around, box(1, 1, 4, 4)), box(1, 1, 8, 8))).toBe(true);
    const crossing = polygon([...ring([0, 0, 9, 9]), ...ring([2, 2, 3, 3]), [0, 0]]);
    expect(contains(crossing, box(1, 1, 8, 8))).toBe(false);
  });

  it('agree with each other', () => {
    fc.assert(
      fc.property(shape, shape, (one, other) => {
        const meet = intersects(one, other);
        expect(intersects(other, one)).toBe(meet);
        if (meet) expect(boxesIntersect(boundingBoxesOf(one), boundingBoxesOf(other))).toBe(true);
        if (contains(one, other)) expect(meet).toBe(true);
        if (contains(one, other)) expect(contains(together(one, point(0, 0)), other)).toBe(true);
        expect(contains(together(one, other), other)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('hold for each shape and itself, in either winding, and one turn away', () => {
    const inOneTurn = (path: readonly Position[], degrees: number): Position[] =>
      path.map(([x, y]) => [(x < 0 ? x + 360 : x) + degrees, y]);
    const away = (degrees: number, geometry: Geometry): Geometry =>
      geometry.type === 'LineString'
        ? { ...geometry, coordinates: inOneTurn(geometry.coordinates, degrees) }
        : geometry;
    fc.assert(
      fc.property(shape, shape, (one, other) => {
        expect(intersects(one, one)).toBe(true);
        expect(contains(one, one)).toBe(true);
        expect(intersects(away(0, one), other)).toBe(intersects(one, other));
        expect(contains(away(-360, one), other)).toBe(contains(one, other));
        if (one.type !== 'Polygon') return;
        // Of a ring that jumps the winding tells which side of the globe it is on.
        const goingOn = { ...one, coordinates: one.coordinates.map((ring) => inOneTurn(ring, 0)) };
        const backwards = { ...one, coordinates: goingOn.coordinates.map((ring) => ring.toReversed()) };
        expect(contains(backwards, other)).toBe(contains(goingOn, other));
      }),
      { numRuns: 300 },
    );
  });

  it('find any vertex of many parts', () => {
    const crowd: Position[] = Array.from({ length: 3000 }, (_, index) => [
      ((index * 77) % 360) - 180,
      ((index * 31) % 170) - 85,
    ]);
    const prepared = prepare(points(...crowd));
    for (const [x, y] of crowd.slice(0, 200)) {
      expect(intersects(prepared, point(x, y))).toBe(true);
      expect(intersects(prepared, point(x, y + 0.5))).toBe(false);
    }
  });
});
