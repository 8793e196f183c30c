/** The time of a clock that only one thread can ask, told to the others before each write. */
export class SharedClock {
  private readonly cells: BigInt64Array;

  /** Shares the time of another thread through `memory`. */
  constructor(readonly memory = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT)) {
    this.cells = new BigInt64Array(memory);
  }

  /** Epoch milliseconds. */
  now(): number {
    return Number(Atomics.load(this.cells, 0));
  }

  tell(ms: number): void {
    Atomics.store(this.cells, 0, BigInt(ms));
  }
}
