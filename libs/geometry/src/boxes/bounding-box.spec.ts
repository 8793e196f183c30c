import { describe, expect, it } from '@jest/globals';
import { type BoundingBox, boxesContain, boxesIntersect, splitBbox } from './bounding-box.js';

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
