import { describe, expect, it } from '@jest/globals';
import { labelPlaceOf } from './label-place.js';

const ring = (...points: readonly (readonly [number, number])[]) => points.map(([x, y]) => ({ x, y }));

describe('labelPlaceOf', () => {
  it('is in the middle of the largest part', () => {
    const small = ring([100, 0], [110, 0], [110, 10], [100, 10]);
    const large = ring([0, 0], [40, 0], [40, 20], [0, 20]);
    expect(labelPlaceOf([small, large])).toEqual({ x: 20, y: 10, area: 800 });
  });

  it('is within an area that is bent around its center, and beside a hole', () => {
    const bent = ring([0, 0], [30, 0], [30, 30], [0, 30], [0, 28], [26, 28], [26, 2], [0, 2]);
    const { x } = labelPlaceOf([bent]) ?? { x: 0 };
    expect(x).toBe(28);
    const hole = ring([2, 2], [2, 8], [28, 8], [28, 2]);
    const found = labelPlaceOf([ring([0, 0], [40, 0], [40, 10], [0, 10]), hole]);
    expect(found).toMatchObject({ x: 34, y: 5 });
  });

  it('is nowhere without an area', () => {
    expect(labelPlaceOf([])).toBeUndefined();
  });
});
