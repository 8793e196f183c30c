import type { ServerResponse } from 'node:http';
import { TimeSlice } from '../time-slice.js';

/** To encode so many UTF-16 code units takes a fraction of a millisecond. */
const LENGTH_AT_ONCE = 262_144;

/** Writes a long text as fast as its client takes it, in slices of time. */
export class TextWriter {
  private readonly slice = new TimeSlice();
  private wake: () => void = () => undefined;

  constructor(private readonly response: ServerResponse) {
    // One listener for all: those of a compressed response cannot be taken off.
    const wake = (): void => this.wake();
    response.on('drain', wake).on('close', wake);
  }

  /** Resolves when the client can take more, or has gone. */
  async write(text: string): Promise<void> {
    for (let start = 0; start < text.length;) {
      await this.slice.next();
      const end = endOfPiece(text, start);
      if (this.response.destroyed) return;
      if (!this.response.write(text.slice(start, end)))
        await new Promise<void>((resolve) => (this.wake = resolve));
      start = end;
    }
  }

  end(text: string): void {
    this.response.end(text);
  }
}

/** Never between the halves of a surrogate pair: each would be encoded as a character of its own. */
function endOfPiece(text: string, start: number): number {
  const end = start + LENGTH_AT_ONCE;
  if (end >= text.length) return text.length;
  const unit = text.charCodeAt(end);
  return unit >= 0xdc00 && unit <= 0xdfff ? end - 1 : end;
}
