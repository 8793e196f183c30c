import type { IncomingMessage } from 'node:http';
import { HttpError } from '../messages/http-error.js';

/** What parsers of frameworks leave in a request. */
interface ParsedRequest extends IncomingMessage {
  readonly body?: unknown;
  readonly files?: unknown;
  readonly file?: unknown;
}

/**
 * The error for a body that something before the handler has read. The handler reads bodies itself: they are limited, checked
 * as they arrive and never held whole.
 */
export function takenBody(request: ParsedRequest): HttpError | undefined {
  if (!request.readableDidRead || !hasBody(request)) return undefined;
  return new HttpError({
    status: 500,
    code: 'body-taken',
    detail: `${readerOf(request)} read the body of the request before Cairn could: mount Cairn before it.`,
  });
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function readerOf({ body, file, files, headers }: ParsedRequest): string {
  if (file !== undefined || files !== undefined) return 'A parser of forms';
  if (Buffer.isBuffer(body)) return '`express.raw()`, or one like it,';
  if (typeof body === 'string') return '`express.text()`, or one like it,';
  if (body === undefined) return 'Something';
  const isForm = /urlencoded/i.test(headers['content-type'] ?? '');
  return `\`express.${isForm ? 'urlencoded' : 'json'}()\`, or one like it,`;
}
