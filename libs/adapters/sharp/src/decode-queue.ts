import { StorageUnavailable } from '@cairn/kernel';

interface Waiting {
  readonly permits: number;
  readonly start: () => void;
}

/** Lets heavy work run in the order it came, only as much at once as there are permits. */
export class DecodeQueue {
  private readonly waiting: Waiting[] = [];
  private free: number;

  constructor(private readonly limits: { readonly permits: number; readonly maxWaitMs: number }) {
    this.free = limits.permits;
  }

  /**
   * Runs work that takes up `wanted` permits, or all there are.
   * @throws {StorageUnavailable} when its turn does not come in time.
   */
  async run<T>(wanted: number, work: () => Promise<T>): Promise<T> {
    const permits = Math.min(wanted, this.limits.permits);
    await this.turn(permits);
    try {
      return await work();
    } finally {
      this.free += permits;
      this.admit();
    }
  }

  private turn(permits: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(waiting), 1);
        reject(new StorageUnavailable('Too many images are being looked at now.'));
        this.admit();
      }, this.limits.maxWaitMs);
      const start = (): void => {
        clearTimeout(giveUp);
        resolve();
      };
      const waiting: Waiting = { permits, start };
      this.waiting.push(waiting);
      this.admit();
    });
  }

  private admit(): void {
    for (
      let next = this.waiting[0];
      next !== undefined && next.permits <= this.free;
      next = this.waiting[0]
    ) {
      this.waiting.shift();
      this.free -= next.permits;
      next.start();
    }
  }
}
