const SLICE_MS = 5;
/** Limits the tasks per turn, because each step may take as long as a whole slice. */
const MAX_AT_ONCE = 4;

/** The time slice of the current turn of the event loop. */
interface Turn {
  readonly end: number;
  readonly working: Set<TimeSlice>;
}

/** Tasks that have not run yet, and the others. The two queues are woken alternately. */
const waiting: readonly Map<TimeSlice, () => void>[] = [new Map(), new Map()];
let current: Turn | undefined;

function begin(): Turn {
  setImmediate(nextTurn);
  return (current = { end: performance.now() + SLICE_MS, working: new Set() });
}

function nextTurn(): void {
  current = undefined;
  const woken: (readonly [TimeSlice, () => void])[] = [];
  for (let round = 0; round < MAX_AT_ONCE; round += 1)
    for (const queue of waiting) {
      const [next] = queue;
      if (next === undefined || woken.length === MAX_AT_ONCE) continue;
      queue.delete(next[0]);
      woken.push(next);
    }
  if (woken.length === 0) return;
  const { working } = begin();
  for (const [slice, wake] of woken) {
    working.add(slice);
    wake();
  }
}

/**
 * Cooperative scheduling: divides long tasks into slices, so that other requests can run in between. All tasks share
 * one slice per turn of the event loop, however many there are.
 */
export class TimeSlice {
  private startedAt = performance.now();
  private isNew = true;

  /** Whether this task alone has used up a slice. */
  get isOver(): boolean {
    return performance.now() - this.startedAt >= SLICE_MS;
  }

  /** Yields to the event loop if the shared slice is used up. Call before each step. */
  async next(): Promise<void> {
    const { end, working } = current ?? begin();
    if (performance.now() < end && (working.has(this) || working.size < MAX_AT_ONCE)) {
      working.add(this);
      return;
    }
    const [newcomers, others] = waiting;
    await new Promise<void>((resolve) => (this.isNew ? newcomers : others)?.set(this, resolve));
    this.isNew = false;
    this.startedAt = performance.now();
  }
}
