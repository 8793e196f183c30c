import { setImmediate as immediate } from 'node:timers/promises';

const LENGTH_MS = 8;

/** Divides long work into slices, so that the event loop can do other work in between. */
export class TimeSlice {
  private end = performance.now() + LENGTH_MS;

  get isOver(): boolean {
    return performance.now() > this.end;
  }

  /** Resolves after other work has had its turn. */
  async next(): Promise<void> {
    await immediate();
    this.end = performance.now() + LENGTH_MS;
  }
}
