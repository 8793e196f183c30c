import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const MAX_BYTES = 1024 * 1024;
const LINGER_MS = 1_000;
const CLOSING_MS = 5_000;

/**
 * Counts what a client still sends after its response; after 1 MiB, stops reading and closes the connection a second
 * later. Closing immediately would take the response from a client that sends its whole body before it reads. Closing
 * while bytes arrive resets the connection, and the client could lose the response. Returns a function that stops
 * counting.
 */
export function limitDiscardedBytes(socket: Socket): () => void {
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
 * Sends `Connection: close` if the rest of the request body may be larger than what is read after the response.
 * Otherwise the client would reuse the connection once it has sent its body. Ends only the writing side, because
 * `discardBody` still reads.
 */
export function closeAfterResponse(response: ServerResponse): void {
  const { req: request } = response;
  const { 'content-length': announced, 'transfer-encoding': coding } = request.headers;
  if (request.complete || (coding === undefined && Number(announced ?? 0) <= MAX_BYTES)) return;
  response.setHeader('Connection', 'close');
  endOnlyWriting(request.socket);
}

/** Lets a client that still sends read the end of a response with `Connection: close`, before it is ended. */
export function endOnlyWriting(socket: Socket): void {
  socket.destroySoon = () => void socket.end();
  socket.setTimeout(CLOSING_MS, () => socket.destroy());
}

/** Reads and discards the rest of the body of a request that was answered early. */
export function discardBody(request: IncomingMessage): void {
  const { socket } = request;
  if (socket.destroyed) {
    request.destroy();
    return;
  }
  // Node does not abort an answered request when its connection closes, so readers of its body would wait forever.
  const abort = (): unknown => request.destroy();
  socket.once('close', abort);
  request.once('end', () => socket.off('close', abort));
  request.resume();
  // Adding a `data` listener before Node resumes reading would stop it from reading at all.
  setImmediate(() => {
    if (!request.complete) request.once('end', limitDiscardedBytes(socket));
  });
}
