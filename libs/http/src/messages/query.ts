import type { IncomingMessage } from 'node:http';
import { parse, type ParsedUrlQuery } from 'node:querystring';

const none: ParsedUrlQuery = Object.freeze({});

/** The parsed query of a request's URL. */
export function queryOf(request: Pick<IncomingMessage, 'url'>): ParsedUrlQuery {
  const query = queryTextOf(request);
  return query === '' ? none : parse(query, '&', '=', { maxKeys: 0 });
}

/** The query of a request's URL, without its `?`. */
export function queryTextOf({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start + 1);
}

/** The URL of a request without its query. */
export function pathOf({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
