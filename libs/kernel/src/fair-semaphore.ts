import type { Cancellation } from './cancellation.js';

/** Who takes a place. */
export interface Acquisition {
  /** Those of one holder share what they get: here mostly an account. */
  readonly holder: string;
  /** How many places it takes, all at once. Default: 1. */
  readonly size?: number | undefined;
  readonly cancellation?: Cancellation | undefined;
}

export interface FairSemaphoreOptions {
  readonly count: number;
  /** How many may wait; unbounded by default, for work that has a bound before it. */
  readonly maxWaiting?: number | undefined;
  /**
   * What one holder may have. `all`: every place that nobody else wants. `spare`: another one only while more are free than
   * it has, so that half of them at most are one holder's and a newcomer finds one; for what is held for long.
   */
  readonly share?: 'all' | 'spare' | undefined;
}

/** Gives the place back; nothing happens the second time. */
export type Release = () => void;

/** Why there is no place: too many wait, or it is no longer wanted. */
export type NotAcquired = 'full' | 'cancelled';

interface Holder {
  readonly name: string;
  held: number;
  waiting: number;
  /** When it got its last place, as a number of turns. */
  servedAt: number;
}

interface Waiting {
  readonly size: number;
  readonly holder: Holder;
  readonly settle: (outcome: Release | NotAcquired) => void;
}

/**
 * A number of places, shared fairly. One that is free goes to the holder that has the fewest, of equal ones to whom it is
 * longest since, and of one holder's to who came first: however many wait for one holder, the others get theirs in turn.
 */
export class FairSemaphore {
  private readonly holders = new Map<string, Holder>();
  private readonly waiting = new Set<Waiting>();
  private free: number;
  private turns = 0;

  constructor(private readonly options: FairSemaphoreOptions) {
    this.free = options.count;
  }

  /** Whether somebody waits for one. */
  get hasWaiting(): boolean {
    return this.waiting.size > 0;
  }

  /** Whether a holder has one that another one who waits has more need of: its own next, or a holder with fewer. */
  isNeededByOthersThan(holder: string): boolean {
    for (const { holder: other } of this.waiting)
      if (other.name === holder || other.held < this.heldBy(holder)) return true;
    return false;
  }

  /** How many places a holder has. */
  heldBy(holder: string): number {
    return this.holders.get(holder)?.held ?? 0;
  }

  /**
   * Waits for a place. When more wait than may, the last one of the holder with the most leaves, which may be this one.
   * @returns what gives the place back.
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
