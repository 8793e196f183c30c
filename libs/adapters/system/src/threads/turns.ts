import type { Cancellation } from '@cairn/spaces';

/** Lets so many do something at once; the others wait for their turns, in the order in which they came. */
export class Turns {
  private readonly waiting = new Set<() => void>();

  constructor(private free: number) {}

  /** Whether it is the caller's turn, which ends with `end`; it never is once it is cancelled. */
  async take(cancellation?: Cancellation): Promise<boolean> {
    if (cancellation?.aborted === true) return false;
    if (this.free > 0) {
      this.free -= 1;
      return true;
    }
    return await new Promise<boolean>((resolve) => {
      const start = (): void => {
        cancellation?.removeEventListener('abort', leave);
        resolve(true);
      };
      const leave = (): void => {
        this.waiting.delete(start);
        resolve(false);
      };
      cancellation?.addEventListener('abort', leave);
      this.waiting.add(start);
    });
  }

  end(): void {
    const [next] = this.waiting;
    if (next === undefined) this.free += 1;
    else {
      this.waiting.delete(next);
      next();
    }
  }
}
