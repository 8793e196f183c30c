import { describe, expect, it } from '@jest/globals';
import type { BoundingBox } from '@cairn/geometry';
import { featureLevel } from './feature-level.js';

const ids = Array.from({ length: 40_000 }, (_, index) => `node/${index}`);
const wide = (degrees: number): readonly BoundingBox[] => [[10, 20, 10 + degrees, 20]];

describe('featureLevel', () => {
  it.each([
    ['a point', [[1, 2, 1, 2]], 15],
    ['nothing', [], 15],
    ['a house', wide(0.0002), 15],
    ['a field', wide(0.006), 14],
    ['a district', wide(0.1), 10],
    [
      'a strip across the antimeridian',
      [
        [179.9, 0, 180, 1e-3],
        [-180, 0, -179.9, 1e-3],
      ],
      9,
    ],
    [
      'a point on the antimeridian',
      [
        [180, 5, 180, 5],
        [-180, 5, -180, 5],
      ],
      15,
    ],
    ['a tall one', [[1, 2, 1, 2.1]], 10],
  ] as const)('of every four of one size one is a level lower: %s', (_, boxes, greatest) => {
    const counts = new Map<number, number>();
    for (const id of ids) {
      const level = featureLevel(id, boxes);
      counts.set(level, (counts.get(level) ?? 0) + 1);
    }
    expect(Math.max(...counts.keys())).toBe(greatest);
    for (const below of [0, 1, 2, 3]) {
      const share = (counts.get(greatest - below) ?? 0) / (ids.length * 0.75 * 4 ** -below);
      expect(Math.abs(share - 1)).toBeLessThan(0.15);
    }
  });

  it('has the largest features first', () => {
    for (const id of ids.slice(0, 100)) {
      expect(featureLevel(id, wide(90))).toBe(0);
      expect(featureLevel(id, [[-180, -90, 180, 90]])).toBe(0);
      expect(featureLevel(id, wide(1))).toBe(Math.max(0, featureLevel(id, []) - 8));
    }
  });
});
