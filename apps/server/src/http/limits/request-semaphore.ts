import { FairSemaphore } from '@cairn/kernel';
import { HttpError } from '../../errors/http-error.js';
import type { Turn } from './turn.js';

const RETRY_AFTER_SECONDS = 5;

interface RequestSemaphoreOptions {
  /** What is limited, in lower case and plural: `uploads`. */
  readonly what: string;
  readonly atOnce: number;
  readonly waiting: number;
  readonly maxWaitMs: number;
  /** The share of one account: `spare` for permits that are held for long. */
  readonly share: 'all' | 'spare';
}

/** A semaphore that is fair between accounts: they get permits in turn, however many requests one of them queues. */
export class RequestSemaphore {
  private readonly places: FairSemaphore;

  constructor(private readonly options: RequestSemaphoreOptions) {
    const { atOnce, waiting, share } = options;
    this.places = new FairSemaphore({ count: atOnce, maxWaiting: waiting, share });
  }

  /**
   * Runs `work` once a permit is free.
   * @throws {HttpError} 503 if the queue is full, `maxWaitMs` has passed, or the client has disconnected.
   */
  async run<T>({ holder, signal }: Turn, work: () => Promise<T>): Promise<T> {
    const { what, maxWaitMs } = this.options;
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), maxWaitMs);
    const cancellation = AbortSignal.any([signal, timeout.signal]);
    const release = await this.places.acquire({ holder, cancellation });
    clearTimeout(timer);
    if (typeof release === 'string') throw tooMany(what);
    try {
      return await work();
    } finally {
      release();
    }
  }
}

/** What is limited, in lower case and plural. */
export function tooMany(what: string): HttpError {
  return new HttpError({
    status: 503,
    code: `too-many-${what.replaceAll(' ', '-')}`,
    detail: `Too many ${what} at once; try again in ${RETRY_AFTER_SECONDS} s.`,
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
}
