import { someBytes } from './blob-bytes.js';

/** Yields chunks of 1,000 bytes for ever, and records how much was read and whether it was closed. */
export class EndlessSource implements AsyncIterable<Uint8Array> {
  given = 0;
  closed = false;

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return {
      next: async () => {
        this.given += 1;
        return { done: false, value: new Uint8Array(1_000) };
      },
      return: async () => {
        this.closed = true;
        return { done: true, value: undefined };
      },
    };
  }
}

/** Yields each text in the same buffer. */
export async function* reusing(buffer: Buffer, texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) {
    buffer.write(text);
    yield buffer;
  }
}

/** Yields some bytes, then throws. */
export async function* failing(failure: Error): AsyncGenerator<Uint8Array> {
  yield someBytes(100_000);
  throw failure;
}
