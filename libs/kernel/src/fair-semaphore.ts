import type { Cancellation } from './cancellation.js';
import type { QueueState } from './queues.js';

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
  /**
   * Places that only a holder without any gets, for work that takes long and cannot be interrupted: one holder may have
   * all the others at once, and a newcomer still finds one. Default: 0.
   */
  readonly reserved?: number | undefined;
}

/** Releases the places; further calls do nothing. */
export type Release = () => void;

/** Why no place was acquired: the queue is full, or the request was cancelled. */
export type NotAcquired = 'full' | 'cancelled';

interface Holder {
  readonly name: string;
  held: number;
  /** The requests that wait, in their order. */
  readonly waiting: Waiting[];
  /** The turn of its latest acquisition. */
  servedAt: number;
}

interface Waiting {
  readonly size: number;
  readonly holder: Holder;
  /** Its number among all requests. */
  readonly askedAt: number;
  readonly settle: (outcome: Release | NotAcquired) => void;
}

/**
 * A fair semaphore. A free place goes to the holder with the fewest; among equals, to the one served least recently;
 * within a holder, FIFO. However many requests one holder queues, the others get their turn.
 */
export class FairSemaphore {
  /** The holders that have places or wait for some. */
  private readonly holders = new Map<string, Holder>();
  private free: number;
  private waiting = 0;
  private asked = 0;
  private turns = 0;
  private ended = 0;
  private refused = 0;

  constructor(private readonly options: FairSemaphoreOptions) {
    this.free = options.count;
  }

  get state(): QueueState {
    const { turns, ended, waiting, refused } = this;
    const { count: limit } = this.options;
    return { running: turns - ended, waiting, limit, held: limit - this.free, ended, refused };
  }

  /** Whether the queue is not empty. */
  get hasWaiting(): boolean {
    return this.waiting > 0;
  }

  /**
   * Whether a request is queued that is ahead of this holder: its own next one, or one of a holder with fewer places.
   */
  isNeededByOthersThan(holder: string): boolean {
    if ((this.holders.get(holder)?.waiting.length ?? 0) > 0) return true;
    return this.isNeededByPoorerThan(holder);
  }

  /** Whether a request of a holder with fewer places is queued. */
  isNeededByPoorerThan(holder: string): boolean {
    const own = this.heldBy(holder);
    for (const { held, waiting } of this.holders.values()) if (waiting.length > 0 && held < own) return true;
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
      const holder = this.holders.get(name) ?? { name, held: 0, waiting: [], servedAt: 0 };
      const waiting: Waiting = { size, holder, askedAt: (this.asked += 1), settle };
      this.holders.set(name, holder);
      holder.waiting.push(waiting);
      this.waiting += 1;
      cancellation?.addEventListener('abort', leave);
      this.admit();
      if (this.waiting > (this.options.maxWaiting ?? Infinity)) this.dismissOne();
    });
  }

  /** Runs the work while it holds its places. Rejects if the queue is full, so use it where the queue has no limit. */
  async run<T>(taking: Pick<Acquisition, 'holder' | 'size'>, work: () => Promise<T>): Promise<T> {
    const release = await this.acquire(taking);
    if (typeof release === 'string') throw new Error('The queue is full.');
    try {
      return await work();
    } finally {
      release();
    }
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
    if (this.free === 0) return undefined;
    let next: Waiting | undefined;
    for (const { waiting } of this.holders.values()) {
      const [first] = waiting;
      if (first === undefined || !this.mayHaveMore(first)) continue;
      if (next === undefined || isBefore(first, next)) next = first;
    }
    return next;
  }

  private mayHaveMore({ holder, size }: Waiting): boolean {
    const { share, reserved = 0 } = this.options;
    if (holder.held === 0) return true;
    if (reserved > 0 && size + reserved > this.free) return false;
    return share !== 'spare' || holder.held + size <= this.free;
  }

  private release(holder: Holder, size: number): void {
    this.free += size;
    this.ended += 1;
    holder.held -= size;
    this.admit();
    this.forget(holder);
  }

  private dismissOne(): void {
    let last: Waiting | undefined;
    for (const { waiting } of this.holders.values()) {
      const candidate = waiting.at(-1);
      const more = waiting.length - (last?.holder.waiting.length ?? 0);
      if (more > 0 || (more === 0 && (candidate?.askedAt ?? 0) > (last?.askedAt ?? 0))) last = candidate;
    }
    if (last !== undefined) this.dismiss(last, 'full');
  }

  private dismiss(waiting: Waiting, reason: NotAcquired): void {
    this.remove(waiting);
    if (reason === 'full') this.refused += 1;
    waiting.settle(reason);
    this.admit(); // a smaller one may have waited behind it
    this.forget(waiting.holder);
  }

  private remove(waiting: Waiting): void {
    const { waiting: queue } = waiting.holder;
    queue.splice(queue.indexOf(waiting), 1);
    this.waiting -= 1;
  }

  private forget({ name, held, waiting }: Holder): void {
    if (held === 0 && waiting.length === 0) this.holders.delete(name);
  }
}

function isBefore({ holder: one, askedAt }: Waiting, { holder: other, askedAt: otherAt }: Waiting): boolean {
  if (one.held !== other.held) return one.held < other.held;
  return one.servedAt < other.servedAt || (one.servedAt === other.servedAt && askedAt < otherAt);
}
