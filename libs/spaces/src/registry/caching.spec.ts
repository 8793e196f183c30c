import { describe, expect, it } from '@jest/globals';
import { autoCacheProfileOf, volatilityOf } from './caching.js';
import type { Space } from './space.js';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const CREATED = 1_767_323_045_678;

const changedAfter = (durationMs: number): Space => ({
  id: 'trees',
  title: '',
  description: '',
  owner: 'alice',
  storageId: 'test',
  settings: {},
  createdAt: CREATED,
  updatedAt: CREATED,
  contentUpdatedAt: CREATED + durationMs,
});

describe('volatilityOf', () => {
  it.each([
    { when: 'just created', changedMs: 0, ageMs: 0, volatility: 0 },
    { when: 'never changed', changedMs: 0, ageMs: DAY, volatility: 0 },
    { when: 'last changed at half its age', changedMs: 500, ageMs: 1_000, volatility: 0.5 },
    { when: 'changed just now', changedMs: 1_000, ageMs: 1_000, volatility: 1 },
    { when: 'changed by a clock that is ahead', changedMs: 5_000, ageMs: 1_000, volatility: 1 },
    { when: 'created by a clock that is ahead', changedMs: 0, ageMs: -1_000, volatility: 0 },
    { when: 'changed before it was created', changedMs: -500, ageMs: 1_000, volatility: 0 },
  ])('of a space $when', ({ changedMs, ageMs, volatility }) => {
    expect(volatilityOf(changedAfter(changedMs), CREATED + ageMs)).toBe(volatility);
  });
});

describe('autoCacheProfileOf', () => {
  it.each([
    ['now', 0, [0, 0, 0]],
    ['by a clock that is ahead', -DAY, [0, 0, 0]],
    ['less than a minute ago', MINUTE - 1, [0, 0, 0]],
    ['a minute ago', MINUTE, [6_000, 6_000, 6_000]],
    ['100,009 ms ago', 100_009, [10_000, 10_000, 10_000]],
    ['half an hour ago', 30 * MINUTE, [180_000, 180_000, 180_000]],
    ['a day ago', DAY, [180_000, 8_640_000, 8_640_000]],
    ['ten days ago', 10 * DAY, [180_000, DAY, DAY]],
    ['a year ago', 365 * DAY, [180_000, DAY, 3_153_600_000]],
    ['twenty years ago', 7_300 * DAY, [180_000, DAY, 365 * DAY]],
  ])('of a space changed %s', (_case, agoMs, [browserTTL, cdnTTL, serviceTTL]) => {
    const profile = autoCacheProfileOf(changedAfter(0), CREATED + agoMs);
    expect(profile).toEqual({ browserTTL, cdnTTL, serviceTTL });
  });
});
