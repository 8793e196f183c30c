import { describe, expect, it } from '@jest/globals';
import { barsOf, numberBars, periodBars, valuesOf } from './bars.ts';

const bin = (from: number, to: number, count = 1) => ({ from, to, count });
const bars = numberBars({
  value: [bin(0, 0.1), bin(0.1, 0.2), bin(0.2, 0.30000000000000004)],
  missing: 0,
  estimated: false,
});

describe('bars', () => {
  it('of numbers become a range, which is open where it reaches the end', () => {
    expect(valuesOf(bars, { start: 1, end: 2 })).toEqual({ from: '0.1', below: '0.2' });
    expect(valuesOf(bars, { start: 0, end: 2 })).toEqual({ below: '0.2' });
    expect(valuesOf(bars, { start: 2, end: 3 })).toEqual({ from: '0.2' });
    expect(valuesOf(bars, { start: 0, end: 3 })).toEqual({});
  });

  it('are selected as a range reaches them', () => {
    for (const range of [
      { start: 0, end: 3 },
      { start: 1, end: 2 },
      { start: 2, end: 3 },
    ])
      expect(barsOf(bars, valuesOf(bars, range))).toEqual(range);
    expect(barsOf(bars, { from: '0,15', below: '9' })).toEqual({ start: 1, end: 3 });
    expect(barsOf(bars, { from: '5' })).toEqual({ start: 3, end: 3 });
  });

  it('of dates are months, also those without dates, or years', () => {
    const period = (from: string, count: number) => ({ from: `${from}-01T00:00:00.000Z`, count });
    expect(periodBars([period('2023-12', 2), period('2024-02', 1)])).toEqual([
      { from: '2023-12', below: '2024-01', count: 2 },
      { from: '2024-01', below: '2024-02', count: 0 },
      { from: '2024-02', below: '2024-03', count: 1 },
    ]);
    const years = periodBars([period('2001-03', 2), period('2001-05', 3), period('2009-01', 1)]);
    expect([years.length, years[0], years.at(-1)]).toEqual([
      9,
      { from: '2001-01', below: '2002-01', count: 5 },
      { from: '2009-01', below: '2010-01', count: 1 },
    ]);
    expect(periodBars([])).toEqual([]);
  });
});
