/** Work in progress that can be stopped. */
export interface SharedWork<T> {
  readonly result: Promise<T>;
  /** Adds another holder that waits for the work. */
  join(holder: string): void;
  cancel(): void;
}

/** A share in work. A caller that leaves before the end does not get the result. */
export interface Share<T> {
  readonly result: Promise<T>;
  /** Does nothing once the work has ended, or when called again. */
  leave(): void;
}

interface Shared<T> {
  readonly work: SharedWork<T>;
  waiting: number;
}

/** The key of work without one. */
const ONLY = '';

/** Single-flight: concurrent calls with the same key share one run, which is stopped when all callers have left. */
export class SingleFlight<T> {
  private readonly going = new Map<string, Shared<T>>();

  get isRunning(): boolean {
    return this.going.size > 0;
  }

  /** Joins the only work, which nobody can stop, or starts it. */
  async run(start: () => Promise<T>): Promise<T> {
    const work = (): SharedWork<T> => ({ result: start(), join: () => undefined, cancel: () => undefined });
    return await this.join(ONLY, '', work).result;
  }

  /** Joins the work of this key for a holder, or starts it. */
  join(key: string, holder: string, start: () => SharedWork<T>): Share<T> {
    const going = this.going.get(key);
    going?.work.join(holder);
    const shared = going ?? this.begin(key, start());
    shared.waiting += 1;
    let hasLeft = false;
    return {
      result: shared.work.result,
      leave: () => {
        if (hasLeft) return;
        hasLeft = true;
        shared.waiting -= 1;
        if (shared.waiting > 0 || this.going.get(key) !== shared) return;
        this.going.delete(key);
        shared.work.cancel();
      },
    };
  }

  /** Resolves once the work that runs now has ended, whether it succeeds or fails. */
  async ended(): Promise<void> {
    await Promise.allSettled([...this.going.values()].map(({ work }) => work.result));
  }

  private begin(key: string, work: SharedWork<T>): Shared<T> {
    const shared = { work, waiting: 0 };
    this.going.set(key, shared);
    const end = (): void => {
      if (this.going.get(key) === shared) this.going.delete(key);
    };
    work.result.then(end, end);
    return shared;
  }
}
