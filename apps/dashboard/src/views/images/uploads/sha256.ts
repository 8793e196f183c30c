const BLOCK = 64;
const WORD = 4;

/** Words of 32 bits. An element of a `DataView` is never `undefined`, and it is as fast as an array. */
const words = (count: number): DataView => new DataView(new ArrayBuffer(count * WORD));

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2). */
const CONSTANTS = words(BLOCK);
/** The same of the square roots of the first 8 (5.3.3). */
const START = words(8);
for (let prime = 2, count = 0; count < BLOCK; prime += 1) {
  const smaller = Array.from({ length: prime - 2 }, (_, index) => index + 2);
  if (smaller.some((divisor) => prime % divisor === 0)) continue;
  if (count < 8) START.setUint32(count * WORD, Math.floor((Math.sqrt(prime) % 1) * 2 ** 32));
  CONSTANTS.setUint32(count * WORD, Math.floor((Math.cbrt(prime) % 1) * 2 ** 32));
  count += 1;
}

/** SHA-256 of bytes that come in pieces, for pages on plain HTTP, where browsers have no `crypto.subtle`. */
export class Sha256 {
  private readonly state = new DataView(START.buffer.slice(0));
  private readonly schedule = words(BLOCK);
  private readonly rest = new Uint8Array(BLOCK);
  private size = 0;

  update(bytes: Uint8Array): this {
    let at = 0;
    const kept = this.size % BLOCK;
    this.size += bytes.length;
    if (kept > 0) {
      at = Math.min(BLOCK - kept, bytes.length);
      this.rest.set(bytes.subarray(0, at), kept);
      if (kept + at < BLOCK) return this;
      this.compress(this.rest, 0);
    }
    for (; at + BLOCK <= bytes.length; at += BLOCK) this.compress(bytes, at);
    this.rest.set(bytes.subarray(at));
    return this;
  }

  /** In lower-case hexadecimal. Nothing may be added after it. */
  digest(): string {
    const { size } = this;
    const end = new Uint8Array(BLOCK + 8 - ((size + 8) % BLOCK));
    end[0] = 0x80;
    const view = new DataView(end.buffer);
    view.setUint32(end.length - 8, Math.floor(size / 2 ** 29));
    view.setUint32(end.length - 4, (size * 8) % 2 ** 32);
    this.update(end);
    const hex = (_: unknown, index: number): string =>
      this.state
        .getUint32(index * WORD)
        .toString(16)
        .padStart(2 * WORD, '0');
    return Array.from({ length: 8 }, hex).join('');
  }

  private compress(bytes: Uint8Array, at: number): void {
    const { schedule: w, state } = this;
    const block = new DataView(bytes.buffer, bytes.byteOffset + at, BLOCK);
    for (let i = 0; i < BLOCK; i += WORD) w.setInt32(i, block.getInt32(i));
    for (let i = BLOCK; i < BLOCK * WORD; i += WORD) {
      const x = w.getInt32(i - 15 * WORD);
      const y = w.getInt32(i - 2 * WORD);
      const low = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const high = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      w.setInt32(i, (w.getInt32(i - 16 * WORD) + low + w.getInt32(i - 7 * WORD) + high) | 0);
    }
    let a = state.getInt32(0);
    let b = state.getInt32(4);
    let c = state.getInt32(8);
    let d = state.getInt32(12);
    let e = state.getInt32(16);
    let f = state.getInt32(20);
    let g = state.getInt32(24);
    let h = state.getInt32(28);
    for (let i = 0; i < BLOCK * WORD; i += WORD) {
      const high = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const first = (h + high + ((e & f) ^ (~e & g)) + CONSTANTS.getInt32(i) + w.getInt32(i)) | 0;
      const low = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const second = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    for (const [index, word] of [a, b, c, d, e, f, g, h].entries())
      state.setInt32(index * WORD, (state.getInt32(index * WORD) + word) | 0);
  }
}
