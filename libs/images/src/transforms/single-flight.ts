/** Work that goes on and can be stopped. */
export interface Work<T> {
  readonly result: Promise<T>;
  cancel(): void;
}

/** A share in work: whoever leaves it before it ends does not get its result. */
export interface Share<T> {
  readonly result: Promise<T>;
  /** Does nothing once the work has ended, or the second time. */
  leave(): void;
}

interface Shared<T> {
  readonly work: Work<T>;
  waiting: number;
}

/** Does the same work once for all who ask for it while it goes on, and stops it when all have left. */
export class SingleFlight<T> {
  private readonly going = new Map<string, Shared<T>>();

  /** Joins the work of this key, starting it if it does not go on. */
  join(key: string, start: () => Work<T>): Share<T> {
    const shared = this.going.get(key) ?? this.begin(key, start());
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
