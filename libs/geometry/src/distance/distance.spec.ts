import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { boxesIntersect } from '../geojson/bounding-box.js';
import { boundingBoxesOf } from '../boxes/bounding-boxes-of.js';
import { type Geometry, type Position, isPosition } from '../geojson/geojson.js';
import { intersects } from '../predicates/intersects.js';
import { boxesAround, leastDistanceBetween } from './boxes-around.js';
import { distanceBetween, isWithinDistance } from './distance.js';

const point = (...coordinates: [number, number]): Geometry => ({ type: 'Point', coordinates });
const line = (...coordinates: Position[]): Geometry => ({ type: 'LineString', coordinates });
const polygon = (...coordinates: Position[][]): Geometry => ({ type: 'Polygon', coordinates });
const EMPTY: Geometry = { type: 'GeometryCollection', geometries: [] };
const WORLD = polygon([
  [-180, -90],
  [180, -90],
  [180, 90],
  [-180, 90],
  [-180, -90],
]);

const degrees = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });
const anywhere: fc.Arbitrary<Position> = fc.tuple(degrees(180), degrees(90));
const nearby: fc.Arbitrary<Position> = fc.tuple(
  fc.oneof(fc.constantFrom(-180, 180, 179.5, -179.5), degrees(3)),
  fc.oneof(fc.constantFrom(-90, 90, 0, 1), degrees(3)),
);
const position = fc.oneof(anywhere, nearby);
const shape: fc.Arbitrary<Geometry> = fc.oneof(
  position.map((coordinates): Geometry => ({ type: 'Point', coordinates })),
  fc
    .array(position, { minLength: 1, maxLength: 4 })
    .map((coordinates): Geometry => ({ type: 'MultiPoint', coordinates })),
  fc.array(position, { minLength: 2, maxLength: 4 }).map((coordinates): Geometry => line(...coordinates)),
  fc.tuple(position, position, position).map(([a, b, c]): Geometry => polygon([a, b, c, a])),
);

describe('distanceBetween', () => {
  it.each<{ what: string; one: Geometry; other: Geometry; meters: number }>([
    // The lengths of WGS 84: a degree of the equator, of a meridian at the equator and at the pole, half a meridian.
    { what: 'a degree along the equator', one: point(0, 0), other: point(1, 0), meters: 111_319.4908 },
    { what: 'a degree along a meridian', one: point(5, 0), other: point(5, 1), meters: 110_574.3886 },
    { what: 'a degree at the pole', one: point(5, 89), other: point(5, 90), meters: 111_693.8647 },
    { what: 'from pole to pole', one: point(0, 90), other: point(70, -90), meters: 20_003_931.4586 },
    { what: 'nothing at the pole', one: point(0, 90), other: point(120, 90), meters: 0 },
    { what: 'across the antimeridian', one: point(179.5, 0), other: point(-179.5, 0), meters: 111_319.4908 },
    { what: 'one turn away', one: point(-10, 20), other: point(350, 20), meters: 0 },
    { what: 'across the pole', one: point(0, 89.5), other: point(180, 89.5), meters: 111_694.2 },
    {
      what: 'a line across the antimeridian',
      one: line([179, 1], [-179, 1]),
      other: point(180, 0),
      meters: 110_574.3886,
    },
    {
      what: 'a line far from where its ends would have it',
      one: line([0, -85], [7, -76]),
      other: point(4, -80),
      meters: 2_135.7,
    },
    {
      what: 'a line nearest in its middle',
      one: line([-60, 10], [60, 10]),
      other: point(0, 11),
      meters: 110_611.2,
    },
    {
      what: 'a point inside',
      one: polygon([
        [0, 0],
        [4, 0],
        [0, 4],
        [0, 0],
      ]),
      other: point(1, 1),
      meters: 0,
    },
    { what: 'a point in the world', one: WORLD, other: point(12, 34), meters: 0 },
    {
      what: 'a polar cap that encloses the pole',
      one: polygon([
        [0, 80],
        [120, 80],
        [-120, 80],
        [0, 80],
      ]),
      other: point(33, 89),
      meters: 0,
    },
  ])('is $what', ({ one, other, meters }) => {
    expect(Math.abs(distanceBetween(one, other) - meters)).toBeLessThanOrEqual(meters * 1e-5);
    expect(distanceBetween(other, one)).toBeCloseTo(distanceBetween(one, other), 6);
  });

  it('is right to 0.001 % on lines that are long and go any way', () => {
    // From New York to Paris, as GeographicLib has it.
    expect(distanceBetween(point(-73.8, 40.6), point(2.55, 49.01666667)) / 5_853_226.25).toBeCloseTo(1, 5);
  });

  it('is endless to an empty geometry', () => {
    expect(distanceBetween(EMPTY, point(0, 0))).toBe(Infinity);
    expect(isWithinDistance(EMPTY, point(0, 0), Infinity)).toBe(false);
  });

  it('is that of a hole to what lies in it', () => {
    const frame = polygon(
      [
        [0, 0],
        [9, 0],
        [9, 9],
        [0, 9],
        [0, 0],
      ],
      [
        [1, 1],
        [1, 8],
        [8, 8],
        [8, 1],
        [1, 1],
      ],
    );
    expect(distanceBetween(frame, point(2, 4)) / 111_049.1).toBeCloseTo(1, 3);
  });

  it('is symmetric, 0 where shapes intersect, and at most that of any two of their vertices', () => {
    const some = fc.constantFrom(0, 1, 2);
    fc.assert(
      fc.property(shape, shape, some, (one, other, index) => {
        const distance = distanceBetween(one, other);
        expect(Math.abs(distanceBetween(other, one) - distance)).toBeLessThanOrEqual(distance * 0.007 + 1e-3);
        if (intersects(one, other)) expect(distance).toBe(0);
        else expect(distance).toBeGreaterThanOrEqual(0);
        const [a, b] = [verticesOf(one)[index], verticesOf(other)[index]];
        if (a && b)
          expect(distance).toBeLessThanOrEqual(
            distanceBetween(point(a[0], a[1]), point(b[0], b[1])) * 1.007 + 1e-3,
          );
      }),
      { numRuns: 300 },
    );
  });

  it('is no longer than from any vertex along an edge', () => {
    fc.assert(
      fc.property(fc.tuple(position, position, position), degrees(1), ([from, to, away], t) => {
        const edge = line([from[0] / 2, from[1]], [to[0] / 2, to[1]]);
        const part = Math.abs(t);
        const on = point((from[0] + (to[0] - from[0]) * part) / 2, from[1] + (to[1] - from[1]) * part);
        const distance = distanceBetween(edge, point(away[0], away[1]));
        expect(distance).toBeLessThanOrEqual(distanceBetween(on, point(away[0], away[1])) * 1.007 + 1e-3);
      }),
      { numRuns: 300 },
    );
  });
});

describe('isWithinDistance', () => {
  it('is what the distance says, on either side of the limit', () => {
    fc.assert(
      fc.property(shape, shape, (one, other) => {
        const distance = distanceBetween(one, other);
        expect(isWithinDistance(one, other, distance * 1.01 + 0.001)).toBe(true);
        if (distance > 0) expect(isWithinDistance(one, other, distance * 0.99 - 0.001)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it('includes the limit itself, and 0 where shapes touch', () => {
    const meters = distanceBetween(point(0, 0), point(1, 1));
    expect(isWithinDistance(point(0, 0), point(1, 1), meters)).toBe(true);
    expect(isWithinDistance(point(0, 0), point(1, 1), meters - 0.001)).toBe(false);
    expect(isWithinDistance(line([0, 0], [2, 2]), point(1, 1), 0)).toBe(true);
    expect(isWithinDistance(point(0, 90), point(120, 90), 0)).toBe(true);
    expect(isWithinDistance(point(1, 1), point(1, 1), -1)).toBe(false);
    expect(isWithinDistance(point(1, 1), point(1, 1), NaN)).toBe(false);
  });
});

describe('boxesAround', () => {
  it.each<[[number, number], number, number[][]]>([
    [[0, 0], 110_574.388, [[-1.0067, -1, 1.0067, 1]]],
    [
      [179.5, 0],
      110_000,
      [
        [178.49, -1, 180, 1],
        [-180, -1, -179.5, 1],
      ],
    ],
    [[0, 89.5], 110_000, [[-180, 88.5, 180, 90]]],
    [[0, 0], 1e9, [[-180, -90, 180, 90]]],
  ])('of %j and %d m', (at, radius, expected) => {
    const boxes = boxesAround(boundingBoxesOf(point(...at)), radius);
    expect(boxes).toHaveLength(expected.length);
    boxes
      .flat()
      .forEach((edge, index) => expect(Math.abs(edge - (expected.flat()[index] ?? NaN))).toBeLessThan(0.02));
  });

  it('meet the boxes of everything within the radius', () => {
    fc.assert(
      fc.property(shape, shape, fc.double({ min: 0, max: 3e6, noNaN: true }), (one, other, radius) => {
        const [a, b] = [boundingBoxesOf(one), boundingBoxesOf(other)];
        if (isWithinDistance(one, other, radius))
          expect(boxesIntersect(boxesAround(a, radius), b)).toBe(true);
        expect(leastDistanceBetween(a, b)).toBeLessThanOrEqual(distanceBetween(one, other) + 1e-3);
      }),
      { numRuns: 500 },
    );
  });
});

function verticesOf(geometry: Geometry): readonly Position[] {
  if (geometry.type === 'Point') return isPosition(geometry.coordinates) ? [geometry.coordinates] : [];
  if (geometry.type === 'MultiPoint' || geometry.type === 'LineString') return geometry.coordinates;
  return geometry.type === 'Polygon' ? (geometry.coordinates[0] ?? []) : [];
}
