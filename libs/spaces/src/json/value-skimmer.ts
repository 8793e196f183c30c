const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];
const ENDS_WORD = new Set([0x20, 0x09, 0x0a, 0x0d, 0x2c, 0x3a, QUOTE, CLOSE_BRACE, CLOSE_BRACKET]);

/** Finds the end of one JSON value in UTF-8 that comes in chunks. Counts brackets, and does not check the value. */
export class ValueSkimmer {
  private depth = 0;
  private place: 'between' | 'string' | 'word' = 'between';
  private skipsNext = false;
  private ended = false;

  /** Whether the value may end where the text ends: a number and a word may. */
  get isWord(): boolean {
    return this.place === 'word';
  }

  /**
   * The index after the value, or `undefined` if it continues in the next chunk. `from` is where it continues in this
   * chunk.
   */
  skim(bytes: Uint8Array, from: number): number | undefined {
    let at = from;
    if (this.skipsNext && at < bytes.length) {
      this.skipsNext = false;
      at += 1;
    }
    while (at < bytes.length) {
      const next =
        this.place === 'string'
          ? this.inString(bytes, at)
          : this.place === 'word'
            ? this.inWord(bytes, at)
            : this.between(bytes, at);
      if (this.ended) return next;
      at = next;
    }
    return undefined;
  }

  private between(bytes: Uint8Array, from: number): number {
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === QUOTE) {
        this.place = 'string';
        return at + 1;
      }
      if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.depth += 1;
      else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        this.depth -= 1;
        if (this.depth <= 0) return this.end(at + 1);
      } else if (this.depth === 0) {
        this.place = 'word';
        return at + 1;
      }
    }
    return bytes.length;
  }

  private inString(bytes: Uint8Array, from: number): number {
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === BACKSLASH) {
        at += 1;
        this.skipsNext = at === bytes.length;
      } else if (byte === QUOTE) {
        this.place = 'between';
        return this.depth === 0 ? this.end(at + 1) : at + 1;
      }
    }
    return bytes.length;
  }

  private inWord(bytes: Uint8Array, from: number): number {
    for (let at = from; at < bytes.length; at += 1) {
      if (ENDS_WORD.has(bytes[at] ?? 0)) return this.end(at);
    }
    return bytes.length;
  }

  private end(at: number): number {
    this.ended = true;
    return at;
  }
}
