import { describe, expect, it } from '@jest/globals';
import { heightOfRows, rowsOf } from './rows.ts';

const metrics = { width: 1000, rowHeight: 200, gap: 10 };
const mixed = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => [1.5, 0.67, 1.33, 1.78, 1][(index * 7) % 5] ?? 1);

describe('rows of photos', () => {
  it('are as wide as the list, all but the last one', () => {
    const ratios = mixed(43);
    const rows = rowsOf(ratios, metrics);
    for (const { from, until, height } of rows.slice(0, -1)) {
      const sum = ratios.slice(from, until).reduce((all, ratio) => all + ratio, 0);
      expect(sum * height + metrics.gap * (until - from - 1)).toBeCloseTo(metrics.width);
      expect(Math.abs(height - metrics.rowHeight)).toBeLessThan(metrics.rowHeight / 2);
    }
    expect(rows.at(-1)?.height).toBeLessThanOrEqual(metrics.rowHeight);
  });

  it('have each photo once, in order, below one another', () => {
    const rows = rowsOf(mixed(200), metrics);
    expect(
      rows.flatMap(({ from, until }) => Array.from({ length: until - from }, (_, n) => from + n)),
    ).toEqual(Array.from({ length: 200 }, (_, index) => index));
    rows.slice(1).forEach(({ top }, index) => {
      const above = rows[index];
      expect(top).toBeCloseTo((above?.top ?? 0) + (above?.height ?? 0) + metrics.gap);
    });
  });

  it('do not stretch a single photo, and crop a panorama', () => {
    expect(rowsOf([1.5], metrics)).toEqual([{ from: 0, until: 1, top: 0, height: 200 }]);
    expect(rowsOf([40], metrics)).toEqual([{ from: 0, until: 1, top: 0, height: 200 }]);
    expect(rowsOf([5, 5], metrics).map(({ height }) => height)).toEqual([200, 200]);
  });

  it('of nothing have no height', () => {
    expect(heightOfRows(rowsOf([], metrics))).toBe(0);
  });
});
