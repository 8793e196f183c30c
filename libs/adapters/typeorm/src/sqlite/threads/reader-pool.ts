import { setTimeout as pause } from 'node:timers/promises';
import { allEnded, SingleFlight, sumOfQueues, type QueueState } from '@cairn/kernel';
import type { CallThread, Operation } from './call-thread.js';
import { RestartingThread } from './restarting-thread.js';

/** Another reader is started when all have been busy for this long: longer than short calls take. */
const BUSY_MS = 20;

/** How long pending reads may take after the database is closed. */
const READING_GRACE_MS = 300;

/** Reading threads. Starts with one, and adds another when all have been busy for a while, because each takes 15 MB. */
export class ReaderPool {
  private readonly growing = new SingleFlight<void>();
  private isClosed = false;

  private constructor(
    private readonly start: () => Promise<CallThread>,
    private readonly max: number,
    private readers: readonly RestartingThread[],
  ) {}

  /** @throws the error of `start`. */
  static async open(start: () => Promise<CallThread>, max: number): Promise<ReaderPool> {
    return new ReaderPool(start, max, [await RestartingThread.open(start)]);
  }

  /** Of all that may be started. */
  get state(): QueueState {
    return { ...sumOfQueues(this.readers), limit: this.max };
  }

  /** Calls the least loaded thread. */
  async call(operation: Operation): Promise<unknown> {
    return await this.idlest().call(operation);
  }

  /** Calls the least loaded thread. */
  stream(operation: Operation): AsyncGenerator<unknown, void, undefined> {
    return this.idlest().stream(operation);
  }

  /** Waits for pending calls, for a limited time. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.growing.ended();
    await allEnded(this.readers.map((reader) => reader.close(READING_GRACE_MS)));
  }

  private idlest(): RestartingThread {
    const idlest = this.readers.reduce((least, reader) => (reader.load < least.load ? reader : least));
    if (idlest.load > 0 && this.readers.length < this.max && !this.isClosed)
      void this.growing.run(() => this.grow());
    return idlest;
  }

  private async grow(): Promise<void> {
    await pause(BUSY_MS);
    if (this.isClosed || this.readers.some(({ load }) => load === 0)) return;
    // If the thread cannot be started, the others continue, and the next busy read tries again.
    const reader = await RestartingThread.open(this.start).catch(() => undefined);
    if (reader !== undefined) this.readers = [...this.readers, reader];
  }
}
