import { open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { acceptedCoding, CONTENT_CODINGS, sendBytes } from '@cairn/http';
import type { PageFile } from './page-files.js';

interface Answer {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly status: number;
  readonly headers: Map<string, string>;
}

/** Sends a file as the client takes it. @throws if it cannot be opened. In that case nothing has been sent. */
export async function sendPageFile(
  { copies }: PageFile,
  { request, response, status, headers }: Answer,
): Promise<void> {
  const codings = CONTENT_CODINGS.filter((each) => copies[each] !== undefined);
  const coding = acceptedCoding(request, codings);
  const copy = copies[coding] ?? copies.identity;
  const opened = copy.bytes === undefined ? await open(copy.path) : undefined;
  response.statusCode = status;
  response.setHeaders(headers);
  if (coding !== 'identity') response.setHeader('Content-Encoding', coding);
  response.setHeader('Content-Length', copy.size);
  if (request.method === 'HEAD') {
    await opened?.close();
    response.end();
  } else if (opened === undefined) response.end(copy.bytes);
  else await sendBytes(response, opened.createReadStream(), copy.size);
}
