import type { ServerResponse } from 'node:http';
import { pageQuerySchema } from '@cairn/api-schema';
import { formatCursor, parseAll, parseCursor, walk, type Page, type PageRequest } from '@cairn/kernel';
import type { ParsedUrlQuery } from 'node:querystring';
import { waitForDrain } from './wait-for-drain.js';
import { parse } from '../../errors/faults.js';

/** The page size for streaming a whole listing. */
const BATCH = 500;

interface Listing<T> {
  readonly query: ParsedUrlQuery;
  readonly response: ServerResponse;
  /** The URL of the listing without a query, for the link to the next page. */
  readonly url: string;
  readonly list: (page: PageRequest) => Promise<Page<T>>;
  readonly show: (item: T) => unknown;
}

/** Sends a JSON array. With `limit`: one page with a `Link` to the next. Without: streams the whole listing. */
export async function sendListing<T>({ query, response, url, list, show }: Listing<T>): Promise<void> {
  const { limit, cursor } = parse(query, pageQuerySchema);
  const { cursor: after } = parseAll({
    cursor: () => (cursor === undefined ? undefined : parseCursor(cursor)),
  });
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  if (limit !== undefined) {
    const { items, next } = await list({ limit, after });
    if (next !== undefined)
      response.setHeader('Link', `<${nextUrl(url, query, formatCursor(next))}>; rel="next"`);
    response.end(JSON.stringify(items.map(show)));
    return;
  }
  let opening = '[';
  for await (const items of walk((start) => list({ limit: BATCH, after: start ?? after }))) {
    if (response.destroyed) return;
    const text = items.map((item) => JSON.stringify(show(item))).join(',');
    if (text !== '' && !response.write(opening + text)) await waitForDrain(response);
    if (text !== '') opening = ',';
  }
  response.end(opening === '[' ? '[]' : ']');
}

function nextUrl(url: string, query: ParsedUrlQuery, cursor: string): string {
  const texts = Object.entries(query).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const next = new URLSearchParams(texts);
  next.set('cursor', cursor);
  return `${url}?${next.toString()}`;
}
