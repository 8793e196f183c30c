import { setTimeout as pause } from 'node:timers/promises';
import { inTurn, SingleFlight, StorageUnavailable, type QueueState } from '@cairn/kernel';
import type { CallThread, Operation } from './call-thread.js';

/** Longer than all writes but the largest. */
const CLOSE_GRACE_MS = 1_000;

/**
 * A thread that is restarted by the next call after it ended unexpectedly. Not a `WorkerPool` of the kernel, because all
 * calls share the thread, and they wait until it has opened the database.
 */
export class RestartingThread {
  private readonly starting = new SingleFlight<CallThread>();
  private isClosed = false;
  /** By the threads before this one. */
  private doneBefore = 0;

  private constructor(
    private thread: CallThread,
    private readonly start: () => Promise<CallThread>,
  ) {}

  /** @throws the error of `start`. */
  static async open(start: () => Promise<CallThread>): Promise<RestartingThread> {
    return new RestartingThread(await start(), start);
  }

  /** Number of pending calls. */
  get load(): number {
    return this.thread.load;
  }

  /** The thread does one after another, so all but one of the pending calls wait. */
  get state(): QueueState {
    const { load, hasEnded, done } = this.thread;
    const running = Math.min(1, load);
    const idle = hasEnded ? 0 : 1 - running;
    const ended = this.doneBefore + done;
    return { running, waiting: load - running, limit: 1, held: running, ended, refused: 0, idle };
  }

  /** @throws the method's error. {StorageUnavailable} if the thread ends in the meantime or is closed. */
  async call(operation: Operation): Promise<unknown> {
    return await (await this.running()).call(operation);
  }

  /** @throws as `call`. */
  async *stream(operation: Operation): AsyncGenerator<unknown, void, undefined> {
    yield* (await this.running()).stream(operation);
  }

  /**
   * Waits for pending calls for a limited time and ends the thread, even if the thread fails to close. Changes that are
   * not committed by then are rolled back.
   */
  async close(graceMs = CLOSE_GRACE_MS): Promise<void> {
    this.isClosed = true;
    await this.starting.ended(); // the new thread is then in use
    await inTurn(
      async () => await this.closed(graceMs),
      async () => await this.thread.terminate(),
    );
  }

  private async closed(graceMs: number): Promise<void> {
    if (this.thread.hasEnded) return;
    const late = new AbortController();
    const closing = this.thread.call({ repository: 'database', method: 'close', args: [] });
    const tooLate = pause(graceMs, undefined, { signal: late.signal });
    tooLate.catch(() => undefined);
    closing.catch(() => undefined); // it may fail after nobody waits any more
    await Promise.race([closing, tooLate]).finally(() => late.abort());
  }

  private async running(): Promise<CallThread> {
    if (this.isClosed) throw new StorageUnavailable('The database is closed.');
    return this.thread.hasEnded ? await this.starting.run(() => this.started()) : this.thread;
  }

  private async started(): Promise<CallThread> {
    const thread = await this.start();
    this.doneBefore += this.thread.done;
    this.thread = thread;
    return this.thread;
  }
}
