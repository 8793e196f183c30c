import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bboxPolygon } from '../boxes/bbox-polygon.js';
import type { BoundingBox } from '../geojson/bounding-box.js';
import { boundingBoxesOf } from '../boxes/bounding-boxes-of.js';
import { circleAround } from '../distance/circle.js';
import { distanceBetween } from '../distance/distance.js';
import type { Geometry, Polygon, Position } from '../geojson/geojson.js';
import { planarParts } from '../plane/paths.js';
import { contains } from '../predicates/contains.js';
import { intersects } from '../predicates/intersects.js';
import { doubleAreaOf } from '../plane/area.js';
import { clipToArea } from './clip-to-area.js';
import { clipToBbox } from './clip-to-bbox.js';

const polygon = (...coordinates: Position[][]): Polygon => ({ type: 'Polygon', coordinates });
const square = ([west, south, east, north]: BoundingBox): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
const line = (...coordinates: Position[]): Geometry => ({ type: 'LineString', coordinates });
const triangle = polygon([
  [0, 0],
  [10, 0],
  [0, 10],
  [0, 0],
]);
const areaOf = (geometry: Geometry | undefined): number =>
  (geometry === undefined ? [] : planarParts(geometry)).reduce(
    (sum, part) =>
      part.kind === 'polygon' ? sum + part.rings.reduce((all, ring) => all + doubleAreaOf(ring) / 2, 0) : sum,
    0,
  );

/** A polygon around the middle, with corners at these distances. */
function star(radii: readonly number[]): Polygon {
  const corners = radii.map((radius, index): Position => {
    const angle = (2 * Math.PI * index) / radii.length;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  return polygon([...corners, ...corners.slice(0, 1)]);
}

const radii = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 3, maxLength: 400 });

describe('clipToArea', () => {
  it.each<[string, Geometry, Geometry | undefined]>([
    ['a point inside', { type: 'Point', coordinates: [1, 1, 5] }, { type: 'Point', coordinates: [1, 1, 5] }],
    [
      'a point on the boundary',
      { type: 'Point', coordinates: [5, 5] },
      { type: 'Point', coordinates: [5, 5] },
    ],
    ['a point outside', { type: 'Point', coordinates: [6, 6] }, undefined],
    [
      'points',
      { type: 'MultiPoint', coordinates: [[6, 6], [1, 1]] }, // prettier-ignore
      { type: 'MultiPoint', coordinates: [[1, 1]] },
    ],
    ['a line, with altitudes in between', line([4, 4, 0], [6, 6, 20]), line([4, 4, 0], [5, 5, 10])],
    ['a line with corners inside', line([-5, 1], [2, 1], [2, 20]), line([0, 1], [2, 1], [2, 8])],
    [
      'a line that comes back',
      line([1, -1], [1, 1], [-1, 1], [-1, 2], [1, 2]),
      {
        type: 'MultiLineString',
        coordinates: [[[1, 0], [1, 1], [0, 1]], [[0, 2], [1, 2]]], // prettier-ignore
      },
    ],
    ['a line along the boundary', line([0, -5], [0, 20]), line([0, 0], [0, 10])],
    ['a line that touches', line([5, 5], [6, 6]), undefined],
    ['a polygon', polygon(square([-5, -5, 2, 2])), polygon(square([0, 0, 2, 2]))],
    ['a polygon that touches', polygon(square([-5, 0, 0, 10])), undefined],
    [
      'a collection',
      { type: 'GeometryCollection', geometries: [line([6, 6], [7, 7]), line([-1, 1], [1, 1])] },
      { type: 'GeometryCollection', geometries: [line([0, 1], [1, 1])] },
    ],
    ['nothing', { type: 'Point', coordinates: [] }, undefined],
  ])('of %s', (_, geometry, expected) => {
    expect(clipToArea(geometry, triangle)).toEqual(expected);
  });

  it('gives what is wholly inside back as it is, altitudes and all', () => {
    const inside = polygon(square([1, 1, 2, 2]).map(([x, y]) => [x, y, 7]));
    expect(clipToArea(inside, triangle)).toBe(inside);
  });

  it('of shapes with holes and several parts', () => {
    const comb = polygon([
      [0, 0],
      [30, 0],
      [30, 10],
      [20, 10],
      [20, 2],
      [10, 2],
      [10, 10],
      [0, 10],
      [0, 0], // prettier-ignore
    ]);
    const ring = polygon(square([-5, 5, 40, 20]), square([2, 6, 4, 8]).toReversed());
    const clipped = clipToArea(comb, ring);
    const counts = clipped?.type === 'MultiPolygon' && clipped.coordinates.map((rings) => rings.length);
    expect(counts && counts.toSorted()).toEqual([1, 2]);
    expect(areaOf(clipped)).toBe(50 + 50 - 4);
    expect(clipToArea(line([-5, 2], [25, 2]), comb)).toEqual(line([0, 2], [25, 2]));
    expect(clipped && contains(comb, clipped) && contains(ring, clipped)).toBe(true);
  });

  it('of shapes across the antimeridian, whichever way they are written', () => {
    const fiji = polygon(square([177, -19, -178, -16]));
    const beyond = polygon(square([179, -18, 185, -17]));
    const expected = [[179, -18, 180, -17], [-180, -18, -178, -17]]; // prettier-ignore
    for (const [shape, area] of [
      [fiji, beyond],
      [beyond, fiji],
    ] as const) {
      // prettier-ignore
      const clipped = clipToArea(shape, area);
      expect(clipped && boundingBoxesOf(clipped)).toEqual(expected);
      expect(areaOf(clipped)).toBe(3);
    }
    const west = polygon(square([-179, -18, -170, -17]));
    expect(clipToArea(west, fiji)).toEqual(polygon(square([-179, -18, -178, -17])));
    expect(clipToArea(line([178.5, -17.5], [-170, -17.5]), beyond)).toEqual({
      type: 'MultiLineString',
      coordinates: [[[179, -17.5], [180, -17.5]], [[-180, -17.5], [-175, -17.5]]], // prettier-ignore
    });
  });

  it('of the world leaves edges that are not taken to go across the antimeridian', () => {
    const world = bboxPolygon([-180, -90, 180, 90]);
    const band = clipToArea(world, bboxPolygon([-170, -10, 170, 10]));
    expect(band && boundingBoxesOf(band)).toEqual([[-170, -10, 170, 10]]);
  });

  it('cuts edges that cross by less than a rounding error', () => {
    const shape = star([1, 1, 1, 1, 1, 2, 17, 1, 1, 1, 1, 1, 1, 1, 1]);
    const box: BoundingBox = [-1, 0, 0, 2];
    expect(areaOf(clipToArea(shape, bboxPolygon(box)))).toBeCloseTo(areaOf(clipToBbox(shape, box)), 6);
  });

  it('agrees with clipping to boxes', () => {
    const corner = fc.tuple(fc.integer({ min: -15, max: 15 }), fc.integer({ min: -15, max: 15 }));
    const size = fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }));
    fc.assert(
      fc.property(radii, corner, size, (given, [west, south], [width, height]) => {
        const box: BoundingBox = [west, south, west + width, south + height];
        const shape = star(given);
        expect(areaOf(clipToArea(shape, bboxPolygon(box)))).toBeCloseTo(areaOf(clipToBbox(shape, box)), 6);
      }),
      { numRuns: 100 },
    );
  });

  it('of an area whose parts overlap', () => {
    const squares = [square([0, 0, 4, 4]), square([2, 2, 6, 6]), square([3, 0, 5, 3]).toReversed()];
    const area: Geometry = { type: 'MultiPolygon', coordinates: squares.map((ring) => [ring]) };
    expect(areaOf(clipToArea(polygon(square([1, 1, 9, 9])), area))).toBeCloseTo(
      9 + 16 - 4 + 4 - 2 - 2 + 1,
      9,
    );
  });

  it('of a shape whose edges are by less than a rounding error beside those of the area', () => {
    fc.assert(
      fc.property(radii, fc.integer({ min: 6, max: 17 }), (given, digits) => {
        const shape = star(given);
        const [ring = []] = shape.coordinates;
        const beside = ring
          .slice(0, -1)
          .map(([x, y], index): Position => [
            x + Math.sin(7 * index) / 10 ** digits,
            y + Math.cos(11 * index) / 10 ** digits,
          ]);
        const clipped = areaOf(clipToArea(shape, polygon([...beside, ...beside.slice(0, 1)])));
        expect(Math.abs(clipped - areaOf(shape))).toBeLessThan(200 * 10 ** -Math.min(digits, 9));
      }),
      { numRuns: 100 },
    );
  });
});

describe('circleAround', () => {
  it.each<[string, Position, number]>([
    ['a place', [11, 47], 1_000],
    ['a place by the antimeridian', [179.99, -17], 50_000],
    ['a place near a pole', [30, 89], 300_000],
    ['a pole', [0, -90], 1_000_000],
    ['a continent', [-60, 0], 5_000_000],
  ])('holds what is near %s, and little more', (_, [x, y], radius) => {
    const circle = circleAround([x, y], radius);
    const [ring = []] = circle.coordinates;
    const corners = ring.filter(([, latitude]) => Math.abs(latitude) < 90 || Math.abs(y) < 80);
    for (const coordinates of corners) {
      const distance = distanceBetween(
        { type: 'Point', coordinates: [x, y] },
        { type: 'Point', coordinates },
      );
      expect(distance / radius).toBeGreaterThan(1);
      expect(distance / radius).toBeLessThan(1.001);
    }
    expect(intersects(circle, { type: 'Point', coordinates: [x, y] })).toBe(true);
  });
});
