import { StorageUnavailable } from '@cairn/kernel';

/** Who takes a place, and until when. */
export interface Taking {
  /** Those who share a key share what they get: here, the readers of one space. */
  readonly key: string;
  readonly patienceMs: number;
  readonly signal: AbortSignal;
}

interface Waiting {
  readonly key: string;
  readonly start: () => void;
}

/**
 * A number of places. One that is free goes to whose key has the fewest, and among them to who came first: however many
 * ask for one key, the others get theirs in turn.
 */
export class Places {
  private readonly waiting = new Set<Waiting>();
  /** By keys that have any. */
  private readonly taken = new Map<string, number>();

  constructor(private free: number) {}

  /** Whether somebody waits for one. */
  get areWanted(): boolean {
    return this.waiting.size > 0;
  }

  /**
   * Takes a place, and returns what gives it back. Rejects with the signal's reason when that aborts.
   * @throws {StorageUnavailable} when none is free for so long.
   */
  async take(taking: Taking): Promise<() => void> {
    const { key, signal } = taking;
    signal.throwIfAborted();
    if (this.free > 0) this.seize(key);
    else await this.turn(taking);
    let isTaken = true;
    return () => {
      if (isTaken) this.giveBack(key);
      isTaken = false;
    };
  }

  private async turn({ key, patienceMs, signal }: Taking): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const leave = (end: () => void): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        this.waiting.delete(waiting);
        end();
      };
      const start = (): void => {
        this.seize(key);
        leave(resolve);
      };
      const waiting: Waiting = { key, start };
      const abort = (): void => leave(() => reject(signal.reason as Error));
      const timer = setTimeout(
        () => leave(() => reject(new StorageUnavailable('Too many queries are under way.'))),
        patienceMs,
      );
      signal.addEventListener('abort', abort, { once: true });
      this.waiting.add(waiting);
    });
  }

  private seize(key: string): void {
    this.free -= 1;
    this.taken.set(key, this.takenBy(key) + 1);
  }

  private giveBack(key: string): void {
    this.free += 1;
    const left = this.takenBy(key) - 1;
    if (left > 0) this.taken.set(key, left);
    else this.taken.delete(key);
    let next: Waiting | undefined;
    for (const one of this.waiting)
      if (next === undefined || this.takenBy(one.key) < this.takenBy(next.key)) next = one;
    next?.start();
  }

  private takenBy(key: string): number {
    return this.taken.get(key) ?? 0;
  }
}
