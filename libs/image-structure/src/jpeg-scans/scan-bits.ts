import { END_OF_BLOCK, ZEROS, type HuffmanTable } from './huffman-table.js';

const COEFFICIENTS = 64;

/** Fewer bits than a code that is found in one step, and what follows it, may have. */
const FEW = 16;

/**
 * Reads the bits of coded pixels (ITU-T T.81, F.2.2.5). At a marker, and where there are no bytes, zeros follow. Loops over many
 * codes keep `hold` and `count` in variables of their own, which is twice as fast.
 */
export class ScanBits {
  /** Bytes from this offset on have not been taken. */
  at = 0;
  /** The next bits, the first of them highest. */
  hold = 0;
  count = 0;
  private bytes: Uint8Array = new Uint8Array();
  /** How many of the bits are zeros added after the last byte. */
  private zeros = 0;

  /** Goes on with other bytes, in which the next one is at `at`. */
  continueIn(bytes: Uint8Array, at: number): void {
    this.bytes = bytes;
    this.at = at;
  }

  /** Whether more bits were requested than there are. */
  get isPast(): boolean {
    return this.count < this.zeros;
  }

  /** Gives back bytes of which no bit was requested. */
  giveBack(): void {
    for (let left = (this.count - this.zeros) >> 3; left > 0; left -= 1) {
      const isStuffed = this.bytes[this.at - 1] === 0 && this.bytes[this.at - 2] === 0xff;
      this.at -= isStuffed ? 2 : 1;
    }
    this.count = Math.max(0, this.count - this.zeros) & 7;
    this.hold = this.count === 0 ? 0 : this.hold & (-1 << (32 - this.count));
    this.zeros = 0;
  }

  /** Leaves the rest of the byte, as before a marker. */
  align(): void {
    this.giveBack();
    this.hold = 0;
    this.count = 0;
  }

  /** Reads the next code, and returns what it stands for. */
  symbol(table: HuffmanTable): number {
    if (this.count <= FEW) this.fill();
    let found = table.fast[this.hold >>> 23] ?? 0;
    if (found === 0) {
      this.fill();
      found = table.findLong(this.hold);
    }
    this.hold <<= found & 31;
    this.count -= found & 31;
    return found >>> 5;
  }

  /** Takes up to 16 bits. */
  take(count: number): number {
    if (count === 0) return 0;
    if (this.count < count) this.fill();
    const value = this.hold >>> (32 - count);
    this.hold <<= count;
    this.count -= count;
    return value;
  }

  /** Passes a block that is coded as a whole. */
  block(dc: HuffmanTable, ac: HuffmanTable): void {
    this.take(this.symbol(dc) & 15);
    const { skips } = ac;
    let { hold, count } = this;
    for (let at = 1; at < COEFFICIENTS;) {
      if (count < FEW) {
        this.hold = hold;
        this.count = count;
        this.fill();
        hold = this.hold;
        count = this.count;
      }
      const skip = skips[hold >>> 20] ?? 0;
      if (skip !== 0 && at + ((skip >> 8) & 0xff) < COEFFICIENTS) {
        hold <<= skip & 0xff;
        count -= skip & 0xff;
        at += (skip >> 8) & 0xff;
        if (skip >= END_OF_BLOCK) break;
        continue;
      }
      this.hold = hold;
      this.count = count;
      const code = this.symbol(ac);
      this.take(code & 15);
      hold = this.hold;
      count = this.count;
      if ((code & 15) === 0 && code !== ZEROS) break;
      at += (code >> 4) + 1;
    }
    this.hold = hold;
    this.count = count;
  }

  /** Passes so many bits. */
  drop(bits: number): void {
    let left = bits;
    for (; left > FEW; left -= FEW) this.take(FEW);
    this.take(left);
  }

  fill(): void {
    const { bytes } = this;
    let { at, hold, count } = this;
    while (count <= 24) {
      const byte = bytes[at];
      const isStuffed = byte === 0xff && bytes[at + 1] === 0; // a stuffed byte follows
      if (byte === undefined || (byte === 0xff && !isStuffed)) this.zeros += 8;
      else {
        at += isStuffed ? 2 : 1;
        hold |= byte << (24 - count);
      }
      count += 8;
    }
    this.at = at;
    this.hold = hold;
    this.count = count;
  }
}
