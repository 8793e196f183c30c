import type { Clock } from '@cairn/kernel';

/** A clock that is `durationMs` ahead of another; behind it if negative. */
export function shiftedClock(clock: Clock, durationMs: number): Clock {
  return { now: () => clock.now() + durationMs };
}
