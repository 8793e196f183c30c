import { CairnError, isCairnError } from './cairn-error.js';
import { Deadline } from './deadline.js';
import { errorOfResponse } from './error-of-response.js';
import {
  checkCallOptions,
  checkClientOptions,
  checkHeader,
  parsedBase,
  type CallOptions,
  type ClientOptions,
} from './options.js';
import { withRetries, type Repeatable } from './retry.js';
import { sendWithFetch, type OutgoingBody, type Send } from './send.js';
import { hasXhr, sendWithXhr } from './xhr.js';

export type { CallOptions, ClientOptions };

/** A request without the server's address and the key. */
export interface Call {
  readonly method: string;
  /** Encoded. */
  readonly path: string;
  /** Encoded, without `?`. */
  readonly query?: string | undefined;
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Creates the body, again for every attempt. */
  readonly body?: ((deadline: Deadline) => Promise<OutgoingBody>) | undefined;
  /** An error status that is expected and not an error of the call. */
  readonly alsoOk?: number | undefined;
  /** Reports how much of the body was sent, if this can be known. */
  readonly onSent?: ((sentInBytes: number, totalInBytes: number) => void) | undefined;
  readonly repeatable: Repeatable;
  /** If its idempotency key may be left out: when it is then sent again. */
  readonly keyless?: Repeatable | undefined;
  readonly options?: CallOptions | undefined;
}

/** A response of success. */
export interface Answered<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

/** A response whose body is read for as long as the caller wants. Read it to its end, or cancel it. */
export type OpenResponse = Answered<ReadableStream<Uint8Array>>;

const NO_CONTENT = 204;
const NO_MORE_KEYS = 'too-many-idempotency-keys';

/**
 * Sends requests with the key, retries them if that may help, and converts all errors to one class. Wrong arguments of
 * the caller are a `TypeError`, before anything is sent.
 */
export class Transport {
  private readonly base: string;
  private readonly fetch: Send;

  constructor(private readonly options: ClientOptions) {
    const { fetch = globalThis.fetch } = options;
    const { origin, pathname } = parsedBase(options.baseUrl);
    this.base = origin + (pathname.endsWith('/') ? pathname.slice(0, -1) : pathname);
    this.fetch = sendWithFetch((...given) => fetch(...given)); // browsers allow no receiver
  }

  /** @throws {TypeError} for options, of the client or of a call, that no request can have. */
  check(options: CallOptions): void {
    checkClientOptions(this.options);
    checkCallOptions(options);
  }

  /** The full address of a path. */
  address(path: string, query?: string): string {
    return this.base + path + (query ? `?${query}` : '');
  }

  /** The JSON of the response. */
  async json<T>(call: Call): Promise<T> {
    return (await this.answer<T>(call)).body;
  }

  /** The response with its JSON. The time limit of the server includes the time of the body. */
  async answer<T>(call: Call): Promise<Answered<T>> {
    return await this.attempt(call, async (response, deadline) => {
      const { status, headers } = response;
      const body = await jsonOf<T>(response);
      deadline.end();
      return { status, headers, body };
    });
  }

  /** The response, as soon as its headers have arrived. */
  async open(call: Call): Promise<OpenResponse> {
    return await this.attempt(call, async ({ status, headers, body }, deadline) => {
      deadline.lift();
      return { status, headers, body: untilRead(body, deadline) };
    });
  }

  private async attempt<T>(
    call: Call,
    take: (response: Response, deadline: Deadline) => Promise<T>,
  ): Promise<T> {
    const { options = {}, headers } = call;
    let { repeatable, keyless } = call;
    this.check(options);
    let request = this.prepared(call);
    const { retry = this.options.retry ?? {}, signal } = options;
    let hasFailed = false;
    const once = async (): Promise<T> => {
      const deadline = new Deadline(options.timeoutMs ?? this.options.timeoutMs ?? 30_000, signal);
      try {
        const response = await this.send(call, request, deadline);
        deadline.extend();
        if (!response.ok && response.status !== call.alsoOk) throw await errorOfResponse(response);
        return await take(response, deadline);
      } catch (error) {
        deadline.end();
        hasFailed = deadline.hasFailed;
        const told = deadline.explain(error);
        if (keyless === undefined || !isCairnError(told) || told.code !== NO_MORE_KEYS) throw told;
        // The account has used up its keys of a day.
        request = this.prepared({ ...call, headers: { ...headers, 'Idempotency-Key': undefined } });
        [repeatable, keyless] = [keyless, undefined];
        return await once();
      }
    };
    return await withRetries(once, {
      repeatable: () => (hasFailed ? 'never' : repeatable),
      retry: retry === false ? { attempts: 1 } : retry,
      signal,
    });
  }

  /** The parts that are the same in every attempt. @throws {TypeError} for values that cannot be sent. */
  private prepared({ method, path, query, json, headers: own = {} }: Call): Prepared {
    const { key, account } = this.options;
    if (method === 'GET' && json !== undefined) throw new TypeError('A GET has no body.');
    const headers: Record<string, string> = {};
    if (key !== undefined) headers['Authorization'] = `Bearer ${key}`;
    if (account !== undefined) headers['Cairn-Account'] = account;
    if (json !== undefined) headers['Content-Type'] = 'application/json';
    for (const [name, value] of Object.entries(own)) {
      checkHeader(`\`${name}\``, value);
      if (value !== undefined) headers[name] = value;
    }
    return {
      method,
      url: this.address(path, query),
      headers,
      text: json === undefined ? json : JSON.stringify(json),
    };
  }

  private async send(
    { body, onSent }: Call,
    { text, ...request }: Prepared,
    deadline: Deadline,
  ): Promise<Response> {
    const { credentials = 'same-origin' } = this.options;
    const isWatched = onSent !== undefined && hasXhr();
    const outgoing = text ?? (await body?.(deadline));
    deadline.signal.throwIfAborted();
    const response = await (isWatched ? sendWithXhr : this.fetch)({
      ...request,
      body: outgoing,
      signal: deadline.signal,
      credentials,
      onSent: (sent, total) => {
        deadline.extend();
        deadline.tell(() => onSent?.(sent, total));
      },
    });
    deadline.throwIfFailed();
    return response;
  }
}

interface Prepared {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string | undefined;
}

/** The body, with converted errors. After its end, in whatever way, nothing of the request remains. */
function untilRead(body: ReadableStream<Uint8Array> | null, deadline: Deadline): ReadableStream<Uint8Array> {
  const stream: ReadableStream<Uint8Array> = body ?? new Blob([]).stream();
  const reader = stream.getReader();
  const source = {
    async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        deadline.end();
        controller.close();
      } catch (error) {
        deadline.end();
        throw deadline.explain(error);
      }
    },
    async cancel(reason: unknown): Promise<void> {
      deadline.end();
      await reader.cancel(reason);
    },
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}

/** The JSON of a response. @throws {CairnError} of the kind `unexpected` if it is not JSON. */
async function jsonOf<T>(response: Response): Promise<T> {
  const { status } = response;
  const text = await response.text();
  if (status === NO_CONTENT && text === '') return undefined as T;
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    const detail = 'The answer is not JSON. Is `baseUrl` the address of a Cairn server?';
    throw new CairnError({ kind: 'unexpected', code: 'unexpected', detail, status, cause });
  }
}
