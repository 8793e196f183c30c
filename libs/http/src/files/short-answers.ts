import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestContextOf } from '../messages/request-context.js';
import { sharedHeaders } from './file-heads.js';

/** Sends the client to the store. */
export function redirect(
  request: IncomingMessage,
  response: ServerResponse,
  { location, seconds }: { readonly location: string; readonly seconds: number },
): void {
  response.writeHead(302, {
    ...sharedHeaders,
    'X-Request-Id': requestContextOf(request).id,
    'Cache-Control': `private, max-age=${seconds}`,
    'Content-Length': 0,
    Location: location,
  });
  response.end();
}

/** Any page may read files. */
export function preflight(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(204, {
    'X-Request-Id': requestContextOf(request).id,
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': 'GET, HEAD',
    'Access-Control-Allow-Headers':
      'Range, If-Range, If-Match, If-None-Match, If-Modified-Since, If-Unmodified-Since, Authorization',
    'Access-Control-Max-Age': 86_400,
  });
  response.end();
}
