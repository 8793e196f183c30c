import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const MAX_BYTES = 1024 * 1024;

/**
 * Reads what a client still sends after it has its answer, to nowhere and 1 MiB at most: to close at once would take
 * the answer from a client that sends before it reads. Gives what ends the counting.
 */
export function readLittleMore(socket: Socket): () => void {
  let left = MAX_BYTES;
  const count = (chunk: Buffer): void => {
    left -= chunk.length;
    if (left < 0) socket.destroy();
  };
  socket.on('data', count);
  return () => socket.off('data', count);
}

/** Ends a request that was answered before its body was there. */
export function endRest(request: IncomingMessage): void {
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
    if (!request.complete) request.once('end', readLittleMore(socket));
  });
}
