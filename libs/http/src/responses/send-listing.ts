import type { ServerResponse } from 'node:http';
import { pageQuerySchema } from '@cairn/api-schema';
import { formatCursor, parseAll, parseCursor, type Page, type PageRequest } from '@cairn/kernel';
import type { ParsedUrlQuery } from 'node:querystring';
import { assertMayGoOn } from '../messages/still-allowed.js';
import { requestContextOf } from '../messages/request-context.js';
import { waitForDrain } from './wait-for-drain.js';
import { parse } from '../messages/faults.js';

/** The page size for streaming a whole listing. */
const BATCH = 100;

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
  const { resting } = requestContextOf(response.req);
  const made = async (
    page: PageRequest,
  ): Promise<{ readonly text: string; readonly next: Page<T>['next'] }> => {
    const make = async () => {
      const { items, next } = await list(page);
      return { text: items.map((item) => JSON.stringify(show(item))).join(','), next };
    };
    return await (resting?.inTurn(response, make) ?? make());
  };
  if (limit !== undefined) {
    const { text, next } = await made({ limit, after });
    if (next !== undefined)
      response.setHeader('Link', `<${nextUrl(url, query, formatCursor(next))}>; rel="next"`);
    response.end(`[${text}]`);
    return;
  }
  let opening = '[';
  let start = after;
  do {
    if (response.destroyed) return;
    await assertMayGoOn(response.req);
    const { text, next } = await made({ limit: BATCH, after: start });
    if (text !== '' && !response.write(opening + text)) await waitForDrain(response);
    if (text !== '') opening = ',';
    start = next;
  } while (start !== undefined);
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
