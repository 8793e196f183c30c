/** Takes bytes of a stream in pieces of any length. */
export class ByteReader {
  private readonly source: AsyncIterator<Buffer>;
  private pieces: Buffer[] = [];
  private held = 0;

  constructor(chunks: AsyncIterable<Buffer>) {
    this.source = chunks[Symbol.asyncIterator]();
  }

  /** The next bytes; fewer if there are no more. */
  async take(length: number): Promise<Buffer> {
    while (this.held < length && (await this.pull()));
    const all = this.pieces.length === 1 ? (this.pieces[0] ?? Buffer.alloc(0)) : Buffer.concat(this.pieces);
    const taken = all.subarray(0, length);
    const rest = all.subarray(length);
    this.pieces = rest.length === 0 ? [] : [rest];
    this.held = rest.length;
    return taken;
  }

  /** Passes over the next bytes without holding them. */
  async skip(length: number): Promise<void> {
    let left = length;
    while (left > 0) {
      const { length: skipped } = await this.take(Math.min(left, MAX_SKIPPED));
      if (skipped === 0) return;
      left -= skipped;
    }
  }

  private async pull(): Promise<boolean> {
    const next = await this.source.next();
    if (next.done === true) return false;
    this.pieces.push(next.value);
    this.held += next.value.length;
    return true;
  }
}

const MAX_SKIPPED = 65_536;
