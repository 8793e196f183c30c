import type { ServerResponse } from 'node:http';
import { holderOf } from '../messages/request-context.js';
import { TimeSlice } from '../messages/time-slice.js';
import { whileResting } from './wait-for-drain.js';

/** Encoding this many UTF-16 code units takes a fraction of a millisecond. */
export const LENGTH_AT_ONCE = 262_144;

/** Writes a long text, or bytes, in time slices, with back-pressure. */
export class TextWriter {
  private readonly slice: TimeSlice;
  private wake: () => void = () => undefined;

  constructor(private readonly response: ServerResponse) {
    this.slice = new TimeSlice(holderOf(response.req));
    // One listener for all writes, because listeners of a compressed response cannot be removed.
    const wake = (): void => this.wake();
    response.on('drain', wake).on('close', wake);
  }

  /** Resolves when the client can receive more, or has disconnected. */
  async write(text: string): Promise<void> {
    for (let start = 0; start < text.length;) {
      await this.slice.next();
      const end = endOfPiece(text, start);
      if (this.response.destroyed) return;
      if (!this.response.write(text.slice(start, end))) await this.drained();
      start = end;
    }
  }

  /** The same with bytes. */
  async writeBytes(bytes: Uint8Array): Promise<void> {
    await this.slice.next();
    if (!this.response.destroyed && !this.response.write(bytes)) await this.drained();
  }

  end(text: string): void {
    this.response.end(text);
  }

  private async drained(): Promise<void> {
    await whileResting(this.response, new Promise<void>((resolve) => (this.wake = resolve)));
  }
}

/** Never splits a surrogate pair, whose halves would each be encoded as a character. */
function endOfPiece(text: string, start: number): number {
  const end = start + LENGTH_AT_ONCE;
  if (end >= text.length) return text.length;
  const unit = text.charCodeAt(end);
  return unit >= 0xdc00 && unit <= 0xdfff ? end - 1 : end;
}
