import { setTimeout } from 'node:timers/promises';
import type { Timer } from '@cairn/kernel';

/** The timers of the event loop. */
export class SystemTimer implements Timer {
  async wait(durationMs: number): Promise<void> {
    await setTimeout(durationMs, undefined, { ref: false });
  }
}
