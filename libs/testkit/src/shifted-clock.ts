import type { Clock } from '@cairn/kernel';

/** A clock that is ahead of another by `durationMs`, or behind it by a negative one. */
export function shiftedClock(clock: Clock, durationMs: number): Clock {
  return { now: () => clock.now() + durationMs };
}
