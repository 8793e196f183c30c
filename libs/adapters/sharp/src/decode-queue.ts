import { UndecodableImage } from '@cairn/images';
import { StorageUnavailable } from '@cairn/kernel';

interface Limits {
  readonly permits: number;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  /** `undefined` for no limit. */
  readonly maxWorkMs: number | undefined;
}

interface Waiting {
  readonly permits: number;
  readonly start: () => void;
}

/** Runs decoding work in order of arrival, limited by a number of permits. */
export class DecodeQueue {
  private readonly waiting: Waiting[] = [];
  private free: number;

  constructor(private readonly limits: Limits) {
    this.free = limits.permits;
  }

  /**
   * Runs work with `wanted` permits, or all there are.
   * @throws {StorageUnavailable} when the queue is full, or the turn does not come in time.
   * @throws {UndecodableImage} when the work does not end in time. It cannot be stopped, so it keeps its permits
   * until it ends.
   */
  async run<T>(wanted: number, work: () => Promise<T>): Promise<T> {
    const permits = Math.min(wanted, this.limits.permits);
    await this.turn(permits);
    const end = (): void => {
      this.free += permits;
      this.admit();
    };
    return await inTime(work().finally(end), this.limits.maxWorkMs);
  }

  private async turn(permits: number): Promise<void> {
    const mustWait = this.waiting.length > 0 || permits > this.free;
    if (mustWait && this.waiting.length >= this.limits.maxWaiting) throw tooMany();
    await new Promise<void>((resolve, reject) => {
      const start = (): void => {
        clearTimeout(late);
        resolve();
      };
      const waiting: Waiting = { permits, start };
      const late = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(waiting), 1);
        this.admit();
        reject(tooMany());
      }, this.limits.maxWaitMs);
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

function tooMany(): StorageUnavailable {
  return new StorageUnavailable('Too many images came at once.');
}

async function inTime<T>(work: Promise<T>, maxMs: number | undefined): Promise<T> {
  if (maxMs === undefined) return await work;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new UndecodableImage('decoding takes too long')), maxMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
