import { describe, expect, it } from '@jest/globals';
import { monthAt, monthOfDay, monthsOf, yearMarks } from './months.ts';

const days = [
  { day: '2024-07-14', count: 6, ratios: 6 },
  { day: '2024-07-01', count: 2, ratios: 2 },
  { day: '2023-12-31', count: 1, ratios: 1 },
  { day: '2022-05-05', count: 1, ratios: 1 },
];

describe('months of days', () => {
  const months = monthsOf(days);

  it('begin at their latest day, by the share of photos before them', () => {
    expect(months).toEqual([
      { month: '2024-07', index: 0, at: 0 },
      { month: '2023-12', index: 2, at: 0.8 },
      { month: '2022-05', index: 3, at: 0.9 },
    ]);
  });

  it('are found by a share, and by a day', () => {
    expect([0, 0.79, 0.8, 0.95, 1].map((share) => monthAt(months, share))).toEqual([0, 0, 1, 2, 2]);
    expect([0, 1, 2, 3].map((index) => monthOfDay(months, index))).toEqual([0, 0, 1, 2]);
  });

  it('give marks of years where there is room', () => {
    expect(yearMarks(months, 0.05).map(({ year }) => year)).toEqual(['2024', '2023', '2022']);
    expect(yearMarks(months, 0.2).map(({ year }) => year)).toEqual(['2024', '2023']);
  });
});
