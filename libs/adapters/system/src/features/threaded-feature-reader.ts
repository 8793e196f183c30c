import type {
  FeatureCopy,
  FeatureReader,
  ParsedDraft,
  ParsingOptions,
  ReadingOptions,
  StreamedChunk,
} from '@cairn/spaces/spi';
import { ReaderThread } from './reader-thread.js';

/** Maximum number of chunks sent to the thread: it reads one while the next is in transit. */
const MAX_AHEAD = 2;

/** Copying has its own thread, because copies of one feature may take a minute and would delay reading. */
type Purpose = 'reading' | 'copying';

/** Limits for the copies of one feature. */
export interface CopyLimits {
  readonly durationMs: number;
  readonly memoryInMebibytes: number;
}

/** The copies of the largest country, with 1.4 million positions, take half a minute and half of the memory. */
const COPY_LIMITS: CopyLimits = { durationMs: 180_000, memoryInMebibytes: 1_536 };

/**
 * Reads features in one worker thread and copies them in another, which is ended if a feature exceeds its limits. Each
 * thread is started on first use and shared by all callers.
 */
export class ThreadedFeatureReader implements FeatureReader {
  private readonly threads = new Map<Purpose, ReaderThread>();

  constructor(private readonly copyLimits: CopyLimits = COPY_LIMITS) {}

  async parse(text: string, options: ParsingOptions): Promise<ParsedDraft> {
    return await this.running('reading').parse(text, options);
  }

  async copies(body: string): Promise<readonly FeatureCopy[] | 'too-dear'> {
    const thread = this.running('copying');
    const timeout = setTimeout(() => void thread.terminate(), this.copyLimits.durationMs);
    try {
      return await thread.copies(body);
    } catch (error) {
      if (this.threads.get('copying') !== thread) throw error; // it was closed
      const fault = faultOf(error);
      if (fault !== undefined) throw new Error(fault.message, { cause: fault });
      return 'too-dear';
    } finally {
      clearTimeout(timeout);
    }
  }

  async *read(
    bytes: AsyncIterable<Uint8Array>,
    options: ReadingOptions,
  ): AsyncGenerator<StreamedChunk, void, undefined> {
    const stream = this.running('reading').open(options);
    const source = new PulledBytes(bytes);
    const ahead: Promise<Turn>[] = [];
    const ask = (answer: Promise<StreamedChunk>): void => {
      ahead.push(handled(answer.then((read) => ({ read }))));
    };
    let next: Promise<Turn> | undefined = source.pull();
    try {
      for (;;) {
        // Bytes first, to keep the thread busy. But a finished chunk does not wait for further bytes.
        const turns: Promise<Turn>[] = next !== undefined && ahead.length <= MAX_AHEAD ? [next] : [];
        const [oldest] = ahead;
        if (oldest !== undefined) turns.push(oldest);
        if (turns.length === 0) return;
        const { pulled, read } = await Promise.race(turns);
        if (read !== undefined) {
          void ahead.shift();
          yield read;
          if (read.broken !== undefined) return;
        } else {
          ask(pulled.done === true ? stream.end() : stream.chunk(pulled.value));
          next = pulled.done === true ? undefined : source.pull();
        }
      }
    } finally {
      stream.close();
      await source.close();
    }
  }

  /** Ends the threads. Reads in progress reject. */
  async close(): Promise<void> {
    const threads = [...this.threads.values()];
    this.threads.clear();
    await Promise.all(threads.map((thread) => thread.terminate()));
  }

  private running(purpose: Purpose): ReaderThread {
    const known = this.threads.get(purpose);
    if (known !== undefined && !known.hasEnded) return known;
    const { memoryInMebibytes: maxOldGenerationSizeMb } = this.copyLimits;
    const started = new ReaderThread(purpose === 'copying' ? { maxOldGenerationSizeMb } : {});
    this.threads.set(purpose, started);
    return started;
  }
}

/** The error of the thread; `undefined` if it was ended for its time or memory. */
function faultOf(error: unknown): Error | undefined {
  const cause = error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
  return cause?.code === 'ERR_WORKER_OUT_OF_MEMORY' ? undefined : cause;
}

/** Received bytes, or a chunk of features that was read. */
type Turn =
  | { readonly read: StreamedChunk; readonly pulled?: undefined }
  | { readonly read?: undefined; readonly pulled: IteratorResult<Uint8Array> };

class PulledBytes {
  private readonly bytes: AsyncIterator<Uint8Array>;
  private isWaiting = false;

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.bytes = bytes[Symbol.asyncIterator]();
  }

  pull(): Promise<Turn> {
    this.isWaiting = true;
    const next = this.bytes.next().finally(() => (this.isWaiting = false));
    return handled(next.then((pulled) => ({ pulled })));
  }

  /** Does not wait for a pending read of bytes. */
  async close(): Promise<void> {
    const closed = handled(Promise.resolve(this.bytes.return?.()));
    if (!this.isWaiting) await closed;
  }
}

/** Prevents an unhandled rejection: the promise is awaited later, or never if the reader stops. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
