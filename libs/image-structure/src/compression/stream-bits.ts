/** The bits of a stream that comes in pieces, lowest first. */
export class StreamBits {
  bytes: Uint8Array = new Uint8Array();
  /** The next of `bytes`. */
  at = 0;
  /** The bits that come before it. */
  hold = 0;
  count = 0;

  continueIn(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.at = 0;
  }

  /** Whether there are as many bits. */
  has(bits: number): boolean {
    while (this.count <= 24 && this.at < this.bytes.length) {
      this.hold |= (this.bytes[this.at] ?? 0) << this.count;
      this.at += 1;
      this.count += 8;
    }
    return this.count >= bits;
  }

  /** At most 16 bits, which must be there. */
  take(bits: number): number {
    const value = this.hold & ((1 << bits) - 1);
    this.hold >>>= bits;
    this.count -= bits;
    return value;
  }

  /** Leaves the rest of the byte. */
  align(): void {
    this.take(this.count % 8);
  }
}
