import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { newId } from '../messages/request-context.js';
import { failureOf } from './failure.js';
import type { RequestLogEntry } from '../logging/request-log-entry.js';
import { problemHeaders, problemOf } from './problem.js';
import type { HttpError } from '../messages/http-error.js';
import { limitDiscardedBytes } from '../bodies/discard-body.js';

/** How long the connection stays open for its client to read the response. */
const LINGER_MS = 1_000;

/** Writes an error response to a connection that has no parsed request, and closes it. */
export function sendRawError(
  socket: Socket,
  error: HttpError,
  logRequest: (request: RequestLogEntry) => unknown,
): void {
  const requestId = newId();
  const failure = failureOf(error, {});
  const body = JSON.stringify(problemOf(failure, requestId));
  const headers = Object.entries({
    ...problemHeaders(failure, Buffer.byteLength(body)),
    'X-Request-Id': requestId,
    Date: new Date().toUTCString(),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const { status } = failure;
  socket.on('error', () => undefined);
  limitDiscardedBytes(socket);
  socket.resume();
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${headers.join('')}\r\n${body}`);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
  const unknown = { method: undefined, path: undefined, accountId: undefined, cutShort: undefined };
  logRequest({ requestId, status, durationMs: 0, ...unknown });
}
