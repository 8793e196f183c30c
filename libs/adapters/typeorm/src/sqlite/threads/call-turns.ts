import { FairSemaphore, type Release } from '@cairn/kernel';
import { TimeSlice } from '../../sql/time-slice.js';
import type { Call } from './messages.js';

/** How long calls are executed before messages are received again, in milliseconds. */
const SLICE_MS = 4;

/** Methods without turns here: they take turns themselves, in slices, or everything else waits for them. */
const WITHOUT_TURN: readonly string[] = [
  'features.nearest',
  'features.count',
  'features.cells',
  'features.analyse',
  'database.probe',
  'database.close',
];

/**
 * Makes reading calls take turns, so that one account cannot occupy the thread. The turn is that of the account or
 * space in the first argument.
 */
export class CallTurns {
  private readonly turns = new FairSemaphore({ count: 1 });
  private calls = 0;
  private slice = new TimeSlice(SLICE_MS);

  async run<T>(call: Pick<Call, 'repository' | 'method' | 'args'>, work: () => Promise<T>): Promise<T> {
    if (WITHOUT_TURN.includes(`${call.repository}.${call.method}`)) return await work();
    const [whose] = call.args;
    if (this.calls === 0) this.slice = new TimeSlice(SLICE_MS);
    this.calls += 1;
    const release = await this.turns.acquire({ holder: typeof whose === 'string' ? whose : '' });
    try {
      return await work();
    } finally {
      this.calls -= 1;
      if (typeof release !== 'string') void this.end(release);
    }
  }

  /** Calls that arrived in the meantime get their turns too. */
  private async end(release: Release): Promise<void> {
    if (this.slice.isOver) await this.slice.next();
    release();
  }
}
