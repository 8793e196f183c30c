import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ByteRange } from '@cairn/images';
import { requestContextOf } from '../messages/request-context.js';
import type { FileHead } from './file-heads.js';
import type { FileResponse } from './file-response.js';
import { rangeOf } from './range.js';

/** The head of an answer with a file or a part of it. */
export interface Answer {
  readonly status: 200 | 206;
  readonly headers: string[];
  readonly range: ByteRange | undefined;
  readonly length: number;
}

/** @throws {HttpError} 416 if the range lies outside the file. */
export function answerTo(
  request: IncomingMessage,
  {
    represented,
    head,
    size,
  }: { readonly represented: FileResponse; readonly head: FileHead; readonly size: number },
): Answer {
  const { etag, createdAt } = represented;
  const range =
    request.method === 'HEAD' || request.headers.range === undefined
      ? undefined
      : rangeOf(request, { size, etag, createdAt });
  const length = range === undefined ? size : range.end - range.start + 1;
  const headers = ['X-Request-Id', requestContextOf(request).id, ...head.whole];
  headers.push('Content-Length', String(length));
  if (range !== undefined) headers.push('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
  return { status: range === undefined ? 200 : 206, headers, range, length };
}

export function sendHeld(response: ServerResponse, held: Buffer, { status, headers, range }: Answer): void {
  response.writeHead(status, headers);
  // Node omits the body for `HEAD`.
  response.end(range === undefined ? held : held.subarray(range.start, range.end + 1));
}
