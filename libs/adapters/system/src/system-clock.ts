import type { Clock } from '@cairn/kernel';

/** The clock of the machine, which may be set back. */
export class SystemClock implements Clock {
  now(): number {
    return Date.now();
  }
}
