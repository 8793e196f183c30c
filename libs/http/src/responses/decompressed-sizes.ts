import type { IncomingMessage, ServerResponse } from 'node:http';
import { isHub } from '../errors/send-http-error.js';
import { requestContextOf } from '../messages/request-context.js';
import { INPUT_SIZE, OUTPUT_SIZE } from '../messages/size-headers.js';

/** The headers of a response of the spaces API for the sizes that are known, as alternating names and values. */
export function decompressedSizes(
  { req }: { readonly req: IncomingMessage },
  outputLength?: number,
): readonly string[] {
  if (!isHub(req.url ?? '')) return [];
  const { bodyLength } = requestContextOf(req);
  return [
    ...(bodyLength === undefined ? [] : [INPUT_SIZE, String(bodyLength)]),
    ...(outputLength === undefined ? [] : [OUTPUT_SIZE, String(outputLength)]),
  ];
}

/** Sets the same headers. */
export function setDecompressedSizes(response: ServerResponse, outputLength?: number): void {
  const headers = decompressedSizes(response, outputLength);
  for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
}
