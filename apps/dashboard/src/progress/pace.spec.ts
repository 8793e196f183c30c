import { expect, it } from '@jest/globals';
import { Pace } from './pace.ts';

const second = 1_000;

it('tells the speed and the time left by what takes longer: the bytes of large files, the number of small ones', () => {
  const large = new Pace();
  large.note(0, { bytes: 0, items: 0 });
  expect(large.of({ bytes: 9_000, items: 3 })).toBeUndefined();
  large.note(4 * second, { bytes: 4_000, items: 0 });
  expect(large.of({ bytes: 9_000, items: 3 })).toEqual({ bytesPerSecond: 1_000, secondsLeft: 9 });
  const small = new Pace();
  small.note(0, { bytes: 0, items: 0 });
  small.note(4 * second, { bytes: 4_000, items: 8 });
  expect(small.of({ bytes: 100, items: 100 })?.secondsLeft).toBe(50);
});

it('forgets what was long ago, and tells nothing while nothing moves', () => {
  const pace = new Pace();
  for (let at = 0; at <= 100; at += 1)
    pace.note(at * second, { bytes: at < 50 ? at * 1_000 : 50_000 + (at - 50) * 10, items: 0 });
  expect(pace.of({ bytes: 100, items: 1 })?.bytesPerSecond).toBe(10);
  for (let at = 101; at <= 140; at += 1) pace.note(at * second, { bytes: 50_500, items: 0 });
  expect(pace.of({ bytes: 100, items: 1 })).toBeUndefined();
  pace.restart();
  expect(pace.of({ bytes: 100, items: 1 })).toBeUndefined();
});
