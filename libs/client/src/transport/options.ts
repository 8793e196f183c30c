import type { RetryOptions } from './retry.js';
import { wordFor } from './word-for.js';

/** How a client reaches the server. */
export interface ClientOptions {
  /** The address of the server, such as `https://images.example.org`. In a page, a path such as `/` is sufficient. */
  readonly baseUrl: string;
  /** An API key, or a token of the hub. Without one, a page sends its session cookie. */
  readonly key?: string | undefined;
  /** The account of somebody else to act in, if they share it. Default: the account of the key or the session. */
  readonly account?: string | undefined;
  /**
   * Used instead of the global `fetch`. Uploads and imports in browsers use XMLHttpRequest, which reports their
   * progress.
   */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** `false`: every request is sent once. */
  readonly retry?: RetryOptions | false | undefined;
  /** How long the server, or a source that is being sent, may be silent. Default: 30,000; `Infinity` for no limit. */
  readonly timeoutMs?: number | undefined;
  /** Whether a page sends cookies to a server of another origin. Default: `same-origin`. */
  readonly credentials?: 'omit' | 'same-origin' | 'include' | undefined;
}

/** Options of every call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Overrides the options of the client. */
  readonly retry?: RetryOptions | false | undefined;
  readonly timeoutMs?: number | undefined;
}

/** Options of a call that may change something. */
export interface WriteCallOptions extends CallOptions {
  /**
   * What makes the server carry the call out once, however often it is sent within 24 hours. Default: a new key for
   * each call. Keep one of your own to repeat a call whose answer was lost. `false`: none.
   */
  readonly idempotencyKey?: string | false | undefined;
}

const credentialModes: readonly unknown[] = ['omit', 'same-origin', 'include', undefined];

/**
 * The address of the server; in a page, relative to the address of the page.
 * @throws {TypeError} if it is not an address.
 */
export function parsedBase(baseUrl: string): URL {
  const { location } = globalThis as { location?: { href: string } };
  try {
    return new URL(baseUrl, location?.href);
  } catch (cause) {
    throw new TypeError(`\`baseUrl\` is not an address: it is ${wordFor(baseUrl)}.`, { cause });
  }
}

/** @throws {TypeError} for options that no request can have. */
export function checkClientOptions(options: ClientOptions): void {
  const { baseUrl, key, account, fetch = globalThis.fetch, credentials } = options;
  const { protocol, username, password } = parsedBase(baseUrl);
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new TypeError(`\`baseUrl\` must begin with http: or https:, not with ${protocol}`);
  if (username !== '' || password !== '')
    throw new TypeError('`baseUrl` must have no user name and no password: no request would have them.');
  checkHeader('`key`', key);
  checkHeader('`account`', account);
  if (typeof fetch !== 'function') throw new TypeError('`fetch` must be a function.');
  if (!credentialModes.includes(credentials))
    throw new TypeError('`credentials` must be omit, same-origin or include.');
  checkCallOptions(options);
}

/** @throws {TypeError} for options that no request can have. */
export function checkCallOptions(options: CallOptions): void {
  const { signal, retry, timeoutMs } = options;
  const { addEventListener } = (signal ?? {}) as { readonly addEventListener?: unknown };
  if (signal !== undefined && typeof addEventListener !== 'function')
    throw new TypeError('`signal` must be an AbortSignal.');
  checkNumber('`timeoutMs`', timeoutMs, Number.MIN_VALUE);
  for (const [name, value] of Object.entries(options))
    if (/^on[A-Z]/.test(name) && value !== undefined && typeof value !== 'function')
      throw new TypeError(`\`${name}\` must be a function.`);
  if (retry === undefined || retry === false) return;
  if (Object(retry) !== retry) throw new TypeError('`retry` must be `false`, or say how often and when.');
  checkNumber('`retry.attempts`', retry.attempts, 1);
  checkNumber('`retry.baseDelayMs`', retry.baseDelayMs, 0);
  checkNumber('`retry.maxDelayMs`', retry.maxDelayMs, 0);
}

function checkNumber(what: string, value: unknown, least: number): void {
  if (value === undefined || (typeof value === 'number' && value >= least)) return;
  const bound = least === Number.MIN_VALUE ? 'more than 0' : `${least} or more`;
  throw new TypeError(`${what} must be a number, ${bound}, and is ${wordFor(value)}.`);
}

/** @throws {TypeError} for a value that no header can have. */
export function checkHeader(what: string, value: unknown): void {
  if (value === undefined) return;
  if (typeof value !== 'string') throw new TypeError(`${what} must be a text, and is ${wordFor(value)}.`);
  try {
    new Headers([['x', value]]);
  } catch (cause) {
    throw new TypeError(`${what} has characters that no header can have.`, { cause });
  }
}
