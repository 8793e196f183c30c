import type { Clock, Timer } from '@cairn/kernel';
import { setTimeout } from 'node:timers/promises';

/** The system clock, which may be set back. */
export class SystemClock implements Clock {
  now(): number {
    return Date.now();
  }
}

/** The timers of the event loop. */
export class SystemTimer implements Timer {
  async wait(durationMs: number): Promise<void> {
    await setTimeout(durationMs, undefined, { ref: false });
  }
}
