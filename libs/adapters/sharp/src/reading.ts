import type { ImageSource } from '@cairn/images';

/** Reads a source once, piece by piece, and keeps the beginning of it. */
export class Reading {
  private readonly pieces: AsyncIterator<Uint8Array>;
  private readonly kept: Uint8Array[] = [];
  private keptBytes = 0;

  constructor(source: ImageSource) {
    this.pieces = source.read()[Symbol.asyncIterator]();
  }

  /** What was kept so far. */
  get bytes(): Buffer {
    return Buffer.concat(this.kept);
  }

  /** The beginning of the source: at least so many bytes, unless it has fewer. */
  async start(length: number): Promise<Buffer> {
    while (this.keptBytes < length) {
      const piece = await this.next();
      if (piece === undefined) break;
      this.keep(piece);
    }
    return this.bytes;
  }

  /** The source from its first byte on; of what is read now, pieces are kept until there are `limit` bytes. */
  async *all(limit: number): AsyncGenerator<Uint8Array> {
    yield* this.kept.slice();
    for (let piece = await this.next(); piece !== undefined; piece = await this.next()) {
      if (this.keptBytes < limit) this.keep(piece);
      yield piece;
    }
  }

  async end(): Promise<void> {
    await this.pieces.return?.();
  }

  private async next(): Promise<Uint8Array | undefined> {
    const result = await this.pieces.next();
    return result.done === true ? undefined : result.value;
  }

  private keep(piece: Uint8Array): void {
    this.kept.push(piece);
    this.keptBytes += piece.length;
  }
}
