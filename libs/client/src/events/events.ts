import type { CairnEvent } from '@cairn/api-schema';
import { callOf } from '../calls/request.js';
import { CairnError, isCairnError } from '../transport/cairn-error.js';
import { Deadline } from '../transport/deadline.js';
import { linesOf } from '../transport/lines.js';
import { sleep, type RetryOptions } from '../transport/retry.js';
import type { OpenResponse, Transport } from '../transport/transport.js';

export interface EventsOptions {
  /** Ends the iteration, which then throws a `CairnError` of the kind `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Continues after this event: the `lastEventId` of earlier events. */
  readonly lastEventId?: string | undefined;
  /** Called whenever a connection has begun. Every change of data that is read after that is reported as an event. */
  readonly onConnected?: (() => void) | undefined;
  /**
   * How a connection is renewed. Default: for ever, after a random time from 1 to 2 s (`baseDelayMs` to twice that), and more
   * slowly while the server cannot be reached. `false`: the events of one connection. The client's `retry` does not count.
   */
  readonly retry?: Omit<RetryOptions, 'attempts'> | false | undefined;
  /** How long the server may be silent before the connection is renewed; it sends a sign of life every 15 s. Default: 45,000. */
  readonly timeoutMs?: number | undefined;
}

/**
 * What changes in the account, as it happens. Each iteration has one connection, which is renewed when it breaks, and
 * begins where the last one ended. It throws errors that do not go away by themselves, such as `unauthorized`.
 */
export class Events implements AsyncIterable<CairnEvent> {
  /** The position that events have reached, also while there are none. `undefined` before the first connection. */
  lastEventId: string | undefined;

  constructor(
    private readonly transport: Transport,
    private readonly options: EventsOptions,
  ) {
    this.lastEventId = options.lastEventId;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<CairnEvent, void> {
    const { signal, retry = {} } = this.options;
    this.transport.check(this.options);
    for (;;) {
      yield* this.connection();
      if (retry === false) return;
      await sleep((retry.baseDelayMs ?? 1_000) * (1 + Math.random()), signal);
    }
  }

  /** The events until the connection ends or breaks. */
  private async *connection(): AsyncGenerator<CairnEvent, void> {
    const { signal, retry = {}, timeoutMs = 45_000 } = this.options;
    const call = callOf('GET /api/events', { query: { lastEventId: this.lastEventId } });
    const deadline = new Deadline(timeoutMs, signal);
    deadline.pause();
    try {
      const response = await this.transport.open({
        ...call,
        options: {
          signal: deadline.signal,
          retry: retry && { baseDelayMs: 1_000, ...retry, attempts: Number.POSITIVE_INFINITY },
          timeoutMs,
        },
      });
      deadline.extend();
      for await (const event of this.read(response, deadline)) {
        deadline.pause(); // while the caller works
        if (event !== undefined) yield event;
        deadline.extend();
      }
    } catch (cause) {
      const error = deadline.explain(cause);
      const mayPass = isCairnError(error, 'network', 'timeout') && !deadline.hasFailed;
      if (retry === false || !mayPass) throw error;
    } finally {
      deadline.end();
    }
  }

  /** The events, and `undefined` for every other line. */
  private async *read(
    { body, headers, status }: OpenResponse,
    deadline: Deadline,
  ): AsyncGenerator<CairnEvent | undefined, void> {
    if (!headers.get('content-type')?.startsWith('text/event-stream')) {
      await body.cancel();
      const detail = 'The answer is no stream of events.';
      throw new CairnError({ kind: 'unexpected', code: 'unexpected', detail, status });
    }
    deadline.tell(() => this.options.onConnected?.());
    if (deadline.hasFailed) await body.cancel();
    deadline.throwIfFailed();
    let [id, data] = [this.lastEventId, ''];
    for await (const line of linesOf(body)) {
      if (line.startsWith('id: ')) id = line.slice(4);
      else if (line.startsWith('data: ')) data = line.slice(6);
      if (line !== '') {
        yield undefined;
        continue;
      }
      this.lastEventId = id;
      yield data === '' ? undefined : (JSON.parse(data) as CairnEvent);
      data = '';
    }
  }
}
