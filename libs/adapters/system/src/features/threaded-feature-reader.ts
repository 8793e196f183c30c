import type { FeatureReader, ReadingOptions, StreamedChunk } from '@cairn/spaces';
import { ReaderThread } from './reader-thread.js';

/** Chunks that the thread may have at a time: it reads one while the next is on its way. */
const MAX_AHEAD = 2;

/** Reads features in a worker thread, which is started when it is needed first and shared by all streams. */
export class ThreadedFeatureReader implements FeatureReader {
  private thread: ReaderThread | undefined;

  async *read(
    bytes: AsyncIterable<Uint8Array>,
    options: ReadingOptions,
  ): AsyncGenerator<StreamedChunk, void, undefined> {
    const stream = this.running().open(options);
    const ahead: Promise<StreamedChunk>[] = [];
    const ask = (answer: Promise<StreamedChunk>): void => {
      answer.catch(() => undefined); // it is awaited in its turn, or not at all where nobody wants more
      ahead.push(answer);
    };
    try {
      for await (const chunk of bytes) {
        ask(stream.chunk(chunk));
        if (ahead.length <= MAX_AHEAD) continue;
        const read = await ahead.shift();
        if (read !== undefined) yield read;
        if (read?.broken !== undefined) return;
      }
      ask(stream.end());
      for (const answer of ahead) {
        const read = await answer;
        yield read;
        if (read.broken !== undefined) return;
      }
    } finally {
      stream.close();
    }
  }

  /** Ends the thread; what is being read is rejected. */
  async close(): Promise<void> {
    await this.thread?.terminate();
    this.thread = undefined;
  }

  private running(): ReaderThread {
    if (this.thread === undefined || this.thread.hasEnded) this.thread = new ReaderThread();
    return this.thread;
  }
}
