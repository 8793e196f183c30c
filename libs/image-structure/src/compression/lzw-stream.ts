const MAX_CODE_BITS = 12;
const MAX_CODES = 2 ** MAX_CODE_BITS;
/** No code came before. */
const NONE = -1;

/** Follows the LZW codes of a GIF frame (GIF89a, appendix F), which come in pieces, to the last that decoders read. */
export class LzwStream {
  /** The offset after the last byte with bits of codes that are read. */
  end: number;
  /** Whether nothing that follows is read. */
  hasEnded = false;
  isDamaged = false;
  private readonly clear: number;
  /** For each code, the number of pixels that it stands for. */
  private readonly lengths = new Uint16Array(MAX_CODES).fill(1);
  private next: number;
  private codeBits: number;
  private latest = NONE;
  private hold = 0;
  private count = 0;

  /**
   * @param start The offset of the first byte.
   * @param pixels How many pixels the frame has. After the last, only the codes that end a frame are read.
   */
  constructor(
    private readonly minCodeBits: number,
    start: number,
    private pixels: number,
  ) {
    this.end = start;
    this.clear = 2 ** minCodeBits;
    this.next = this.clear + 2;
    this.codeBits = minCodeBits + 1;
    this.isDamaged = minCodeBits < 1 || minCodeBits >= MAX_CODE_BITS;
  }

  /** Continues with these bytes. The first of them is at `offset`. */
  add(bytes: Uint8Array, offset: number): void {
    const { clear, lengths } = this;
    let { hold, count, codeBits, next, latest, pixels, end } = this;
    for (let at = 0; at < bytes.length && !this.hasEnded && !this.isDamaged; at += 1) {
      hold |= (bytes[at] ?? 0) << count;
      count += 8;
      while (count >= codeBits) {
        const code = hold & ((1 << codeBits) - 1);
        hold >>>= codeBits;
        count -= codeBits;
        if (code === clear) {
          next = clear + 2;
          codeBits = this.minCodeBits + 1;
          latest = NONE;
        } else if (code === clear + 1 || pixels <= 0) {
          this.hasEnded = true;
          if (code === clear + 1) end = offset + at + 1;
          break;
        } else {
          const longer = latest === NONE ? 0 : (lengths[latest] ?? 0) + 1;
          if (code > next || (code === next && longer === 0)) {
            this.isDamaged = true;
            break;
          }
          if (longer > 0 && next < MAX_CODES) {
            lengths[next] = longer;
            next += 1;
            if (next === 1 << codeBits && codeBits < MAX_CODE_BITS) codeBits += 1;
          }
          pixels -= lengths[code] ?? 0;
          latest = code;
        }
        end = offset + at + 1;
      }
    }
    this.hold = hold;
    this.count = count;
    this.codeBits = codeBits;
    this.next = next;
    this.latest = latest;
    this.pixels = pixels;
    this.end = end;
  }
}
