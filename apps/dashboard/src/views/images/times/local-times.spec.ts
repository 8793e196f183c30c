import { expect, it } from '@jest/globals';
import { localTimeOf, MAX_SHIFT_DAYS, shifted, shiftOf } from './local-times.ts';

const none = { days: null, hours: undefined, minutes: null };

it('adds up a shift, later or earlier', () => {
  expect(shiftOf({ days: 1, hours: 2, minutes: 3 }, 'later')).toBe(1_563);
  expect(shiftOf({ ...none, hours: 6 }, 'earlier')).toBe(-360);
  expect(shiftOf({ ...none, days: MAX_SHIFT_DAYS }, 'later')).toBe(103_680_000);
});

it.each([
  none,
  { ...none, hours: 0 },
  { ...none, hours: -1 },
  { ...none, minutes: 0.5 },
  { ...none, days: MAX_SHIFT_DAYS, minutes: 1 },
])('has no shift for %j', (parts) => {
  expect(shiftOf(parts, 'later')).toBeUndefined();
});

it.each([
  ['2024-12-31T23:30:05', 60, '2025-01-01T00:30:05'],
  ['2024-03-01T00:10:00+02:00', -20, '2024-02-29T23:50:00'],
  ['2024-03-31T01:30:00', 60, '2024-03-31T02:30:00'],
])('shifts %s by %d minutes on the clock of the camera', (at, minutes, later) => {
  expect(shifted(at, minutes)).toBe(later);
});

it('takes noon for a date alone', () => {
  expect(localTimeOf('1987-08-01', '')).toBe('1987-08-01T12:00:00');
  expect(localTimeOf('1987-08-01', '09:05')).toBe('1987-08-01T09:05:00');
  expect(localTimeOf('1987-08-01', '09:05:07')).toBe('1987-08-01T09:05:07');
  expect(localTimeOf('', '09:05')).toBeUndefined();
});
