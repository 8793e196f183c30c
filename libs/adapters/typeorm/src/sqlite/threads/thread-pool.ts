import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import {
  inTurn,
  sumOfQueues,
  type Clock,
  type CurrentWork,
  type Queue,
  type StatementWatch,
} from '@cairn/kernel';
import { CallThread, type Operation } from './call-thread.js';
import { ReaderPool } from './reader-pool.js';
import { RestartingThread } from './restarting-thread.js';
import { FileStage } from './file-stage.js';
import { SharedClock } from '../connection/shared-clock.js';
import { SharedCounters } from '../connection/shared-counters.js';
import type { ThreadData } from './messages.js';

// Resolved by package name: threads need the bundled program, even when this file runs from its source.
const program = createRequire(import.meta.url).resolve('@cairn/adapter-typeorm/sqlite-worker');

const MAX_READERS = 4;
/** By default the engine takes 128 MiB for them in each busy thread, and keeps that. */
const FOR_NEW_OBJECTS = { maxYoungGenerationSizeMb: 32 };

interface Surroundings extends StatementWatch {
  readonly clock: Pick<Clock, 'now'>;
}

interface Pools {
  /** Told before each write. */
  readonly tellTime: () => void;
  readonly currentWork: (() => CurrentWork) | undefined;
  readonly writer: RestartingThread;
  readonly readers: ReaderPool;
  /** Opens the readers for spaces with long features. */
  readonly openLong: () => Promise<ReaderPool>;
}

/**
 * The threads of a SQLite file: one writer, up to as many readers as there are processors, between 2 and `MAX_READERS`,
 * and one reader less for spaces with long features. A step in such a space may take 100 ms, and reads of other spaces
 * must not wait for it.
 */
export class ThreadPool {
  private longReaders: Promise<ReaderPool> | undefined;
  /** Those that are open. */
  private readonly openedLong: ReaderPool[] = [];
  private isClosed = false;

  private constructor(private readonly pools: Pools) {}

  /**
   * Threads load their programs while the file is prepared.
   * @throws the error of preparing or opening the file.
   */
  static async open(
    given: Omit<ThreadData, 'role' | 'time' | 'stage' | 'slowFromMs'>,
    { clock, currentWork, slowStatements }: Surroundings,
    prepared: Promise<unknown>,
  ): Promise<ThreadPool> {
    const [time, stage] = [new SharedClock(), new FileStage()];
    const tellTime = (): void => time.tell(clock.now());
    const slowFromMs = slowStatements?.fromMs;
    const shared = { ...given, time: time.memory, stage: stage.memory, slowFromMs };
    const failed = new AbortController();
    const start = async (role: ThreadData['role']): Promise<CallThread> => {
      if (role === 'writer') new SharedCounters(shared.counters).end();
      const workerData: ThreadData = { ...shared, role };
      const worker = new Worker(program, { workerData, resourceLimits: FOR_NEW_OBJECTS });
      const thread = new CallThread(worker, slowStatements?.report);
      const end = (): void => void thread.terminate();
      failed.signal.addEventListener('abort', end);
      try {
        await thread.call({ repository: 'database', method: 'probe', args: [] });
        return thread;
      } catch (error) {
        await thread.terminate();
        throw error;
      } finally {
        failed.signal.removeEventListener('abort', end);
      }
    };
    const max = Math.max(2, Math.min(MAX_READERS, availableParallelism()));
    const openLong = (): Promise<ReaderPool> => ReaderPool.open(() => start('long reader'), max - 1);
    const writing = RestartingThread.open(() => start('writer'));
    const reading = ReaderPool.open(() => start('reader'), max);
    try {
      await Promise.race([prepared, writing]); // a thread that cannot even start
      stage.reach('prepared');
      const [writer, readers] = await Promise.all([writing, reading]);
      return new ThreadPool({ tellTime, currentWork, writer, readers, openLong });
    } catch (error) {
      failed.abort();
      for (const opened of await Promise.allSettled([reading, writing]))
        if (opened.status === 'fulfilled') await opened.value.close().catch(() => undefined);
      throw error;
    }
  }

  /** What waits for a thread. */
  get queues(): Readonly<Record<string, Queue>> {
    const { readers, writer } = this.pools;
    const long: Queue[] = this.openedLong;
    const reads = {
      get state() {
        return sumOfQueues([readers, ...long]);
      },
    };
    return { 'database-reads': reads, 'database-writes': writer };
  }

  async write(operation: Operation): Promise<unknown> {
    const { tellTime, writer } = this.pools;
    tellTime();
    return await writer.call(this.withWork(operation));
  }

  async read(operation: Operation): Promise<unknown> {
    const withWork = this.withWork(operation);
    return await (await this.readersFor(operation)).call(withWork);
  }

  async *stream(operation: Operation): AsyncGenerator<unknown, void, undefined> {
    const withWork = this.withWork(operation);
    yield* (await this.readersFor(operation)).stream(withWork);
  }

  /** Waits for pending calls. The writer is last: only it can checkpoint the log and remove it. */
  async close(): Promise<void> {
    const { readers, writer } = this.pools;
    this.isClosed = true;
    await inTurn(
      () => readers.close(),
      async () => await (await this.longReaders?.catch(() => undefined))?.close(),
      () => writer.close(),
    );
  }

  private withWork(operation: Operation): Operation {
    const work = this.pools.currentWork?.();
    return work?.name === undefined && work?.traceparent === undefined ? operation : { ...operation, work };
  }

  /** If the readers for long features cannot be started, the other readers take over, and the next read tries again. */
  private async readersFor({ hasLongSteps = false }: Operation): Promise<ReaderPool> {
    const { readers, openLong } = this.pools;
    if (!hasLongSteps || this.isClosed) return readers;
    this.longReaders ??= openLong().then((opened) => {
      this.openedLong.push(opened);
      return opened;
    });
    try {
      return await this.longReaders;
    } catch {
      this.longReaders = undefined;
      return readers;
    }
  }
}
