import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { inTurn } from '@cairn/kernel';
import { CallThread, type Operation } from './call-thread.js';
import { ReaderPool } from './reader-pool.js';
import { RestartingThread } from './restarting-thread.js';
import { SharedCounter } from './shared-counter.js';
import type { ThreadData } from './messages.js';

// Resolved by package name: threads need the bundled program, even when this file runs from its source.
const program = createRequire(import.meta.url).resolve('@cairn/adapter-typeorm/sqlite-worker');

const MAX_READERS = 4;

/**
 * The threads of a SQLite file: one writer, and up to as many readers as there are processors, between 2 and
 * `MAX_READERS`.
 */
export class ThreadPool {
  private constructor(
    private readonly writer: RestartingThread,
    private readonly readers: ReaderPool,
  ) {}

  /** @throws the error of opening the file. */
  static async open(shared: Omit<ThreadData, 'role'>): Promise<ThreadPool> {
    const start = async (role: ThreadData['role']): Promise<CallThread> => {
      // The thread may have committed something before it ended.
      new SharedCounter(shared.version).increment();
      const workerData: ThreadData = { ...shared, role };
      const thread = new CallThread(new Worker(program, { workerData }));
      try {
        await thread.call({ repository: 'database', method: 'probe', args: [] });
        return thread;
      } catch (error) {
        await thread.terminate();
        throw error;
      }
    };
    const writer = await RestartingThread.open(() => start('writer')); // first, because it creates the files that readers only open
    const max = Math.max(2, Math.min(MAX_READERS, availableParallelism()));
    try {
      return new ThreadPool(writer, await ReaderPool.open(() => start('reader'), max));
    } catch (error) {
      await writer.close().catch(() => undefined);
      throw error;
    }
  }

  async write(operation: Operation): Promise<unknown> {
    return await this.writer.call(operation);
  }

  async read(operation: Operation): Promise<unknown> {
    return await this.readers.call(operation);
  }

  stream(operation: Operation): AsyncGenerator<unknown, void, undefined> {
    return this.readers.stream(operation);
  }

  /** Waits for pending calls. The writer is last: only it can checkpoint the log and remove it. */
  async close(): Promise<void> {
    await inTurn(
      () => this.readers.close(),
      () => this.writer.close(),
    );
  }
}
