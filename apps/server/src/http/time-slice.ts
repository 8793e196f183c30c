import { setImmediate } from 'node:timers/promises';

const SLICE_MS = 5;

/** Divides long work into slices, between which other requests get their turn. */
export class TimeSlice {
  private startedAt = performance.now();

  /** Lets others go first where the slice is used up. */
  async next(): Promise<void> {
    if (performance.now() - this.startedAt < SLICE_MS) return;
    await setImmediate();
    this.startedAt = performance.now();
  }
}
