import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'body-parser';
import type { z } from 'zod';
import { parse } from '../messages/faults.js';
import { isJson } from '../messages/media-type.js';
import { requestContextOf } from '../messages/request-context.js';
import { assertStillAllowed } from '../messages/still-allowed.js';
import { parseJson } from './json-text.js';
import { HttpError } from '../messages/http-error.js';

const LIMIT_IN_BYTES = 1024 * 1024;
const NOT_UTF_8 = 'The body is not valid UTF-8.';

const readText = text({ type: () => true, limit: LIMIT_IN_BYTES, verify: refuseInvalidUtf8 });

/** Reads and validates a JSON body. @throws {HttpError} if it is not JSON. {InvalidInput} with all faults. */
export async function readJson<T>(
  request: IncomingMessage,
  response: ServerResponse,
  schema: z.ZodType<T>,
): Promise<T> {
  const type = request.headers['content-type'];
  if (type !== undefined && !isJson(type)) {
    throw new HttpError({
      status: 415,
      code: 'unsupported-media-type',
      detail: 'The body must be JSON: send `Content-Type: application/json`.',
    });
  }
  return parse(parseJson(await textIn(request, response)), schema);
}

/** Reads the fields of a form without files. @throws {HttpError} */
export async function readForm(request: IncomingMessage, response: ServerResponse): Promise<URLSearchParams> {
  return new URLSearchParams(await textIn(request, response));
}

async function textIn(request: IncomingMessage, response: ServerResponse): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    readText(request, response, (error: unknown) =>
      error === undefined ? resolve() : reject(httpErrorOf(error)),
    );
  });
  await assertStillAllowed(request);
  return 'body' in request && typeof request.body === 'string' ? request.body : '';
}

/** Without this check, the decoder would silently replace invalid bytes with U+FFFD. */
function refuseInvalidUtf8(
  request: IncomingMessage,
  _response: unknown,
  bytes: Buffer,
  charset: string,
): void {
  requestContextOf(request).bodyLength = bytes.length;
  if (charset === 'utf-8' && !isUtf8(bytes)) throw new Error(NOT_UTF_8);
}

function httpErrorOf(error: unknown): HttpError {
  if (error instanceof Error && error.message === NOT_UTF_8)
    return new HttpError({ status: 400, code: 'malformed-json', detail: NOT_UTF_8 });
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (status === 413)
    return new HttpError({
      status,
      code: 'body-too-large',
      detail: `The body is larger than ${LIMIT_IN_BYTES} bytes (1 MiB).`,
    });
  if (status === 415)
    return new HttpError({
      status,
      code: 'unsupported-media-type',
      detail: 'The charset or the compression of the body is not supported; send plain UTF-8.',
    });
  return new HttpError(
    { status: 400, code: 'malformed-body', detail: 'The body is cut short, or its compression is damaged.' },
    { cause: error },
  );
}
