import type { IncomingMessage, ServerResponse } from 'node:http';
import { namesTag, weakTag } from '../../messages/entity-tags.js';

// Browsers may store a response, but must revalidate it each time.
const CACHE_CONTROL = 'private, no-cache';

/**
 * The headers of a tagged response, which may be compressed, as alternating names and values. Caches may use it for `keptMs` without
 * revalidation.
 */
export function tagHeaders(tag: string, keptMs = 0): readonly string[] {
  const seconds = Math.floor(keptMs / 1_000);
  return [
    'ETag',
    weakTag(tag),
    'Cache-Control',
    seconds === 0 ? CACHE_CONTROL : `private, max-age=${seconds}`,
  ];
}

/** Whether the client already has the tagged response. */
export function knowsTag({ headers: { 'if-none-match': known } }: IncomingMessage, tag: string): boolean {
  return known !== undefined && (known === weakTag(tag) || namesTag(known, tag));
}

/** Sets the tag of a response. If the client already has it, answers 304 and returns true. */
export function isNotModified(request: IncomingMessage, response: ServerResponse, tag: string): boolean {
  response.setHeader('ETag', weakTag(tag));
  response.setHeader('Cache-Control', CACHE_CONTROL);
  if (!knowsTag(request, tag)) return false;
  response.writeHead(304).end();
  return true;
}
