import type { ServerResponse } from 'node:http';
import { HttpError } from '../../messages/http-error.js';
import { assertMayGoOn } from '../../messages/still-allowed.js';
import { whileConnected } from '../../responses/while-connected.js';

/** Timeout of a read without results, which holds a thread or a database connection. */
const MAX_READ_MS = 60_000;

/** A read of a store, cancelled when its client disconnects or when it times out. */
export class LimitedRead {
  /** Cancels the read. */
  readonly cancellation: AbortSignal;
  private readonly late = new AbortController();
  private readonly lateness: Promise<never>;

  constructor(
    private readonly response: ServerResponse,
    private readonly maxMs = MAX_READ_MS,
  ) {
    const { signal } = this.late;
    this.cancellation = AbortSignal.any([whileConnected(response), signal]);
    this.lateness = new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(tookTooLong()), { once: true });
    });
    this.lateness.catch(() => undefined); // the error goes to the calls that wait
  }

  /** The result of the read. Ignore it after cancellation. @throws {HttpError} 503 on timeout. */
  async of<T>(result: Promise<T>): Promise<T> {
    const timer = setTimeout(() => this.late.abort(), this.maxMs);
    try {
      return await Promise.race([this.lateness, result]);
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Applies the timeout to each chunk. Time in which the client does not read is not counted. @throws what a caller is refused with
   * who may no longer read.
   */
  async *each<T>(chunks: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
    const source = chunks[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await this.of(source.next());
        if (next.done === true) return;
        await assertMayGoOn(this.response.req);
        yield next.value;
      }
    } finally {
      const ended = source.return?.();
      if (this.late.signal.aborted)
        ended?.catch(() => undefined); // it ends at its next step
      else await ended;
    }
  }
}

const tookTooLong = (): HttpError =>
  new HttpError({
    status: 503,
    code: 'read-too-long',
    detail:
      'This took too long to read: ask for a smaller area, for larger cells or fewer features, or by properties that have an index.',
    headers: { 'Retry-After': '60' },
  });
