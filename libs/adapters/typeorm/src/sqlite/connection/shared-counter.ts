/**
 * Counts the commits of changes, for all threads. It is odd while a commit is under way: some readers then see what it
 * stores, and others not yet. Only the writing thread changes it. Only inequality is meaningful: it wraps at 2^32.
 */
export class SharedCounter {
  constructor(
    private readonly cells = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
    private readonly index = 0,
  ) {}

  get value(): number {
    return Atomics.load(this.cells, this.index);
  }

  /** Called before a commit. */
  begin(): void {
    Atomics.store(this.cells, this.index, this.value | 1);
  }

  /** Called after it, whether it succeeded or failed. */
  end(): void {
    Atomics.store(this.cells, this.index, (this.value | 1) + 1);
  }
}

/** Whether a commit was under way at this count. */
export const isCommitting = (count: number): boolean => (count & 1) === 1;
