import { FairSemaphore, type QueueState, type Release } from '@cairn/kernel';
import { HttpError } from '../messages/http-error.js';
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

  get state(): QueueState {
    return this.places.state;
  }

  /**
   * Runs `work` once a permit is free.
   * @throws {HttpError} 503 if the queue is full, `maxWaitMs` has passed, or the client has disconnected.
   */
  async run<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    const release = await acquireInTime(this.places, turn, this.options);
    try {
      return await work();
    } finally {
      release();
    }
  }
}

interface Wait {
  /** What is limited, in lower case and plural. */
  readonly what: string;
  readonly maxWaitMs: number;
  /** Of the places. Default: 1. */
  readonly size?: number;
}

/** @throws {HttpError} 503 if the queue is full, `maxWaitMs` has passed, or the client has disconnected. */
export async function acquireInTime(
  places: FairSemaphore,
  { holder, signal }: Turn,
  { what, maxWaitMs, size = 1 }: Wait,
): Promise<Release> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), maxWaitMs);
  const cancellation = AbortSignal.any([signal, timeout.signal]);
  const release = await places.acquire({ holder, size, cancellation });
  clearTimeout(timer);
  if (typeof release === 'string') throw tooMany(what);
  return release;
}

/** What is limited, in lower case and plural. */
function tooMany(what: string): HttpError {
  return new HttpError({
    status: 503,
    code: `too-many-${what.replaceAll(' ', '-')}`,
    detail: `Too many ${what} at once; try again in ${RETRY_AFTER_SECONDS} s.`,
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
}
