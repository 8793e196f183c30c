import { setImmediate } from 'node:timers/promises';

const SLICE_MS = 5;

/** Divides long work into slices, between which other requests get their turn. */
export class TimeSlice {
  private startedAt = performance.now();

  get isOver(): boolean {
    return performance.now() - this.startedAt >= SLICE_MS;
  }

  /** Lets others go first where the slice is used up. */
  async next(): Promise<void> {
    if (!this.isOver) return;
    await setImmediate();
    this.startedAt = performance.now();
  }
}
