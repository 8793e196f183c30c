import { CairnError, isCairnError } from './cairn-error.js';
import { Deadline } from './deadline.js';
import { errorOfResponse } from './error-of-response.js';
import { cursorOf, type Page } from './pages.js';
import { withRetries, type Repeatable, type RetryOptions } from './retry.js';
import { sendWithFetch, type OutgoingBody, type Send } from './send.js';
import { hasXhr, sendWithXhr } from './xhr.js';

/** How a client reaches the server. */
export interface ClientOptions {
  /** The address of the server, such as `https://images.example.org`. In a page a path such as `/` will do. */
  readonly baseUrl: string;
  /** An API key, or a token of the hub. Without one, a page sends its session cookie. */
  readonly key?: string | undefined;
  /** The account to act in, of somebody else who shares it. Default: that of the key or the session. */
  readonly account?: string | undefined;
  /** Instead of the global one. Uploads and imports in browsers use XMLHttpRequest, to tell their progress. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** `false`: every request is sent once. */
  readonly retry?: RetryOptions | false | undefined;
  /** How long the server may be silent. Default: 30,000; `Infinity` for no limit. */
  readonly timeoutMs?: number | undefined;
  /** Whether a page sends cookies to a server of another origin. Default: `same-origin`. */
  readonly credentials?: 'omit' | 'same-origin' | 'include' | undefined;
}

/** What every call takes. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Instead of those of the client. */
  readonly retry?: RetryOptions | false | undefined;
  readonly timeoutMs?: number | undefined;
}

/** A request, before it is known where to and with what key. */
export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Encoded. */
  readonly path: string;
  /** Encoded, without `?`. */
  readonly query?: string | undefined;
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Makes the body, anew for every attempt. `extend` says that a part of it is on its way. */
  readonly body?: ((extend: () => void) => OutgoingBody) | undefined;
  /** A status that is no error, although others of its hundred are. */
  readonly alsoOk?: number | undefined;
  /** Told how much of the body has gone out, where that can be known. */
  readonly onSent?: ((sentInBytes: number, totalInBytes: number) => void) | undefined;
  /** Asked after each failure. Default: `failed` for GET, PUT and DELETE, else `refused`. */
  readonly repeatable?: ((error: CairnError) => Repeatable) | undefined;
  readonly options?: CallOptions | undefined;
}

/** Sends requests: with the key, again if that may help, and with errors that are all of one class. */
export class Transport {
  private readonly base: string;
  private readonly fetch: Send;

  constructor(private readonly options: ClientOptions) {
    const { fetch = globalThis.fetch } = options;
    const { origin, pathname } = new URL(options.baseUrl, pageAddress());
    this.base = origin + (pathname.endsWith('/') ? pathname.slice(0, -1) : pathname);
    this.fetch = sendWithFetch((...given) => fetch(...given)); // browsers want it called on no object
  }

  /** The whole address of a path. */
  address(path: string, query?: string): string {
    return this.base + path + (query ? `?${query}` : '');
  }

  /** The JSON of the response. */
  async json<T>(call: Call): Promise<T> {
    return await this.read(call, (response) => jsonOf<T>(response));
  }

  /** One page of a listing that has its cursor in a header. */
  async page<T>(call: Call): Promise<Page<T>> {
    return await this.read(call, async (response) => {
      return { items: await jsonOf<T[]>(response), nextCursor: cursorOf(response.headers) };
    });
  }

  /** Resolves when it is done. */
  async done(call: Call): Promise<void> {
    await this.read(call, (response) => response.arrayBuffer());
  }

  /** Resolves when it is deleted, also when an earlier attempt, whose answer was lost, did it. */
  async remove(call: Call): Promise<void> {
    const earlier = { mayHaveDoneIt: false };
    const repeatable = (error: CairnError): Repeatable => {
      earlier.mayHaveDoneIt ||= isCairnError(error, 'network', 'unavailable');
      return 'failed';
    };
    try {
      await this.done({ ...call, method: 'DELETE', repeatable });
    } catch (error) {
      if (!earlier.mayHaveDoneIt || !isCairnError(error, 'not-found')) throw error;
    }
  }

  /** What `read` makes of the response; the time that the server may be silent includes its work. */
  async read<T>(call: Call, read: (response: Response) => Promise<T>): Promise<T> {
    return await this.attempt(call, async (response, deadline) => {
      const value = await read(response);
      deadline.end();
      return value;
    });
  }

  /** The response as soon as it begins. Its body may take as long as it wants. */
  async open(call: Call): Promise<Response> {
    return await this.attempt(call, async (response, deadline) => {
      deadline.lift();
      return response;
    });
  }

  private async attempt<T>(
    call: Call,
    take: (response: Response, deadline: Deadline) => Promise<T>,
  ): Promise<T> {
    const { method = 'GET', options = {} } = call;
    const { retry = this.options.retry ?? {}, signal } = options;
    const isIdempotent = method === 'GET' || method === 'PUT' || method === 'DELETE';
    const once = async (): Promise<T> => {
      const deadline = new Deadline(options.timeoutMs ?? this.options.timeoutMs ?? 30_000, signal);
      try {
        const response = await this.send(call, deadline);
        deadline.extend();
        if (!response.ok && response.status !== call.alsoOk) throw await errorOfResponse(response);
        return await take(response, deadline);
      } catch (error) {
        deadline.end();
        throw deadline.explain(error);
      }
    };
    return await withRetries(once, {
      repeatable: call.repeatable ?? (() => (isIdempotent ? 'failed' : 'refused')),
      retry: retry === false ? { attempts: 1 } : retry,
      signal,
    });
  }

  private send(call: Call, deadline: Deadline): Promise<Response> {
    const { method = 'GET', path, query, json, body, onSent } = call;
    const { key, account, credentials = 'same-origin' } = this.options;
    const headers: Record<string, string> = {};
    if (key !== undefined) headers['Authorization'] = `Bearer ${key}`;
    if (account !== undefined) headers['Cairn-Account'] = account;
    if (json !== undefined) headers['Content-Type'] = 'application/json';
    for (const [name, value] of Object.entries(call.headers ?? {}))
      if (value !== undefined) headers[name] = value;
    const extend = (): void => deadline.extend();
    const isWatched = onSent !== undefined && hasXhr();
    return (isWatched ? sendWithXhr : this.fetch)({
      method,
      url: this.address(path, query),
      headers,
      body: json === undefined ? body?.(extend) : JSON.stringify(json),
      signal: deadline.signal,
      credentials,
      onSent: (sent, total) => {
        extend();
        onSent?.(sent, total);
      },
    });
  }
}

async function jsonOf<T>(response: Response): Promise<T> {
  const text = await response.text();
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    const detail = 'The answer is not JSON. Is `baseUrl` the address of a Cairn server?';
    const { status } = response;
    throw new CairnError({ kind: 'unexpected', code: 'unexpected', detail, status, cause });
  }
}

function pageAddress(): string | undefined {
  const { location } = globalThis as { location?: { href: string } };
  return location?.href;
}
