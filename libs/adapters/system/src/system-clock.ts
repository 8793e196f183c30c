import type { Clock } from '@cairn/kernel';

/** The system clock, which may be set back. */
export class SystemClock implements Clock {
  now(): number {
    return Date.now();
  }
}
