import type { IncomingHttpHeaders } from 'node:http';
import fresh from 'fresh';

/** The validators of a file (RFC 9110 §8.8). */
export interface Validators {
  /** In quotes. */
  readonly etag: string;
  /** When its bytes were stored, in epoch milliseconds. Absent if the bytes at its URL can change. */
  readonly createdAt?: number | undefined;
}

/** Evaluates the preconditions of a request for a file in the order of RFC 9110 §13.2.2. */
export function evaluatePreconditions(
  headers: IncomingHttpHeaders,
  { etag, createdAt }: Validators,
): 'send' | 'not-modified' | 'failed' {
  const { 'if-match': match, 'if-unmodified-since': unmodifiedSince } = headers;
  if (match !== undefined) {
    if (!matches(match, etag)) return 'failed';
  } else if (unmodifiedSince !== undefined && secondOf(createdAt) > dateOf(unmodifiedSince)) return 'failed';
  const { 'if-none-match': known, 'if-modified-since': modifiedSince } = headers;
  // Ignores Cache-Control of the request: a client that sends an ETag wants a 304, even if it bypasses caches.
  if (known !== undefined)
    return known === etag || fresh({ 'if-none-match': known }, { etag }) ? 'not-modified' : 'send';
  if (modifiedSince !== undefined && secondOf(createdAt) <= dateOf(modifiedSince)) return 'not-modified';
  return 'send';
}

/** Whether an `If-Range` matches the file. */
export function matchesIfRange(condition: string, { etag, createdAt }: Validators): boolean {
  return condition === etag || dateOf(condition) === secondOf(createdAt);
}

/** The `Last-Modified` header: the creation time of bytes that never change. */
export function lastModified({ createdAt }: { readonly createdAt: number }): string {
  return new Date(createdAt).toUTCString();
}

/** Strong comparison: weak tags (`W/`) never match. Splitting at commas is safe because our ETags contain none. */
function matches(list: string, etag: string): boolean {
  return (
    list === '*' ||
    list
      .split(',')
      .map((tag) => tag.trim())
      .includes(etag)
  );
}

/** Parses an HTTP date; `NaN` if invalid. Comparisons with `NaN` are false, so invalid dates are ignored. */
function dateOf(text: string): number {
  if (!/^[A-Z][a-z]{2,8}[, ]/.test(text)) return Number.NaN;
  // The obsolete asctime format has no time zone.
  return Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
}

/** Truncates to seconds, because HTTP dates have no fractions. `NaN` for an unknown time, so that no date matches. */
function secondOf(time = Number.NaN): number {
  return Math.floor(time / 1_000) * 1_000;
}
