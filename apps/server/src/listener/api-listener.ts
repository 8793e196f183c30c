import type { RequestListener } from 'node:http';
import type { Operation } from '@cairn/api-schema';
import type { ApiHandler } from '../api-handler.js';
import { addDefaultHeaders } from '../http/responses/default-headers.js';
import { answerPreflight, corsHeaders } from './cors.js';

interface ApiListenerOptions {
  readonly api: ApiHandler;
  /** Receives all requests but those to frequent operations. */
  readonly nest: RequestListener;
}

/** The APIs whose reads are frequent. */
const FREQUENTLY_READ: readonly string[] = ['images', 'spaces', 'service'];

/**
 * Reads of images and spaces, and everything about features. The router and the controllers of NestJS cost more CPU than
 * such an operation itself.
 */
const isFrequent = ({ api, method, path }: Operation): boolean =>
  (method === 'get' && FREQUENTLY_READ.includes(api)) || path.startsWith('/hub/spaces/{spaceId}/');

/** Receives the requests to the API: frequent ones are handled at once, the others go through NestJS. */
export function createApiListener({ api, nest }: ApiListenerOptions): RequestListener {
  return (request, response) => {
    addDefaultHeaders(response, corsHeaders(request));
    if (request.method === 'OPTIONS') {
      answerPreflight(request, response);
      return;
    }
    const operation = api.operationOf(request);
    if (operation !== undefined && isFrequent(operation)) api.listener(request, response);
    else nest(request, response);
  };
}
