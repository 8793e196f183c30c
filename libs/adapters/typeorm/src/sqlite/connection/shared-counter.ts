/** A counter shared by threads. Only inequality is meaningful: it wraps at 2^32. */
export class SharedCounter {
  private readonly cells: Int32Array;

  /** Starts at 0, or shares the counter of another thread through `memory`. */
  constructor(readonly memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.cells = new Int32Array(memory);
  }

  get value(): number {
    return Atomics.load(this.cells, 0);
  }

  increment(): void {
    Atomics.add(this.cells, 0, 1);
  }
}
