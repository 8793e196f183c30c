import type { ImageSource } from '@cairn/images';

/** Reads a source once, piece by piece, and keeps the beginning of it in one buffer. */
export class SourceReader {
  private readonly pieces: AsyncIterator<Uint8Array>;
  private kept = Buffer.alloc(0);
  private keptBytes = 0;
  /** What `start` read but did not keep. */
  private rest: Uint8Array | undefined;

  constructor(private readonly source: ImageSource) {
    this.pieces = source.read()[Symbol.asyncIterator]();
  }

  /** The bytes kept so far. */
  get bytes(): Buffer {
    return this.kept.subarray(0, this.keptBytes);
  }

  /** The beginning of the source: so many bytes, unless it has fewer. */
  async start(length: number): Promise<Buffer> {
    this.keepUpTo(length);
    while (this.keptBytes < length) {
      const piece = await this.next();
      if (piece === undefined) break;
      this.rest = this.keep(piece);
    }
    return this.bytes;
  }

  /** The source from its first byte on; of what is read now, up to `limit` bytes in all are kept. */
  async *all(limit: number): AsyncGenerator<Uint8Array> {
    yield this.bytes;
    this.keepUpTo(limit);
    for (let piece = await this.next(); piece !== undefined; piece = await this.next()) {
      this.keep(piece);
      yield piece;
    }
  }

  async end(): Promise<void> {
    await this.pieces.return?.();
  }

  private async next(): Promise<Uint8Array | undefined> {
    if (this.rest !== undefined && this.rest.length > 0) {
      const { rest } = this;
      this.rest = undefined;
      return rest;
    }
    const result = await this.pieces.next();
    return result.done === true ? undefined : result.value;
  }

  /** Allocated at once: to join pieces would take the memory twice. */
  private keepUpTo(limit: number): void {
    const capacity = Math.min(limit, this.source.sizeInBytes);
    if (capacity <= this.kept.length) return;
    const { bytes } = this;
    this.kept = Buffer.allocUnsafeSlow(capacity);
    bytes.copy(this.kept);
  }

  /** Keeps as much as there is room for; gives the rest. */
  private keep(piece: Uint8Array): Uint8Array {
    const part = piece.subarray(0, this.kept.length - this.keptBytes);
    this.kept.set(part, this.keptBytes);
    this.keptBytes += part.length;
    return piece.subarray(part.length);
  }
}
