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
/** The number of the slice that holders had last. Forgotten when nobody waits. */
const served = new Map<string, number>();
let slices = 0;

function begin(): Turn {
  setImmediate(nextTurn);
  return (current = { end: performance.now() + SLICE_MS, working: new Set() });
}

function nextTurn(): void {
  current = undefined;
  const woken: (readonly [TimeSlice, () => void])[] = [];
  for (let round = 0; round < MAX_AT_ONCE; round += 1)
    for (const queue of waiting) {
      const next = woken.length === MAX_AT_ONCE ? undefined : takeNext(queue);
      if (next !== undefined) woken.push(next);
    }
  if (woken.length === 0) {
    served.clear();
    return;
  }
  const { working } = begin();
  for (const [slice, wake] of woken) {
    working.add(slice);
    wake();
  }
}

/** Takes the first task of the holder to whom it is longest since. */
function takeNext(queue: Map<TimeSlice, () => void>): readonly [TimeSlice, () => void] | undefined {
  let [next, last] = [undefined as readonly [TimeSlice, () => void] | undefined, Infinity];
  for (const entry of queue) {
    const servedAt = served.get(entry[0].holder) ?? 0;
    if (servedAt < last) [next, last] = [entry, servedAt];
  }
  if (next === undefined) return undefined;
  queue.delete(next[0]);
  slices += 1;
  served.set(next[0].holder, slices);
  return next;
}

/**
 * Cooperative scheduling: divides long tasks into slices, so that other requests can run in between. All tasks share
 * one slice per turn of the event loop, however many there are; their holders take turns.
 */
export class TimeSlice {
  private startedAt = performance.now();
  private isNew = true;

  /** @param holder Whom it works for, such as an account. */
  constructor(readonly holder = '') {}

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
