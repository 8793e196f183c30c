import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Socket } from 'node:net';
import { sendRawError, HttpError, unknownCoding, sendHttpError } from '@cairn/http';
import type { Log } from '../logging/log.js';
import { latestOf } from './slow-client-monitor.js';

/** The error of Node's HTTP parser. */
interface ParserError extends NodeJS.ErrnoException {
  readonly reason?: string;
  readonly rawPacket?: Buffer;
}

/** Answers requests that Node's parser rejects like any other: with a problem document, a request id and a log line. */
export function handleParserErrors(server: Server, logRequest: Log['logRequest']): void {
  server.on('clientError', (error: ParserError, stream: Duplex) => {
    if (!(stream instanceof Socket)) return;
    // Already answered: the connection only waits for its client to read, and the parser rejects what it still sends.
    if (stream.writableEnded) return;
    if (!stream.writable || error.code === 'ECONNRESET') stream.destroy();
    else reject(stream, httpErrorOf(error), logRequest);
  });
  server.on('connect', (_request, stream: Duplex) => {
    if (stream instanceof Socket) sendRawError(stream, noTunnels(), logRequest);
  });
}

function reject(socket: Socket, error: HttpError, logRequest: Log['logRequest']): void {
  const latest = latestOf(socket);
  if (latest === undefined && socket.bytesRead === 0) {
    socket.destroy(); // No request: browsers open connections in advance.
    return;
  }
  if (latest === undefined || (latest.request.complete && latest.response.closed)) {
    sendRawError(socket, error, logRequest);
    return;
  }
  const { request, response } = latest;
  // Pipelining: earlier requests are answered first.
  if (request.complete) response.once('close', () => sendRawError(socket, error, logRequest));
  else if (!response.headersSent) sendHttpError(request, response, error);
  else if (response.writableEnded && !response.closed) response.once('close', () => socket.destroySoon());
  else socket.destroy();
}

function httpErrorOf({ code, reason = '', rawPacket }: ParserError): HttpError {
  const headers = { Connection: 'close' };
  const error = (status: number, name: string, detail: string): HttpError =>
    new HttpError({ status, code: name, detail, headers });
  const malformed = error(400, 'malformed-request', 'The request is not well-formed HTTP.');
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return rawPacket && isRequestLine(rawPacket)
        ? error(414, 'address-too-long', 'The address is longer than 8192 characters.')
        : error(431, 'headers-too-large', 'The headers are larger than 16 KiB.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return error(413, 'body-too-large', 'The chunk extensions of the body are larger than 16 KiB.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return error(408, 'request-timeout', 'The request came too slowly.');
    case 'HPE_INVALID_EOF_STATE':
      return error(400, 'malformed-request', 'The request is cut short.');
    case 'HPE_INVALID_TRANSFER_ENCODING':
      return reason.includes('Content-Length') ? malformed : unknownCoding();
    default:
      return malformed;
  }
}

/** Whether the bytes are the start of a request line without its end. */
function isRequestLine(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 16 * 1024);
  return /^[A-Z]+ /.test(start) && !start.includes('\n');
}

function noTunnels(): HttpError {
  return new HttpError({
    status: 405,
    code: 'method-not-allowed',
    detail: 'The method CONNECT is not supported.',
    headers: { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' },
  });
}
