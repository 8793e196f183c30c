/** The minimum size of a part in S3, except for the last. */
export const PART_BYTES = 5 * 1024 * 1024;

const FIRST_BYTES = 64 * 1024;

/** Collects one part. Grows with the data received. */
export class PartBuffer {
  private buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
  private filled = 0;

  get isFull(): boolean {
    return this.filled === PART_BYTES;
  }

  /** A view of the collected bytes, valid until `clear`. */
  get bytes(): Buffer {
    return this.buffer.subarray(0, this.filled);
  }

  /** Copies what fits and returns the rest. */
  fill(piece: Uint8Array): Uint8Array {
    const taken = piece.subarray(0, PART_BYTES - this.filled);
    if (this.filled + taken.length > this.buffer.length) this.grow(this.filled + taken.length);
    this.buffer.set(taken, this.filled);
    this.filled += taken.length;
    return piece.subarray(taken.length);
  }

  clear(): void {
    this.filled = 0;
  }

  private grow(needed: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.min(PART_BYTES, Math.max(needed, 2 * this.buffer.length)));
    larger.set(this.bytes);
    this.buffer = larger;
  }
}
