import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type BoundingBox, boxesContain, boxesIntersect, splitBbox } from './bounding-box.js';
import { boundingBoxesOf } from '../boxes/bounding-boxes-of.js';

describe('splitBbox', () => {
  it.each<[BoundingBox, BoundingBox[]]>([
    [[1, 2, 3, 4], [[1, 2, 3, 4]]],
    [[1, 2, 1, 2], [[1, 2, 1, 2]]],
    [
      [170, 2, -170, 4],
      [
        [170, 2, 180, 4],
        [-180, 2, -170, 4],
      ],
    ],
    [
      [180, 2, -180, 4],
      [
        [180, 2, 180, 4],
        [-180, 2, -180, 4],
      ],
    ],
  ])('of %j', (bbox, boxes) => {
    expect(splitBbox(bbox)).toEqual(boxes);
  });
});

describe('boxesIntersect', () => {
  it.each<[BoundingBox, BoundingBox, boolean]>([
    [[0, 0, 1, 1], [1, 1, 2, 2], true],
    [[0, 0, 1, 1], [1.000001, 0, 2, 1], false],
    [[0, 0, 1, 1], [0, 1.000001, 1, 2], false],
    [[0, 0, 9, 9], [4, 4, 5, 5], true],
    [[170, 0, -170, 1], [-175, 0, -174, 1], true],
    [[170, 0, -170, 1], [172, 0, 174, 1], true],
    [[170, 0, -170, 1], [0, 0, 1, 1], false],
  ])('of %j and %j', (one, other, expected) => {
    expect(boxesIntersect(splitBbox(one), splitBbox(other))).toBe(expected);
    expect(boxesIntersect(splitBbox(other), splitBbox(one))).toBe(expected);
  });

  it('is false of no boxes', () => {
    expect(boxesIntersect([], [[0, 0, 1, 1]])).toBe(false);
  });
});

describe('boxesContain', () => {
  it.each<[BoundingBox, BoundingBox, boolean]>([
    [[0, 0, 2, 2], [0, 0, 2, 2], true],
    [[0, 0, 2, 2], [0, 0, 2.000001, 2], false],
    [[0, 0, 2, 2], [-0.000001, 0, 2, 2], false],
    [[0, 0, 2, 2], [0, -0.000001, 2, 2], false],
    [[0, 0, 2, 2], [0, 0, 2, 2.000001], false],
    [[170, 0, -170, 1], [175, 0, -175, 1], true],
    [[170, 0, -170, 1], [165, 0, -175, 1], false],
    [[170, 0, 180, 1], [175, 0, -180, 1], true],
    [[170, 0, 180, 1], [175, 0, -179.9, 1], false],
  ])('of %j and %j', (outer, inner, expected) => {
    expect(boxesContain(splitBbox(outer), splitBbox(inner))).toBe(expected);
  });
});

describe('boundingBoxesOf', () => {
  it('gives boxes that each position lies in, whatever the shape', () => {
    const position = fc.tuple(
      fc.double({ min: -540, max: 540, noNaN: true }),
      fc.double({ min: -90, max: 90, noNaN: true }),
    );
    const paths = fc.array(fc.array(position, { minLength: 2, maxLength: 6 }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(paths, (coordinates) => {
        const boxes = boundingBoxesOf({ type: 'MultiLineString', coordinates });
        expect([1, 2]).toContain(boxes.length);
        for (const [west, south, east, north] of boxes) {
          expect(west >= -180 && west <= east && east <= 180).toBe(true);
          expect(south >= -90 && south <= north && north <= 90).toBe(true);
        }
        const wider = boxes.map(([w, s, e, n]) => [w - 1e-9, s - 1e-9, e + 1e-9, n + 1e-9] as const);
        for (const coordinatesOfPoint of coordinates.flat()) {
          const point = boundingBoxesOf({ type: 'Point', coordinates: coordinatesOfPoint });
          expect(boxesIntersect(point, wider)).toBe(true);
        }
      }),
    );
  });
});
