/** A number that several threads see change at once. Only whether it differs means anything: it wraps at 2^32. */
export class SharedCounter {
  private readonly cells: Int32Array;

  /** Counts from 0, or goes on where another thread's counter is, which shares `memory`. */
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
