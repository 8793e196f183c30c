type Numbers =
  Uint8Array<SharedArrayBuffer> | Uint32Array<SharedArrayBuffer> | Float64Array<SharedArrayBuffer>;

/** Numbers in shared memory whose count is not known at first. */
export class Column {
  private numbers: Numbers;
  private used = 0;

  /**
   * @param make An array of zeros of that length, in memory of its own.
   * @param expected How many numbers are expected: then nothing is copied.
   */
  constructor(
    private readonly make: (length: number) => Numbers,
    expected: number,
  ) {
    this.numbers = make(expected);
  }

  get length(): number {
    return this.used;
  }

  add(number: number): void {
    if (this.used === this.numbers.length) this.resize(Math.max(1_024, this.used * 2));
    this.numbers[this.used] = number;
    this.used += 1;
  }

  at(index: number): number {
    return this.numbers[index] ?? 0;
  }

  /** The memory, of exactly the size of the numbers. */
  finish(): SharedArrayBuffer {
    if (this.used < this.numbers.length) this.resize(this.used);
    return this.numbers.buffer;
  }

  private resize(length: number): void {
    const resized = this.make(length);
    resized.set(this.numbers.subarray(0, Math.min(this.used, length)));
    this.numbers = resized;
  }
}

export const bytes = (length: number): Uint8Array<SharedArrayBuffer> =>
  new Uint8Array(new SharedArrayBuffer(length));
export const whole32 = (length: number): Uint32Array<SharedArrayBuffer> =>
  new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT));
export const double64 = (length: number): Float64Array<SharedArrayBuffer> =>
  new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT));
