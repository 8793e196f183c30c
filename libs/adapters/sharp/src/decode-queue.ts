import { UndecodableImage } from '@cairn/images';
import { StorageUnavailable } from '@cairn/kernel';

interface Limits {
  readonly permits: number;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  /** `undefined` for no limit. */
  readonly maxWorkMs: number | undefined;
  /** The error when the queue is full; `StorageUnavailable` by default. */
  readonly busy?: () => Error;
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
   * Runs work with `wanted` permits, or all there are. Work aborted in the queue is not started.
   * @throws {StorageUnavailable} when the queue is full, or the wait times out.
   * @throws {UndecodableImage} when the work times out. It cannot be stopped, so it keeps its permits until it ends.
   */
  async run<T>(wanted: number, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const permits = Math.min(wanted, this.limits.permits);
    await this.turn(permits, signal);
    const end = (): void => {
      this.free += permits;
      this.admit();
    };
    return await inTime(work().finally(end), this.limits.maxWorkMs);
  }

  private async turn(permits: number, signal: AbortSignal | undefined): Promise<void> {
    const { maxWaiting, maxWaitMs, busy = tooMany } = this.limits;
    const mustWait = this.waiting.length > 0 || permits > this.free;
    if (mustWait && this.waiting.length >= maxWaiting) throw busy();
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const end = (): void => {
        clearTimeout(late);
        signal?.removeEventListener('abort', abort);
      };
      const start = (): void => {
        end();
        resolve();
      };
      const waiting: Waiting = { permits, start };
      const leave = (error: Error): void => {
        end();
        this.waiting.splice(this.waiting.indexOf(waiting), 1);
        this.admit();
        reject(error);
      };
      const abort = (): void => leave(errorOf(signal?.reason));
      const late = setTimeout(() => leave(busy()), maxWaitMs);
      signal?.addEventListener('abort', abort, { once: true });
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

function errorOf(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
