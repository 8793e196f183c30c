import { describe, expect, it } from '@jest/globals';
import { localTime } from './local-time.ts';

describe('localTime', () => {
  it.each([
    [-120, '2024-07-01T02:30:00+02:00'],
    [0, '2024-07-01T00:30:00+00:00'],
    [210, '2024-06-30T21:00:00-03:30'],
  ])('has the day of the place and its offset: %d', (behind, text) => {
    const date = new Date('2024-07-01T00:30:00Z');
    date.getTimezoneOffset = () => behind;
    expect(localTime(date)).toBe(text);
  });
});
