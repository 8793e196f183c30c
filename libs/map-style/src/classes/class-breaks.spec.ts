import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { classBreaks } from './class-breaks.js';

const methods = ['quantiles', 'equal', 'natural'] as const;

/** How many values are in each class. */
function sizesOf(values: readonly number[], breaks: readonly number[]): readonly number[] {
  const limits = [-Infinity, ...breaks, Infinity];
  return limits
    .slice(1)
    .map((to, index) => values.filter((value) => value >= (limits[index] ?? 0) && value < to).length);
}

describe('breaks', () => {
  it('of quantiles have as many values in each class', () => {
    const values = Array.from({ length: 100 }, (_, index) => index ** 3);
    expect(sizesOf(values, classBreaks(values, 'quantiles', 4))).toEqual([25, 25, 25, 25]);
    expect(classBreaks([1, 2, 3, 4], 'quantiles', 2)).toEqual([3]);
  });

  it('of equal classes are at even distances', () => {
    expect(classBreaks([10, 0, 1, 3], 'equal', 5)).toEqual([2, 4, 6, 8]);
  });

  it('that are natural are where values leave gaps', () => {
    expect(classBreaks([1, 2, 3, 50, 51, 52, 900, 905], 'natural', 3)).toEqual([50, 900]);
  });

  it('leave no class empty if values repeat, or if there are few', () => {
    expect(classBreaks([5, 5, 5, 5, 5, 5, 9], 'quantiles', 4)).toEqual([]);
    expect(classBreaks([1, 9, 9, 9, 9, 9, 9], 'quantiles', 4)).toEqual([9]);
    for (const method of methods) {
      expect(classBreaks([7, 7, 7], method, 5)).toEqual([]);
      expect(classBreaks([], method, 5)).toEqual([]);
      expect(classBreaks([1, 2], method, 1)).toEqual([]);
      expect(classBreaks([NaN, Infinity, -Infinity], method, 3)).toEqual([]);
    }
    expect(classBreaks([1, NaN, 2], 'natural', 9)).toEqual([2]);
  });

  it('ascend within the values, whatever these are', () => {
    const values = fc.array(fc.oneof(fc.double(), fc.integer({ min: 0, max: 5 })));
    fc.assert(
      fc.property(
        values,
        fc.constantFrom(...methods),
        fc.integer({ min: 1, max: 9 }),
        (all, method, count) => {
          const breaks = classBreaks(all, method, count);
          const used = all.filter((value) => Math.abs(value) <= 1e100);
          expect(breaks.length).toBeLessThan(count);
          expect(breaks).toEqual([...new Set(breaks)].sort((one, other) => one - other));
          if (breaks.length > 0) {
            expect(breaks[0]).toBeGreaterThan(Math.min(...used));
            expect(breaks.at(-1)).toBeLessThanOrEqual(Math.max(...used));
          }
          if (method !== 'equal' && used.length > 0) expect(sizesOf(used, breaks)).not.toContain(0);
        },
      ),
    );
  });

  it('of many values are found in a sample of them', () => {
    const values = Array.from(
      { length: 200_000 },
      (_, index) => Math.floor(index / 50_000) * 1_000 + (index % 100),
    );
    expect(classBreaks(values, 'natural', 4)).toEqual([1_000, 2_000, 3_000]);
  });
});
