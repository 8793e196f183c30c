import type { IncomingHttpHeaders } from 'node:http';
import fresh from 'fresh';

/** What a file is told apart by: its quoted tag, and when it was stored, in epoch milliseconds. */
export interface Validators {
  readonly etag: string;
  readonly createdAt: number;
}

/** Whether the conditions of a request for a file hold, in the order of RFC 9110 §13.2.2. */
export function outcomeOf(
  headers: IncomingHttpHeaders,
  { etag, createdAt }: Validators,
): 'send' | 'not-modified' | 'failed' {
  const { 'if-match': match, 'if-unmodified-since': unmodifiedSince } = headers;
  if (match !== undefined) {
    if (!matches(match, etag)) return 'failed';
  } else if (unmodifiedSince !== undefined && secondOf(createdAt) > dateOf(unmodifiedSince)) return 'failed';
  const { 'if-none-match': known, 'if-modified-since': modifiedSince } = headers;
  // Cache-Control of the request does not count: a client that names a tag wants to know, even if it bypasses caches.
  if (known !== undefined)
    return known === etag || fresh({ 'if-none-match': known }, { etag }) ? 'not-modified' : 'send';
  if (modifiedSince !== undefined && secondOf(createdAt) <= dateOf(modifiedSince)) return 'not-modified';
  return 'send';
}

/** Whether an `If-Range` names this very file. */
export function isSame(condition: string, { etag, createdAt }: Validators): boolean {
  return condition === etag || dateOf(condition) === secondOf(createdAt);
}

/** `Last-Modified`: the bytes of an address are stored once and never change. */
export function lastModified({ createdAt }: Validators): string {
  return new Date(createdAt).toUTCString();
}

/** Strong comparison, so that `W/` never matches; a tag of ours has no comma in it. */
function matches(list: string, etag: string): boolean {
  return (
    list === '*' ||
    list
      .split(',')
      .map((tag) => tag.trim())
      .includes(etag)
  );
}

/** `NaN`, which compares with nothing, where the text is no HTTP date: such a condition is ignored. */
function dateOf(text: string): number {
  if (!/^[A-Z][a-z]{2,8}[, ]/.test(text)) return Number.NaN;
  // The oldest of the three forms names no time zone.
  return Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
}

/** HTTP dates have no fraction of a second. */
function secondOf(time: number): number {
  return Math.floor(time / 1_000) * 1_000;
}
