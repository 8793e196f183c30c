import type { ImageSource } from '@cairn/images/spi';

/** Reads a source once, chunk by chunk, after inspecting its first bytes. */
export class SourceReader {
  private readonly chunks: AsyncIterator<Uint8Array>;
  /** Chunks read by `start` and not yet yielded by `all`. */
  private readonly ahead: Uint8Array[] = [];
  private copiedBytes = 0;

  constructor(source: ImageSource) {
    this.chunks = source.read()[Symbol.asyncIterator]();
  }

  /** The first `length` bytes, or all of a shorter source. */
  async start(length: number): Promise<Buffer> {
    for (let known = 0; known < length;) {
      const chunk = await this.next();
      if (chunk === undefined) break;
      this.ahead.push(chunk);
      known += chunk.length;
    }
    return Buffer.concat(this.ahead.map((chunk) => chunk.subarray(0, length))).subarray(0, length);
  }

  /** The source from its first byte on. */
  async *all(): AsyncGenerator<Uint8Array> {
    yield* this.ahead.splice(0);
    for (let chunk = await this.next(); chunk !== undefined; chunk = await this.next()) yield chunk;
  }

  /** Like `all`, and copies the bytes into a buffer of the size of the source. */
  async *copyTo(buffer: Buffer): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.all()) {
      buffer.set(chunk, this.copiedBytes);
      this.copiedBytes += chunk.length;
      yield chunk;
    }
  }

  /** The number of bytes that `copyTo` has copied. */
  get copied(): number {
    return this.copiedBytes;
  }

  async end(): Promise<void> {
    await this.chunks.return?.();
  }

  private async next(): Promise<Uint8Array | undefined> {
    const result = await this.chunks.next();
    return result.done === true ? undefined : result.value;
  }
}
