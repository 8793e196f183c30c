import type { Cancellation } from './cancellation.js';

/** A request to acquire places. */
export interface Acquisition {
  /** The holder that the places are counted for, usually an account. */
  readonly holder: string;
  /** The number of places, acquired all at once. Default: 1. */
  readonly size?: number | undefined;
  readonly cancellation?: Cancellation | undefined;
}

export interface FairSemaphoreOptions {
  readonly count: number;
  /** Maximum queue length. Unbounded by default, for work that is limited elsewhere. */
  readonly maxWaiting?: number | undefined;
  /**
   * The limit of one holder. `all`: every place that nobody else waits for. `spare`: one more only while the free
   * places outnumber its own, so that it holds at most half and a newcomer finds one; for places that are held for
   * long.
   */
  readonly share?: 'all' | 'spare' | undefined;
}

/** Releases the places; further calls do nothing. */
export type Release = () => void;

/** Why no place was acquired: the queue is full, or the request was cancelled. */
export type NotAcquired = 'full' | 'cancelled';

interface Holder {
  readonly name: string;
  held: number;
  waiting: number;
  /** The turn of its latest acquisition. */
  servedAt: number;
}

interface Waiting {
  readonly size: number;
  readonly holder: Holder;
  readonly settle: (outcome: Release | NotAcquired) => void;
}

/**
 * A fair semaphore. A free place goes to the holder with the fewest; among equals, to the one served least recently;
 * within a holder, FIFO. However many requests one holder queues, the others get their turn.
 */
export class FairSemaphore {
  private readonly holders = new Map<string, Holder>();
  private readonly waiting = new Set<Waiting>();
  private free: number;
  private turns = 0;

  constructor(private readonly options: FairSemaphoreOptions) {
    this.free = options.count;
  }

  /** Whether the queue is not empty. */
  get hasWaiting(): boolean {
    return this.waiting.size > 0;
  }

  /**
   * Whether a request is queued that is ahead of this holder: its own next one, or one of a holder with fewer places.
   */
  isNeededByOthersThan(holder: string): boolean {
    for (const { holder: other } of this.waiting)
      if (other.name === holder || other.held < this.heldBy(holder)) return true;
    return false;
  }

  /** The number of places of a holder. */
  heldBy(holder: string): number {
    return this.holders.get(holder)?.held ?? 0;
  }

  /**
   * Waits for a place. If the queue is too long, the last request of the holder with the most is rejected, possibly
   * this one.
   * @returns the function that releases the places.
   */
  async acquire(taking: Acquisition): Promise<Release | NotAcquired> {
    const { holder: name, size = 1, cancellation } = taking;
    if (cancellation?.aborted === true) return 'cancelled';
    return await new Promise((resolve) => {
      const leave = (): void => this.dismiss(waiting, 'cancelled');
      const settle = (outcome: Release | NotAcquired): void => {
        cancellation?.removeEventListener('abort', leave);
        resolve(outcome);
      };
      const holder = this.holders.get(name) ?? { name, held: 0, waiting: 0, servedAt: 0 };
      const waiting: Waiting = { size, holder, settle };
      this.holders.set(name, holder);
      holder.waiting += 1;
      this.waiting.add(waiting);
      cancellation?.addEventListener('abort', leave);
      this.admit();
      if (this.waiting.size > (this.options.maxWaiting ?? Infinity)) this.dismissOne();
    });
  }

  private admit(): void {
    for (let next = this.next(); next !== undefined && next.size <= this.free; next = this.next()) {
      const { holder, size, settle } = next;
      this.remove(next);
      this.free -= size;
      holder.held += size;
      holder.servedAt = this.turns += 1;
      let isHeld = true;
      settle(() => {
        if (isHeld) this.release(holder, size);
        isHeld = false;
      });
    }
  }

  private next(): Waiting | undefined {
    let next: Waiting | undefined;
    for (const one of this.waiting)
      if (this.mayHaveMore(one) && (next === undefined || isBefore(one.holder, next.holder))) next = one;
    return next;
  }

  private mayHaveMore({ holder, size }: Waiting): boolean {
    return this.options.share !== 'spare' || holder.held === 0 || holder.held + size <= this.free;
  }

  private release(holder: Holder, size: number): void {
    this.free += size;
    holder.held -= size;
    this.admit();
    this.forget(holder);
  }

  private dismissOne(): void {
    let last: Waiting | undefined;
    for (const one of this.waiting)
      if (last === undefined || one.holder.waiting >= last.holder.waiting) last = one;
    if (last !== undefined) this.dismiss(last, 'full');
  }

  private dismiss(waiting: Waiting, reason: NotAcquired): void {
    this.remove(waiting);
    waiting.settle(reason);
    this.admit(); // a smaller one may have waited behind it
    this.forget(waiting.holder);
  }

  private remove(waiting: Waiting): void {
    this.waiting.delete(waiting);
    waiting.holder.waiting -= 1;
  }

  private forget({ name, held, waiting }: Holder): void {
    if (held === 0 && waiting === 0) this.holders.delete(name);
  }
}

const isBefore = (one: Holder, other: Holder): boolean =>
  one.held < other.held || (one.held === other.held && one.servedAt < other.servedAt);
