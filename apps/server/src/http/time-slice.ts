const SLICE_MS = 5;
/** A step may take as long as a slice: no more pieces of work are let through in one turn, whatever time is left. */
const MAX_AT_ONCE = 4;

/** What may be done of long work in this turn of the event loop. */
interface Turn {
  readonly end: number;
  readonly working: Set<TimeSlice>;
}

/** Those that have had no turn yet, and the others: they are woken in turns. */
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
 * Divides long work into slices, between which other requests get their turn. All long work of a turn of the event loop
 * shares one slice: however much there is, nobody else waits longer.
 */
export class TimeSlice {
  private startedAt = performance.now();
  private isNew = true;

  /** Whether this work alone has used up a slice. */
  get isOver(): boolean {
    return performance.now() - this.startedAt >= SLICE_MS;
  }

  /** Lets others go first where the slice of all is used up. To be asked for before each step. */
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
