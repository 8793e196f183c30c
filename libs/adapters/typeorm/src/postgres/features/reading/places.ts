import { StorageUnavailable } from '@cairn/kernel';

/** A number of places. Who waits for one gets it in turn. */
export class Places {
  private readonly waiting = new Set<() => void>();

  constructor(private free: number) {}

  /** Whether somebody waits for one. */
  get areWanted(): boolean {
    return this.waiting.size > 0;
  }

  /**
   * Takes a place, and returns what gives it back. Rejects with the signal's reason when that aborts.
   * @throws {StorageUnavailable} when none is free for so many milliseconds.
   */
  async take(patienceMs: number, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.free > 0) this.free -= 1;
    else await this.turn(patienceMs, signal);
    let isTaken = true;
    return () => {
      if (isTaken) this.giveBack();
      isTaken = false;
    };
  }

  private async turn(patienceMs: number, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const leave = (end: () => void): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        this.waiting.delete(start);
        end();
      };
      const start = (): void => leave(resolve);
      const abort = (): void => leave(() => reject(signal.reason as Error));
      const timer = setTimeout(
        () => leave(() => reject(new StorageUnavailable('Too many queries are under way.'))),
        patienceMs,
      );
      signal.addEventListener('abort', abort, { once: true });
      this.waiting.add(start);
    });
  }

  private giveBack(): void {
    const [next] = this.waiting;
    if (next === undefined) this.free += 1;
    else next();
  }
}
