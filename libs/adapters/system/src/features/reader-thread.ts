import { createRequire } from 'node:module';
import type { ResourceLimits } from 'node:worker_threads';
import type {
  FeatureCopy,
  ParsedDraft,
  ParsingOptions,
  ReadingOptions,
  StreamedChunk,
} from '@cairn/spaces/spi';
import { RequestWorker } from '../threads/request-worker.js';
import type { ReadingAnswer, ReadingRequest } from './reading-messages.js';

// Resolved by package name: threads need the bundled program, even when this file runs from its source.
const program = createRequire(import.meta.url).resolve('@cairn/adapter-system/feature-reader-worker');

/** A stream for a thread to read. */
export interface ThreadStream {
  /** The memory of the bytes is given to the thread. */
  chunk(bytes: Uint8Array<ArrayBuffer>): Promise<StreamedChunk>;
  end(): Promise<StreamedChunk>;
  close(): void;
}

/** A worker thread that reads features from any number of streams. */
export class ReaderThread {
  private readonly thread: RequestWorker<ReadingRequest, ReadingAnswer>;

  constructor(limits?: ResourceLimits) {
    this.thread = new RequestWorker(program, 'reads features', limits);
  }

  get hasEnded(): boolean {
    return this.thread.hasEnded;
  }

  open(options: ReadingOptions): ThreadStream {
    const { thread } = this;
    const stream = thread.begin();
    thread.tell({ kind: 'open', stream, options });
    return {
      chunk: async (bytes) => (await thread.ask({ kind: 'chunk', stream, bytes }, [bytes.buffer])).chunk,
      end: async () => (await thread.ask({ kind: 'end', stream })).chunk,
      close: () => {
        thread.end(stream);
        thread.tell({ kind: 'close', stream });
      },
    };
  }

  async parse(text: string, options: ParsingOptions): Promise<ParsedDraft> {
    const stream = this.thread.begin();
    try {
      const { chunk } = await this.thread.ask({ kind: 'parse', stream, text, options });
      const [feature] = chunk.features;
      if (feature === undefined) throw new Error('The thread that reads features gave none.');
      return feature.parsed;
    } finally {
      this.thread.end(stream);
    }
  }

  async copies(body: string): Promise<readonly FeatureCopy[]> {
    const stream = this.thread.begin();
    try {
      return (await this.thread.ask({ kind: 'copies', stream, body })).copies ?? [];
    } finally {
      this.thread.end(stream);
    }
  }

  async terminate(): Promise<void> {
    await this.thread.terminate();
  }
}
