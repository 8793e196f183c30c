import type { ServerResponse } from 'node:http';
import type { Cancellation } from '@cairn/kernel';
import { HttpError } from '../../messages/http-error.js';
import { assertMayGoOn } from '../../messages/still-allowed.js';
import { isGone, whileConnected } from '../../responses/while-connected.js';

/** Timeout of a read without results, which holds a thread or a database connection. */
const MAX_READ_MS = 60_000;

/**
 * Cancels a read when its client disconnects or when it is late. Its signal is made when somebody listens: most reads
 * end before that.
 */
class ReadCancellation implements Cancellation {
  private controller: AbortController | undefined;
  private late = false;

  constructor(private readonly response: ServerResponse) {}

  get isLate(): boolean {
    return this.late;
  }

  get aborted(): boolean {
    return this.late || isGone(this.response);
  }

  get signal(): AbortSignal {
    if (this.controller === undefined) {
      this.controller = new AbortController();
      whileConnected(this.response, this.controller);
      if (this.late) this.controller.abort();
    }
    return this.controller.signal;
  }

  addEventListener(type: 'abort', listener: () => void): void {
    this.signal.addEventListener(type, listener);
  }

  removeEventListener(type: 'abort', listener: () => void): void {
    this.controller?.signal.removeEventListener(type, listener);
  }

  /** The read is late. */
  abort(): void {
    this.late = true;
    this.controller?.abort();
  }
}

/** A read of a store, cancelled when its client disconnects or when it times out. */
export class LimitedRead {
  /** Cancels the read. */
  readonly cancellation: ReadCancellation;

  constructor(
    private readonly response: ServerResponse,
    private readonly maxMs = MAX_READ_MS,
  ) {
    this.cancellation = new ReadCancellation(response);
  }

  /** The result of the read. Ignore it after cancellation. @throws {HttpError} 503 on timeout. */
  async of<T>(result: Promise<T>): Promise<T> {
    const { cancellation, maxMs } = this;
    return await new Promise<T>((resolve, reject) => {
      const end = (): void => {
        cancellation.abort();
        reject(tookTooLong());
      };
      const timer = setTimeout(end, cancellation.isLate ? 0 : maxMs);
      const settle =
        <A>(how: (value: A) => void) =>
        (value: A): void => {
          clearTimeout(timer);
          how(value);
        };
      result.then(settle(resolve), settle(reject));
    });
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
        const asked = assertMayGoOn(this.response.req);
        if (asked !== undefined) await asked;
        yield next.value;
      }
    } finally {
      const ended = source.return?.();
      if (this.cancellation.isLate)
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
