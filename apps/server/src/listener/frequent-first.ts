import type { RequestListener } from 'node:http';
import type { Operation } from '@cairn/api-schema';
import type { ApiHandler } from '@cairn/http';

/** The APIs whose reads are frequent. */
const FREQUENTLY_READ: readonly string[] = ['images', 'spaces', 'service'];

/**
 * Reads of images and spaces, and everything about features. The router and the controllers of NestJS cost more CPU than
 * such an operation itself.
 */
const isFrequent = ({ api, method, path }: Operation): boolean =>
  (method === 'get' && FREQUENTLY_READ.includes(api)) || path.startsWith('/hub/spaces/{spaceId}/');

/** Passes requests to frequent operations on to the API at once, and all others to NestJS. */
export function frequentFirst(api: ApiHandler, nest: RequestListener): RequestListener {
  return (request, response) => {
    const operation = api.operationOf(request);
    if (operation !== undefined && isFrequent(operation)) api.listener(request, response);
    else nest(request, response);
  };
}
