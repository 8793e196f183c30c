import { setImmediate as immediate } from 'node:timers/promises';

const LENGTH_MS = 8;

/**
 * Divides long work into slices, so that the event loop can do other work in between. Each work has slices of its own,
 * because connections and turns limit how much there is at once. The server has a slice that all requests share.
 */
export class TimeSlice {
  private end: number;

  constructor(private readonly lengthMs = LENGTH_MS) {
    this.end = performance.now() + lengthMs;
  }

  get isOver(): boolean {
    return performance.now() >= this.end;
  }

  /** Resolves after other work has had its turn. */
  async next(): Promise<void> {
    await immediate();
    this.end = performance.now() + this.lengthMs;
  }
}
