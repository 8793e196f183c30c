/** Work in progress that can be stopped. */
export interface Work<T> {
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
  readonly work: Work<T>;
  waiting: number;
}

/** Single-flight: concurrent calls with the same key share one run, which is stopped when all callers have left. */
export class SingleFlight<T> {
  private readonly going = new Map<string, Shared<T>>();

  /** Joins the work of this key for a holder, or starts it. */
  join(key: string, holder: string, start: () => Work<T>): Share<T> {
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

  private begin(key: string, work: Work<T>): Shared<T> {
    const shared = { work, waiting: 0 };
    this.going.set(key, shared);
    const end = (): void => {
      if (this.going.get(key) === shared) this.going.delete(key);
    };
    work.result.then(end, end);
    return shared;
  }
}
