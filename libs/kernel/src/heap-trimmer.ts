/** A part of a heap, as `getHeapSpaceStatistics` of `node:v8` describes it. */
interface HeapSpace {
  readonly space_name: string;
  readonly space_size: number;
}

/** Limits for threads other than the main one, which may stop for 10 ms. */
const OF_THREAD = { mostBytes: 16 * 1024 * 1024, afterMs: 20 };

/** The heap of one thread. */
export interface Heap {
  readonly spaces: () => readonly HeapSpace[];
  /** Collects garbage. The thread stops meanwhile: for some 10 ms if 15 MiB remain. */
  readonly collect: () => void;
  /** Runs the callback soon, when the work in progress is done. */
  readonly later: (run: () => void) => void;
}

/**
 * Collects the garbage of a thread soon after large work. On its own, the engine waits until the heap has grown by a
 * multiple. Each thread has its own heap: together they held hundreds of MiB after one feature of 10 MiB.
 */
export class HeapTrimmer {
  private keptBytes: number;
  private isPlanned = false;

  /** @param mostBytes By how much the heap may grow before it is trimmed. */
  constructor(
    private readonly heap: Heap,
    private readonly mostBytes: number,
  ) {
    this.keptBytes = this.occupiedBytes();
  }

  /**
   * For a thread other than the main one.
   * @param spaces `getHeapSpaceStatistics` of `node:v8`.
   * @param after `setTimeout`.
   * @param gc `globalThis.gc`, if the process has exposed it.
   */
  static ofThread(
    spaces: Heap['spaces'],
    after: (run: () => void, ms: number) => { readonly unref: () => unknown },
    gc: (() => unknown) | undefined,
  ): HeapTrimmer {
    const later = (run: () => void): void => void after(run, OF_THREAD.afterMs).unref();
    return new HeapTrimmer({ spaces, collect: () => void gc?.(), later }, OF_THREAD.mostBytes);
  }

  /** Call it for each piece of work, before or after it. */
  worked(): void {
    if (this.isPlanned) return;
    this.isPlanned = true;
    this.heap.later(() => {
      this.isPlanned = false;
      this.trim();
    });
  }

  /** Collects if the heap has grown by `mostBytes` since the last collection. */
  trim(): void {
    if (this.occupiedBytes() - this.keptBytes < this.mostBytes) return;
    this.heap.collect();
    this.keptBytes = this.occupiedBytes();
    // The engine gives pages back some time after a collection.
    this.heap.later(() => (this.keptBytes = Math.min(this.keptBytes, this.occupiedBytes())));
  }

  /** New objects are left out: the engine collects them often enough. */
  private occupiedBytes(): number {
    const old = this.heap.spaces().filter(({ space_name }) => space_name !== 'new_space');
    return old.reduce((sum, { space_size }) => sum + space_size, 0);
  }
}
