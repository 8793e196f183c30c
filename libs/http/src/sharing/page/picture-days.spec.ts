import { describe, expect, it } from '@jest/globals';
import { byDay, dateText } from './picture-days.js';

const daysOf = (...times: readonly (string | undefined)[]) =>
  byDay(times.map((takenAt) => (takenAt === undefined ? {} : { takenAt }))).map(
    ({ day, pictures }) => [day, pictures.length] as const,
  );

describe('byDay', () => {
  it('groups pictures that are in the order of time, forwards or backwards', () => {
    const [first, second] = ['2026-05-01T10:00:00', '2026-05-02T09:00:00'];
    expect(daysOf(first, '2026-05-01T09:00:00', second)).toEqual([
      ['2026-05-01', 2],
      ['2026-05-02', 1],
    ]);
    expect(daysOf(second, first)).toHaveLength(2);
    expect(daysOf(undefined, first, second, undefined)).toEqual([
      [undefined, 1],
      ['2026-05-01', 1],
      ['2026-05-02', 1],
      [undefined, 1],
    ]);
  });

  it('tears nothing apart that is in another order', () => {
    const [first, second] = ['2026-05-01T10:00:00', '2026-05-02T09:00:00'];
    expect(daysOf(first, second, first)).toEqual([[undefined, 3]]);
    expect(daysOf(first, undefined, second)).toEqual([[undefined, 3]]);
    expect(daysOf(undefined, undefined)).toEqual([[undefined, 2]]);
  });
});

describe('dateText', () => {
  it('is what people write, by the camera’s clock', () => {
    expect(dateText('2026-05-01', 'en')).toBe('Friday, May 1, 2026');
    expect(dateText('2026-05-01T23:30:00', 'de')).toBe('1. Mai 2026 um 23:30');
  });
});
