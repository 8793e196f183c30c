import type { Deadline } from './deadline.js';
import { wordFor } from './word-for.js';

/** What can be sent: bytes or text in memory, a file of a page, or a stream, such as one of `node:fs`. */
export type Source = Blob | Uint8Array | string | AsyncIterable<Uint8Array | string>;

const SLICE = 65_536;

/** A sent part of a source: bytes or text. */
type Part = Uint8Array | string;

interface Read {
  readonly done?: boolean | undefined;
  readonly value?: unknown;
}

/** A source that is read piece by piece. */
interface Reading {
  next(): Read | Promise<Read>;
  /** Ends the reading, even while a piece is awaited. Errors of that piece are ignored. */
  close(): void;
}

/**
 * A source in use by one call. A stream is read from the beginning of the call, because it may fail at once: without a
 * listener, that error would end the process. Whoever creates the object must close it.
 */
export class HeldSource {
  /** Whether it is bytes, text or a file, which can be sent more than once. */
  readonly isRereadable: boolean;
  private reading: Reading | undefined;
  /** The first part of a stream, until it is sent. */
  private first: Promise<Read> | undefined;

  /**
   * @param partOf Converts an item of a stream to a part.
   * @throws {TypeError} if it is not a source.
   */
  constructor(
    private readonly source: unknown,
    private readonly partOf: (item: unknown) => Part = bytesOrText,
  ) {
    this.isRereadable = isInMemory(source) || source instanceof Blob;
    if (this.isRereadable) return;
    const reading = readingOf(source);
    this.reading = reading;
    this.first = (async () => await reading.next())();
    this.first.catch(() => undefined); // the error is reported when `first` is awaited
  }

  /** `undefined` for text and streams, whose size is known only once all is sent. */
  get sizeInBytes(): number | undefined {
    if (this.source instanceof Blob) return this.source.size;
    return this.source instanceof Uint8Array ? this.source.length : undefined;
  }

  /** Of a `File`. */
  get name(): string | undefined {
    const { name } = this.source as { readonly name?: unknown };
    return typeof name === 'string' && name !== '' ? name : undefined;
  }

  /**
   * All bytes, piece by piece. Resolves as soon as the first piece is there, so that nothing is sent of a source that
   * cannot be read.
   */
  async open(deadline: Deadline): Promise<AsyncGenerator<Uint8Array, void>> {
    const reading = this.isRereadable ? this.again() : this.reading;
    if (reading === undefined) throw new TypeError('The source has been read.');
    const begun = this.first ?? reading.next();
    this.first = undefined;
    const first = await deadline.part(async () => this.bytesOf(await untilAborted(begun, deadline.signal)));
    return this.parts(reading, first, deadline);
  }

  /** The whole source as a Blob, which browsers keep on disk if it is large. */
  async blob(deadline: Deadline): Promise<Blob> {
    if (this.source instanceof Blob) {
      const { source } = this;
      await deadline.part(() => source.slice(0, 1).arrayBuffer());
      return source;
    }
    const parts: Uint8Array<ArrayBuffer>[] = [];
    // A Blob does not accept memory that threads share.
    for await (const part of await this.open(deadline)) parts.push(new Uint8Array(part));
    return new Blob(parts);
  }

  close(): void {
    this.reading?.close();
  }

  private again(): Reading {
    this.close();
    const { source } = this;
    this.reading =
      source instanceof Blob ? readingOfStream(source.stream()) : readingOf(slices(source as Part));
    return this.reading;
  }

  private async *parts(
    reading: Reading,
    first: Uint8Array | undefined,
    deadline: Deadline,
  ): AsyncGenerator<Uint8Array, void> {
    const next = async (): Promise<Uint8Array | undefined> => this.bytesOf(await reading.next());
    try {
      for (let part = first; part !== undefined; part = await deadline.part(next)) yield part;
    } finally {
      reading.close();
    }
  }

  private bytesOf({ done, value }: Read): Uint8Array | undefined {
    if (done === true) return undefined;
    const part = this.partOf(value);
    return typeof part === 'string' ? encoder.encode(part) : part;
  }
}

const encoder = new TextEncoder();

/** Returns the result of `use` for a source. Closes the source afterwards in any case. */
export async function withSource<T>(held: HeldSource, use: (held: HeldSource) => Promise<T>): Promise<T> {
  try {
    return await use(held);
  } finally {
    held.close();
  }
}

/** Bytes or text. @throws {TypeError} for every other item of a stream. */
export function bytesOrText(item: unknown): Part {
  if (isInMemory(item)) return item;
  throw new TypeError(`it gave ${wordFor(item)}, which is neither bytes nor text`);
}

export const isInMemory = (value: unknown): value is Part =>
  typeof value === 'string' || value instanceof Uint8Array;

/** @throws {TypeError} for a value that cannot be read piece by piece. */
function readingOf(source: unknown): Reading {
  if (source instanceof ReadableStream) {
    if (source.locked) throw new TypeError('The source is a stream that something else reads.');
    return readingOfStream(source);
  }
  const iterable = Object(source) as Partial<AsyncIterable<unknown> & Iterable<unknown>>;
  const iterator = iterable[Symbol.asyncIterator]?.() ?? iterable[Symbol.iterator]?.();
  if (iterator === undefined)
    throw new TypeError(
      `The source is ${wordFor(source)}, and must be a Blob, a Uint8Array, a string or a stream of these.`,
    );
  const { destroy } = iterable as { readonly destroy?: unknown };
  let isDone = false;
  return {
    next: async () => {
      const read = await iterator.next();
      isDone = read.done === true;
      return read;
    },
    close: () => {
      if (isDone) return;
      // `return` of an iterator waits for its pending item; a stream of Node can be destroyed at once.
      if (typeof destroy === 'function') destroy.call(source);
      void (async () => await iterator.return?.())().catch(() => undefined);
    },
  };
}

/** Not every browser can iterate streams. */
function readingOfStream(stream: ReadableStream<unknown>): Reading {
  const reader = stream.getReader();
  return {
    next: () => reader.read(),
    close: () => void reader.cancel().catch(() => undefined),
  };
}

/** Splits data into pieces, so that progress can be reported. */
function* slices(source: Part): Generator<Uint8Array, void> {
  const bytes = typeof source === 'string' ? encoder.encode(source) : source;
  for (let start = 0; start < bytes.length; start += SLICE) yield bytes.subarray(start, start + SLICE);
}

/** The value, unless the signal aborts first. */
async function untilAborted<T>(value: T | Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let stop: () => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(new Error('The request is over.'));
    signal.addEventListener('abort', stop);
  });
  return await Promise.race([value, stopped]).finally(() => signal.removeEventListener('abort', stop));
}

/** How much of a body has been sent. */
export interface SendProgress {
  readonly sentInBytes: number;
  /** Absent for a stream of unknown length. */
  readonly totalInBytes?: number | undefined;
}

/** What has to know of each part that goes out. */
interface Watched {
  readonly deadline: Deadline;
  readonly totalInBytes: number | undefined;
  readonly onSent: ((progress: SendProgress) => void) | undefined;
}

/** The same bytes. Reports each part once it has been taken. */
export async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  { deadline, totalInBytes, onSent }: Watched,
): AsyncGenerator<Uint8Array, void> {
  let sentInBytes = 0;
  for await (const part of bytes) {
    yield part;
    deadline.extend();
    sentInBytes += part.length;
    deadline.tell(() => onSent?.({ sentInBytes, totalInBytes }));
  }
}

/** A stream of these parts. It requests the next part only when needed. */
export function streamOf(parts: AsyncGenerator<Uint8Array, void>): ReadableStream<Uint8Array> {
  const source = {
    async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
      const { done, value } = await parts.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel(): Promise<void> {
      await parts.return(undefined);
    },
  };
  return new ReadableStream<Uint8Array>(source, { highWaterMark: 0 });
}
