import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { StorageUnavailable } from '@cairn/kernel';
import type { ParsedDraft, ParsingOptions, ReadingOptions, StreamedChunk } from '@cairn/spaces';
import type { ReadingAnswer, ReadingRequest } from './reading-messages.js';

// Resolved by package name: threads need the bundled program, even when this file runs from its source.
const program = createRequire(import.meta.url).resolve('@cairn/adapter-system/feature-reader-worker');

interface Asked {
  readonly resolve: (chunk: StreamedChunk) => void;
  readonly reject: (error: unknown) => void;
}

/** A stream that a thread reads. */
export interface ThreadStream {
  /** The bytes are copied. */
  chunk(bytes: Uint8Array): Promise<StreamedChunk>;
  end(): Promise<StreamedChunk>;
  close(): void;
}

/** A worker thread that reads features out of any number of streams. It keeps no process alive while nothing is asked for. */
export class ReaderThread {
  private readonly worker = new Worker(program);
  private readonly asked = new Map<number, Asked[]>();
  private streams = 0;
  private waiting = 0;
  private failure: StorageUnavailable | undefined;

  constructor() {
    this.worker.unref();
    this.worker.on('message', ({ stream, chunk }: ReadingAnswer) => {
      this.answered(1);
      this.asked.get(stream)?.shift()?.resolve(chunk);
    });
    this.worker.on('error', (cause) => this.fail(cause));
    this.worker.on('exit', () => this.fail(undefined));
  }

  get hasEnded(): boolean {
    return this.failure !== undefined;
  }

  open(options: ReadingOptions): ThreadStream {
    this.streams += 1;
    const stream = this.streams;
    this.asked.set(stream, []);
    this.send({ kind: 'open', stream, options });
    return {
      chunk: (bytes) => this.ask({ kind: 'chunk', stream, bytes: new Uint8Array(bytes) }),
      end: () => this.ask({ kind: 'end', stream }),
      close: () => this.close(stream),
    };
  }

  async parse(text: string, options: ParsingOptions): Promise<ParsedDraft> {
    this.streams += 1;
    const stream = this.streams;
    this.asked.set(stream, []);
    try {
      const [feature] = (await this.ask({ kind: 'parse', stream, text, options })).features;
      if (feature === undefined) throw new Error('The thread that reads features gave none.');
      return feature.parsed;
    } finally {
      this.asked.delete(stream);
    }
  }

  async terminate(): Promise<void> {
    await this.worker.terminate();
  }

  private async ask(request: ReadingRequest): Promise<StreamedChunk> {
    if (this.failure !== undefined) throw this.failure;
    return await new Promise((resolve, reject) => {
      this.asked.get(request.stream)?.push({ resolve, reject });
      if (this.waiting === 0) this.worker.ref();
      this.waiting += 1;
      this.send(request);
    });
  }

  /** Answers that are under way are dropped. */
  private close(stream: number): void {
    this.asked.delete(stream);
    this.send({ kind: 'close', stream });
  }

  private answered(count: number): void {
    this.waiting -= count;
    if (this.waiting === 0) this.worker.unref();
  }

  private send(request: ReadingRequest): void {
    const moved = request.kind === 'chunk' ? [request.bytes.buffer as ArrayBuffer] : [];
    this.worker.postMessage(request, moved);
  }

  private fail(cause: Error | undefined): void {
    this.failure ??= new StorageUnavailable('The thread that reads features ended.', { cause });
    for (const asked of this.asked.values()) for (const { reject } of asked) reject(this.failure);
    this.asked.clear();
  }
}
