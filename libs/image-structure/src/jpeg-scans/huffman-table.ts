/** Codes of up to this length are found in one step. */
const FAST_BITS = 9;
/** The number of bits by which several codes are looked up at once. */
const SKIP_BITS = 12;
const MAX_BITS = 16;
/** The end of a block in `skips`. */
export const END_OF_BLOCK = 0x10000;
/** Sixteen coefficients that are 0. */
export const ZEROS = 0xf0;
/** How decoders read what is not a code: they take this many bits, which stand for 0. */
const NO_CODE_BITS = 17;

/** Codes of a table of ITU-T T.81, C.2: how many there are of each length, and what they stand for. */
export class HuffmanTable {
  /** Indexed by the next bits: a symbol times 32, plus the length of its code; 0 for longer codes. */
  readonly fast = new Uint16Array(2 ** FAST_BITS);
  private skipTable: Int32Array | undefined;
  private readonly largest = new Int32Array(MAX_BITS + 1).fill(-1);
  private readonly offsets = new Int32Array(MAX_BITS + 1);

  constructor(
    counts: Uint8Array,
    private readonly values: Uint8Array,
  ) {
    let code = 0;
    let index = 0;
    for (const [shorter, count] of counts.entries()) {
      const length = shorter + 1;
      this.offsets[length] = index - code;
      for (let each = 0; each < count && length <= FAST_BITS; each += 1) {
        const start = (code + each) << (FAST_BITS - length);
        const entry = (values[index + each] ?? 0) * 32 + length;
        this.fast.fill(entry, start, start + 2 ** (FAST_BITS - length));
      }
      code += count;
      index += count;
      if (count > 0) this.largest[length] = code - 1;
      code *= 2;
    }
  }

  /**
   * For coefficients of a block, indexed by the next 12 bits: how many of the bits are complete codes with the bits
   * that follow them, plus 256 times the number of coefficients, plus `END_OF_BLOCK` if the last code ends the block; 0
   * if not even one code is complete.
   */
  get skips(): Int32Array {
    return (this.skipTable ??= Int32Array.from({ length: 2 ** SKIP_BITS }, (_, bits) => this.skip(bits)));
  }

  private skip(bits: number): number {
    let [used, coefficients] = [0, 0];
    for (;;) {
      const found = this.fast[((bits << used) & (2 ** SKIP_BITS - 1)) >> (SKIP_BITS - FAST_BITS)] ?? 0;
      const [code, size] = [found >>> 5, (found >>> 5) & 15];
      const next = used + (found & 31) + size;
      if (found === 0 || next > SKIP_BITS) return used + coefficients * 256;
      if (size === 0 && code !== ZEROS) return next + coefficients * 256 + END_OF_BLOCK;
      coefficients += (code >> 4) + 1;
      used = next;
    }
  }

  /** As in `fast`, for a code that is longer. @param bits The next 32 bits, the first of them highest. */
  findLong(bits: number): number {
    for (let length = FAST_BITS + 1; length <= MAX_BITS; length += 1) {
      const code = bits >>> (32 - length);
      if (code <= (this.largest[length] ?? -1))
        return (this.values[code + (this.offsets[length] ?? 0)] ?? 0) * 32 + length;
    }
    return NO_CODE_BITS;
  }
}
