import type { HeldBody } from './body-memory.js';

/** A body that can be read a second time from its start if the first reader stopped early. */
export class RereadableBytes {
  private readonly kept: Buffer[] = [];

  constructor(
    private readonly bytes: AsyncGenerator<Buffer, void, undefined>,
    private readonly memory: HeldBody,
  ) {}

  /** Reads and buffers the body. @throws {HttpError} 503 if bodies take too much memory. */
  async *first(): AsyncGenerator<Buffer, void, undefined> {
    // Not `for await`, which would close the source when the reader stops.
    for (let next = await this.bytes.next(); next.done !== true; next = await this.bytes.next()) {
      this.memory.add(next.value.length);
      this.kept.push(next.value);
      yield next.value;
    }
  }

  /** Reads from the start again. Releases the buffer on the way. */
  async *again(): AsyncGenerator<Buffer, void, undefined> {
    for (let chunk = this.kept.shift(); chunk !== undefined; chunk = this.kept.shift()) yield chunk;
    this.memory.release();
    yield* this.bytes;
  }

  async close(): Promise<void> {
    await this.bytes.return();
  }
}
