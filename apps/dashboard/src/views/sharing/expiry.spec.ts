import { expect, it } from '@jest/globals';
import { dayOf, expiryOf } from './expiry.ts';

const now = Date.parse('2026-05-31T10:00:00Z');
const date = '2026-06-30';

it('lets a link expire after days, at the end of a date, or never', () => {
  expect(expiryOf('never', { now, date })).toBeUndefined();
  expect(expiryOf('day', { now, date })).toBe('2026-06-01T10:00:00.000Z');
  expect(expiryOf('month', { now, date })).toBe('2026-06-30T10:00:00.000Z');
  const end = Date.parse(expiryOf('date', { now, date }) ?? '');
  expect(dayOf(end)).toBe(date);
  expect(dayOf(end + 1_000)).toBe('2026-07-01');
});
