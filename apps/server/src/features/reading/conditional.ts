import type { IncomingMessage, ServerResponse } from 'node:http';
import { namesTag } from '../../http/entity-tags.js';

/** Sets the tag of a response. Answers 304 where the client has it already, and then gives true. */
export function isNotModified(request: IncomingMessage, response: ServerResponse, tag: string): boolean {
  response.setHeader('ETag', tag);
  // Browsers may keep an answer, but ask each time whether it is still the same.
  response.setHeader('Cache-Control', 'private, no-cache');
  const known = request.headers['if-none-match'];
  if (known === undefined || !namesTag(known, tag)) return false;
  response.writeHead(304).end();
  return true;
}
