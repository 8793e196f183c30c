import { PulledItems } from '@cairn/kernel';
import type { HeldBody } from './body-memory.js';

/** A body that can be read a second time from its start if the first reader stopped early. */
export class RereadableBytes {
  private readonly kept: Buffer[] = [];
  private readonly bytes: PulledItems<Buffer>;

  constructor(
    bytes: AsyncIterable<Buffer>,
    private readonly memory: HeldBody,
  ) {
    this.bytes = new PulledItems(bytes);
  }

  /** Reads and buffers the body. @throws {HttpError} 503 if bodies take too much memory. */
  async *first(): AsyncGenerator<Buffer, void, undefined> {
    for await (const chunk of this.rest()) {
      this.memory.add(chunk.length);
      this.kept.push(chunk);
      yield chunk;
    }
  }

  /** Reads from the start again. Releases the buffer on the way. */
  async *again(): AsyncGenerator<Buffer, void, undefined> {
    for (let chunk = this.kept.shift(); chunk !== undefined; chunk = this.kept.shift()) yield chunk;
    this.memory.release();
    yield* this.rest();
  }

  /** Does not wait for bytes that have been asked for. */
  async close(): Promise<void> {
    await this.bytes.leave();
  }

  /** What has not been read, and stays readable for the next reader if this one stops. */
  private async *rest(): AsyncGenerator<Buffer, void, undefined> {
    for (let next = await this.bytes.pull(); next.done !== true; next = await this.bytes.pull())
      yield next.value;
  }
}
