/** A part of a heap, as `getHeapSpaceStatistics` of `node:v8` describes it. */
interface HeapSpace {
  readonly space_name: string;
  readonly space_size: number;
}

/** Limits for threads other than the main one, which may stop for 10 ms. */
const OF_THREAD = { mostBytes: 16 * 1024 * 1024, afterMs: 20, quietMs: 10_000 };

/** The heap of one thread. */
export interface Heap {
  readonly spaces: () => readonly HeapSpace[];
  /** Collects garbage. The thread stops meanwhile: for some 10 ms if 15 MiB remain. */
  readonly collect: () => void;
  /** The same, and gives the memory that is unused then back to the system. Takes several times as long. */
  readonly release: () => void;
  /** Runs the callback soon, when the work in progress is done. */
  readonly later: (run: () => void) => void;
  /** Runs the callback after as long as nothing should be done before `release`. */
  readonly muchLater: (run: () => void) => void;
}

/** `gc` of a process that has exposed it. */
interface CollectGarbage {
  (): unknown;
  (options: { readonly flavor: 'last-resort' }): unknown;
}

/**
 * Collects the garbage of a thread soon after large work, and gives memory back once it has been quiet for a while. On its own,
 * the engine waits until the heap has grown by a multiple, and keeps the pages that became free. Each thread has its own heap:
 * together they held hundreds of MiB after one feature of 10 MiB.
 */
export class HeapTrimmer {
  private keptBytes: number;
  private isPlanned = false;
  private isReleasePlanned = false;
  /** Counts pieces of work. */
  private works = 0;
  private readonly bytesAtFirst: number;

  /** @param mostBytes By how much the heap may grow before it is trimmed. */
  constructor(
    private readonly heap: Heap,
    private readonly mostBytes: number,
  ) {
    this.keptBytes = this.occupiedBytes();
    this.bytesAtFirst = this.allBytes();
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
    gc: CollectGarbage | undefined,
  ): HeapTrimmer {
    const { afterMs, quietMs, mostBytes } = OF_THREAD;
    const heap: Heap = {
      spaces,
      collect: () => void gc?.(),
      release: () => void gc?.({ flavor: 'last-resort' }),
      later: (run) => void after(run, afterMs).unref(),
      muchLater: (run) => void after(run, quietMs).unref(),
    };
    return new HeapTrimmer(heap, mostBytes);
  }

  /** Call it for each piece of work, before or after it. */
  worked(): void {
    this.works += 1;
    if (this.isPlanned) return;
    this.isPlanned = true;
    this.heap.later(() => {
      this.isPlanned = false;
      this.trim();
    });
  }

  /** Call it for work after which nothing need be collected. Nothing is given back meanwhile. */
  busy(): void {
    this.works += 1;
  }

  /** Collects if the heap has grown by `mostBytes` since the last collection. */
  trim(): void {
    if (this.allBytes() - this.bytesAtFirst >= this.mostBytes) this.planRelease();
    if (this.occupiedBytes() - this.keptBytes < this.mostBytes) return;
    this.heap.collect();
    this.keptBytes = this.occupiedBytes();
    // The engine gives pages back some time after a collection.
    this.heap.later(() => (this.keptBytes = Math.min(this.keptBytes, this.occupiedBytes())));
  }

  /** Waits until nothing is done any more. */
  private planRelease(): void {
    if (this.isReleasePlanned) return;
    this.isReleasePlanned = true;
    const { works } = this;
    this.heap.muchLater(() => {
      this.isReleasePlanned = false;
      if (works !== this.works) {
        this.planRelease();
        return;
      }
      this.heap.release();
      this.keptBytes = this.occupiedBytes();
    });
  }

  /** New objects are left out: the engine collects them often enough. */
  private occupiedBytes(): number {
    return sizeOf(this.heap.spaces().filter(({ space_name }) => space_name !== 'new_space'));
  }

  private allBytes(): number {
    return sizeOf(this.heap.spaces());
  }
}

const sizeOf = (spaces: readonly HeapSpace[]): number =>
  spaces.reduce((sum, { space_size }) => sum + space_size, 0);
