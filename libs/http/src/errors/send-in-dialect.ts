import type { ServerResponse } from 'node:http';
import { closeAfterResponse } from '../bodies/discard-body.js';
import type { UploadDialect } from '../dialects/upload-dialects.js';
import type { Failure } from './failure.js';

/** Sends the error of an upload as its client reads it. If a response was already started, closes the connection instead. */
export function sendInDialect(
  response: ServerResponse,
  { status, headers, detail }: Failure,
  dialect: UploadDialect,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  closeAfterResponse(response);
  const body = Buffer.from(JSON.stringify(dialect.failure(detail)));
  response.writeHead(status, {
    ...headers,
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
  });
  response.end(body);
}
