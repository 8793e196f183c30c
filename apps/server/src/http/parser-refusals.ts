import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Socket } from 'node:net';
import type { Log } from './log.js';
import { latestOf } from './progress-watch.js';
import { answerRaw } from './raw-answer.js';
import { Refusal } from './refusal.js';
import { unknownCoding } from './request-faults.js';
import { sendRefusal } from './send-refusal.js';

/** What Node tells of bytes that its parser refuses. */
interface ParserError extends NodeJS.ErrnoException {
  readonly reason?: string;
  readonly rawPacket?: Buffer;
}

/** Answers what Node's parser refuses as everything else is answered: with a problem, an identifier and a log line. */
export function answerParserErrors(server: Server, logRequest: Log['logRequest']): void {
  server.on('clientError', (error: ParserError, stream: Duplex) => {
    if (!(stream instanceof Socket)) return;
    // An answered connection lingers for its client to read; what it still sends is refused again.
    if (stream.writableEnded) return;
    if (!stream.writable || error.code === 'ECONNRESET') stream.destroy();
    else refuse(stream, refusalOf(error), logRequest);
  });
  server.on('connect', (_request, stream: Duplex) => {
    if (stream instanceof Socket) answerRaw(stream, noTunnels(), logRequest);
  });
}

function refuse(socket: Socket, refusal: Refusal, logRequest: Log['logRequest']): void {
  const latest = latestOf(socket);
  if (latest === undefined && socket.bytesRead === 0) {
    socket.destroy(); // Nothing was asked: a connection that a browser opened in advance.
    return;
  }
  if (latest === undefined || (latest.request.complete && latest.response.closed)) {
    answerRaw(socket, refusal, logRequest);
    return;
  }
  const { request, response } = latest;
  // The requests before the refused one get their answers first.
  if (request.complete) response.once('close', () => answerRaw(socket, refusal, logRequest));
  else if (!response.headersSent) sendRefusal(request, response, refusal);
  else if (response.writableEnded && !response.closed) response.once('close', () => socket.destroySoon());
  else socket.destroy();
}

function refusalOf({ code, reason = '', rawPacket }: ParserError): Refusal {
  const headers = { Connection: 'close' };
  const refusal = (status: number, name: string, detail: string): Refusal =>
    new Refusal({ status, code: name, detail, headers });
  const malformed = refusal(400, 'malformed-request', 'The request is not well-formed HTTP.');
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return rawPacket && isRequestLine(rawPacket)
        ? refusal(414, 'address-too-long', 'The address is longer than 8192 characters.')
        : refusal(431, 'headers-too-large', 'The headers are larger than 16 KiB.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return refusal(413, 'body-too-large', 'The chunk extensions of the body are larger than 16 KiB.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return refusal(408, 'request-timeout', 'The request came too slowly.');
    case 'HPE_INVALID_EOF_STATE':
      return refusal(400, 'malformed-request', 'The request is cut short.');
    case 'HPE_INVALID_TRANSFER_ENCODING':
      return reason.includes('Content-Length') ? malformed : unknownCoding();
    default:
      return malformed;
  }
}

/** Whether the bytes begin a request and no end of its first line is in them. */
function isRequestLine(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 16 * 1024);
  return /^[A-Z]+ /.test(start) && !start.includes('\n');
}

function noTunnels(): Refusal {
  return new Refusal({
    status: 405,
    code: 'method-not-allowed',
    detail: 'There are no tunnels here.',
    headers: { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' },
  });
}
