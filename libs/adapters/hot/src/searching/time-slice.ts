import { setImmediate as immediate } from 'node:timers/promises';

/** Well below what a request may wait for another one. */
const LENGTH_MS = 4;
/** How many cheap steps are made before the time is looked at. */
const STEPS = 256;

/** Divides a long search into slices, so that the thread answers other requests in between. */
export class TimeSlice {
  private end = performance.now() + LENGTH_MS;
  private steps = 0;

  /** Counts a step. Whether it is time for others. */
  isOverAfter(cost: 'cheap' | 'dear'): boolean {
    this.steps += 1;
    if (cost === 'cheap' && this.steps % STEPS !== 0) return false;
    return performance.now() >= this.end;
  }

  /** Resolves after other work has had its turn. */
  async next(): Promise<void> {
    await immediate();
    this.end = performance.now() + LENGTH_MS;
  }
}
