import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { CallThread } from './call-thread.js';
import { LastingThread } from './lasting-thread.js';
import { SharedCounter } from './shared-counter.js';
import type { ThreadData } from './thread-data.js';

// By the package's own name: the compiled file is what a thread can run, also where this one is run from its source.
const program = createRequire(import.meta.url).resolve('@cairn/adapter-typeorm/sqlite-worker');

const MAX_READERS = 4;

/** The threads of a SQLite file: one that writes, and one that reads for every processor but one, up to four. */
export class ThreadPool {
  private constructor(
    private readonly writer: LastingThread,
    private readonly readers: readonly LastingThread[],
  ) {}

  /** @throws what opening the file throws. */
  static async open(shared: Omit<ThreadData, 'role'>): Promise<ThreadPool> {
    const start = async (role: ThreadData['role']): Promise<CallThread> => {
      // A thread that ended may have stored something that nobody was told of.
      new SharedCounter(shared.version).increment();
      const workerData: ThreadData = { ...shared, role };
      const thread = new CallThread(new Worker(program, { workerData }));
      await thread.call('database', 'probe', []);
      return thread;
    };
    const writer = await LastingThread.open(() => start('writer')); // first, as it makes the files that readers only open
    const count = Math.max(1, Math.min(MAX_READERS, availableParallelism() - 1));
    const readers = Array.from({ length: count }, () => LastingThread.open(() => start('reader')));
    return new ThreadPool(writer, await Promise.all(readers));
  }

  async write(repository: string, method: string, args: readonly unknown[]): Promise<unknown> {
    return await this.writer.call(repository, method, args);
  }

  /** In the thread that has least to do. */
  async read(repository: string, method: string, args: readonly unknown[]): Promise<unknown> {
    const idlest = this.readers.reduce((least, reader) => (reader.load < least.load ? reader : least));
    return await idlest.call(repository, method, args);
  }

  /** Waits for what is under way. The writer is last: only it can copy the log into the file and remove it. */
  async close(): Promise<void> {
    for (const thread of [...this.readers, this.writer]) await thread.close();
  }
}
