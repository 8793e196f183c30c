import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const MAX_BYTES = 1024 * 1024;
const LINGER_MS = 1_000;
const CLOSING_MS = 5_000;

/**
 * Reads what a client still sends after it has its answer, to nowhere and 1 MiB at most: to close at once would take
 * the answer from a client that sends before it reads. Then it reads no more, and closes a second later: closing while
 * bytes arrive resets the connection, and a client that reads beside sending would lose the answer to that. Gives what
 * ends the counting.
 */
export function discardBriefly(socket: Socket): () => void {
  let left = MAX_BYTES;
  const count = (chunk: Buffer): void => {
    left -= chunk.length;
    if (left >= 0) return;
    socket.off('data', count).pause();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
  socket.on('data', count);
  return () => socket.off('data', count);
}

/**
 * Says that the connection ends with this answer, where more of a body may still come than is read after it: a client
 * that has sent all of it would take the connection for a free one. It is closed for writing alone, as `discardRestOfBody` still
 * reads.
 */
export function closeAfterAnswer(response: ServerResponse): void {
  const { req: request } = response;
  const { 'content-length': announced, 'transfer-encoding': coding } = request.headers;
  if (request.complete || (coding === undefined && Number(announced ?? 0) <= MAX_BYTES)) return;
  response.setHeader('Connection', 'close');
  const { socket } = request;
  socket.destroySoon = () => void socket.end();
  socket.setTimeout(CLOSING_MS, () => socket.destroy());
}

/** Ends a request that was answered before its body was there. */
export function discardRestOfBody(request: IncomingMessage): void {
  const { socket } = request;
  if (socket.destroyed) {
    request.destroy();
    return;
  }
  // Node forgets an answered request, so that whoever still waits for its body would wait for ever.
  const abort = (): unknown => request.destroy();
  socket.once('close', abort);
  request.once('end', () => socket.off('close', abort));
  request.resume();
  // A listener that comes before Node goes on to read would keep it from reading at all.
  setImmediate(() => {
    if (!request.complete) request.once('end', discardBriefly(socket));
  });
}
