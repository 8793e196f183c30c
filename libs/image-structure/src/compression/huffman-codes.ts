const MAX_LENGTH = 15;
/** Codes of up to this length are found in one step. */
const MAX_FAST_BITS = 11;

/** The canonical codes of RFC 1951, 3.2.2, in streams whose bits come lowest first. */
export class HuffmanCodes {
  /** Indexed by the next bits: a symbol times 16, plus the length of its code; 0 for longer codes. */
  private readonly fast: Uint16Array;
  private readonly mask: number;
  private readonly counts = new Uint16Array(MAX_LENGTH + 1);
  private readonly symbols: Uint16Array;

  /** @param lengths The length of the code of each symbol; 0 for those that have none. */
  constructor(lengths: Uint8Array) {
    this.symbols = new Uint16Array(lengths.length);
    const longest = lengths.reduce((most, length) => Math.max(most, length), 1);
    this.fast = new Uint16Array(2 ** Math.min(longest, MAX_FAST_BITS));
    this.mask = this.fast.length - 1;
    for (const length of lengths) this.counts[length] = (this.counts[length] ?? 0) + 1;
    this.counts[0] = 0;
    const next = new Uint16Array(MAX_LENGTH + 2);
    const codes = new Uint16Array(MAX_LENGTH + 2);
    for (let length = 1; length <= MAX_LENGTH; length += 1) {
      next[length + 1] = (next[length] ?? 0) + (this.counts[length] ?? 0);
      codes[length + 1] = ((codes[length] ?? 0) + (this.counts[length] ?? 0)) * 2;
    }
    for (const [symbol, length] of lengths.entries()) {
      if (length === 0) continue;
      const place = next[length] ?? 0;
      this.symbols[place] = symbol;
      next[length] = place + 1;
      const code = codes[length] ?? 0;
      codes[length] = code + 1;
      if (length <= MAX_FAST_BITS) this.note(reversed(code, length), symbol * 16 + length);
    }
  }

  /**
   * The symbol of the next bits times 16, and how many of them its code has; 0 if they are no code.
   * @param bits At least 15 of them, zeros where there are no more.
   */
  find(bits: number): number {
    const found = this.fast[bits & this.mask] ?? 0;
    return found === 0 ? this.findLong(bits) : found;
  }

  private findLong(bits: number): number {
    let [code, first, index] = [0, 0, 0];
    for (let length = 1; length <= MAX_LENGTH; length += 1) {
      code |= (bits >>> (length - 1)) & 1;
      const count = this.counts[length] ?? 0;
      if (code - first < count) return (this.symbols[index + code - first] ?? 0) * 16 + length;
      index += count;
      first = (first + count) * 2;
      code *= 2;
    }
    return 0;
  }

  private note(start: number, entry: number): void {
    const { fast } = this;
    const step = 1 << (entry & 15);
    for (let at = start; at < fast.length; at += step) fast[at] = entry;
  }
}

function reversed(code: number, length: number): number {
  let result = 0;
  for (let bit = 0; bit < length; bit += 1) result |= ((code >> bit) & 1) << (length - 1 - bit);
  return result;
}
