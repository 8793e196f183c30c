import type { Clock } from '@cairn/kernel';

/** The clock of this machine. */
export class SystemClock implements Clock {
  now(): number {
    return Date.now();
  }
}
