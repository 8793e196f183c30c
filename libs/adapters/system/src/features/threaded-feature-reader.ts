import { totalmem } from 'node:os';
import { allEnded, FairSemaphore, PulledItems, StorageUnavailable, type Release } from '@cairn/kernel';
import type {
  FeatureCopy,
  FeatureReader,
  ParsedDraft,
  ParsingOptions,
  ReadingOptions,
  StreamedChunk,
} from '@cairn/spaces/spi';
import { ReaderThread } from './reader-thread.js';

/** Chunks of all holders that are sent to the thread at once: it reads one while the next is in transit. */
const SENT = 2;
/** Chunks of one stream that wait for their turn or are being read. */
const MAX_AHEAD = 2;

/** Copying has its own thread, because copies of one feature may take a minute and would delay reading. */
type Purpose = 'reading' | 'copying';

/** Limits for the copies of one feature. */
export interface CopyLimits {
  readonly durationMs: number;
  readonly memoryInMebibytes: number;
}

const MEBIBYTE = 1024 * 1024;

/** The copies of the largest country, with 1.4 million positions, take half a minute and half of 1.5 GiB. */
const COPY_LIMITS: CopyLimits = {
  durationMs: 180_000,
  memoryInMebibytes: Math.min(1_536, (process.constrainedMemory() || totalmem()) / 4 / MEBIBYTE),
};

/**
 * Reads features in one worker thread and copies them in another, which is ended if a feature exceeds its limits. Each
 * thread is started on first use and shared by all callers.
 */
export class ThreadedFeatureReader implements FeatureReader {
  private readonly threads = new Map<Purpose, ReaderThread>();
  private readonly turns = new FairSemaphore({ count: SENT });
  /** Chunks of features that are sent. */
  readonly queues = { 'sent-features': this.turns };

  constructor(private readonly copyLimits: CopyLimits = COPY_LIMITS) {}

  async parse(text: string, options: ParsingOptions): Promise<ParsedDraft> {
    const { holder = '' } = options;
    return await this.turns.run({ holder }, () => this.running('reading').parse(text, options));
  }

  async copies(body: string): Promise<readonly FeatureCopy[] | 'too-dear'> {
    const thread = this.running('copying');
    const timeout = setTimeout(() => void thread.terminate(), this.copyLimits.durationMs);
    try {
      return await thread.copies(body);
    } catch (error) {
      if (this.threads.get('copying') !== thread) throw error; // it was closed
      if (!(error instanceof StorageUnavailable)) throw error; // of this feature alone
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
    const ownTurns = new StreamTurns(this.turns, options.holder ?? '');
    const source = new PulledItems(bytes);
    const pull = async (): Promise<Turn> => ({ pulled: await source.pull() });
    const ahead: Promise<Turn>[] = [];
    const ask = (answer: Promise<StreamedChunk>): void => {
      ahead.push(handled(answer.then((read) => ({ read }))));
    };
    let next: Promise<Turn> | undefined = handled(pull());
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
          // Copies the bytes, because the source may reuse their memory before they are read.
          const bytes = pulled.done === true ? undefined : new Uint8Array(pulled.value);
          ask(ownTurns.run(() => (bytes === undefined ? stream.end() : stream.chunk(bytes))));
          next = pulled.done === true ? undefined : handled(pull());
        }
      }
    } finally {
      ownTurns.leave();
      stream.close();
      await source.leave();
    }
  }

  /** Ends the threads. Reads in progress reject. */
  async close(): Promise<void> {
    const threads = [...this.threads.values()];
    this.threads.clear();
    await allEnded(threads.map((thread) => thread.terminate()));
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

/** The queue turns of one stream. */
class StreamTurns {
  private readonly leaving = new AbortController();
  private readonly held = new Set<Release>();

  constructor(
    private readonly turns: FairSemaphore,
    private readonly holder: string,
  ) {}

  /** Never settles if the stream is left while `ask` is pending. */
  async run<T>(ask: () => Promise<T>): Promise<T> {
    const { holder, held } = this;
    const { signal } = this.leaving;
    const release = await this.turns.acquire({ holder, cancellation: signal });
    if (typeof release === 'string') throw new StreamLeft();
    if (signal.aborted) {
      release();
      throw new StreamLeft();
    }
    held.add(release);
    try {
      return await ask();
    } finally {
      held.delete(release);
      release();
    }
  }

  /** Returns the turns. Pending calls of `run` never settle. */
  leave(): void {
    this.leaving.abort();
    for (const release of this.held) release();
  }
}

class StreamLeft extends Error {}

/** Received bytes, or a chunk of features that was read. */
type Turn =
  | { readonly read: StreamedChunk; readonly pulled?: undefined }
  | { readonly read?: undefined; readonly pulled: IteratorResult<Uint8Array> };

/** Prevents an unhandled rejection: the promise is awaited later, or never if the reader stops. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
