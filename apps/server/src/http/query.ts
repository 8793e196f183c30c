import type { IncomingMessage } from 'node:http';
import { parse, type ParsedUrlQuery } from 'node:querystring';

const none: ParsedUrlQuery = Object.freeze({});

/** The parsed query of a request's URL. */
export function queryOf({ url = '' }: IncomingMessage): ParsedUrlQuery {
  const start = url.indexOf('?');
  return start === -1 ? none : parse(url.slice(start + 1));
}

/** The URL of a request without its query. */
export function pathOf({ url = '/' }: IncomingMessage): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
