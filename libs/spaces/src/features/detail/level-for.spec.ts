import { describe, expect, it } from '@jest/globals';
import { levelFor } from '../../tiles/tile-reading.js';

/** A tile with so many features of each level. */
async function chosen(most: number, counts: readonly number[], total = Infinity) {
  const asked: number[] = [];
  const count = async ({ maxLevel, limit }: { readonly maxLevel: number; readonly limit: number }) => {
    asked.push(maxLevel);
    const sum = counts.slice(0, maxLevel + 1).reduce((before, those) => before + those, 0);
    return Math.min(limit, sum);
  };
  return { level: await levelFor({ most, total, count }), asked };
}

const points = (total: number): readonly number[] =>
  Array.from({ length: 16 }, (_, level) => Math.round(0.75 * total * 4 ** (level - 15)));

describe('levelFor', () => {
  it('gives the greatest level that has no more than may be had', async () => {
    for (let place = 0; place < 16; place += 1) {
      const counts = Array.from({ length: 16 }, (_, level) => (level === place ? 100 : 0));
      for (const total of [101, 1_000, 1e9]) {
        expect((await chosen(99, counts, total)).level).toBe(Math.max(0, place - 1));
        expect((await chosen(100, counts, total)).level).toBe(15);
      }
    }
  });

  it('counts nothing in a small space, once where everything may be had, else a few times', async () => {
    expect((await chosen(100, points(100), 100)).asked).toEqual([]);
    expect((await chosen(100, points(90), 1e6)).asked).toEqual([15]);
    expect(await chosen(50_000, points(3e6), 3e6)).toEqual({ level: 12, asked: [15, 12, 13] });
    expect((await chosen(50_000, points(1e5), 3e6)).asked.length).toBeLessThanOrEqual(5);
  });
});
