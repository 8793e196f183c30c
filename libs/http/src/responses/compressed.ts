import compression from 'compression';
import { quickLevels } from './quick-coding.js';
import type { OperationHandler, OperationRequest } from '../routing/operation-handler.js';

/** The media type of glyphs for map libraries. */
export const GLYPHS = 'application/x-protobuf';

// Typed for Express, but uses only members of Node's requests and responses.
const compress = compression({ filter: isWorthwhile, ...quickLevels }) as (
  request: OperationRequest['request'],
  response: OperationRequest['response'],
  next: () => void,
) => void;

/** Glyphs of fonts, too, which the package does not know. */
function isWorthwhile(...given: Parameters<typeof compression.filter>): boolean {
  const [, response] = given;
  return response.getHeader('Content-Type') === GLYPHS || compression.filter(...given);
}

/** Compresses the response of a handler if the client accepts it and the type and size make it worthwhile. */
export function compressed(handle: OperationHandler): OperationHandler {
  return async (given) => {
    const { request, response } = given;
    if (request.headers['accept-encoding'] === undefined) varyByCoding(response);
    else compress(request, response, () => undefined);
    return await handle(given);
  };
}

/** For handlers whose senders compress: `sendWhole`, and `compressPieces` before what is sent in pieces. */
export function compressedBySender(handle: OperationHandler): OperationHandler {
  return async (given) => {
    varyByCoding(given.response);
    return await handle(given);
  };
}

/** Compresses what is written from now on. */
export function compressPieces(response: OperationRequest['response']): void {
  const { req } = response;
  if (req.headers['accept-encoding'] !== undefined) compress(req, response, () => undefined);
}

/** Beside what an embedding application varies by. */
function varyByCoding(response: OperationRequest['response']): void {
  response.appendHeader('Vary', 'Accept-Encoding');
}
