import type { ServerResponse } from 'node:http';

const PROBE_EVERY_MS = 500;

/** Whether the client has disconnected before it had the whole response. */
export const isGone = (response: ServerResponse): boolean => response.closed && !response.writableFinished;

/**
 * Aborts when the client has disconnected. A client that half-closes its connection may still wait for the response or
 * may be gone. `102 Processing` is sent to find out: waiting clients skip it, and sending fails if nobody is there.
 */
export function whileConnected(
  response: ServerResponse,
  controller: AbortController = new AbortController(),
): AbortSignal {
  if (isGone(response)) controller.abort();
  if (response.closed) return controller.signal;
  const { socket, req } = response;
  let timer: NodeJS.Timeout | undefined;
  const probe = (): void => {
    if (response.headersSent || req.httpVersion !== '1.1') clearInterval(timer);
    else response.writeProcessing();
  };
  const begin = (): void => {
    timer = setInterval(probe, PROBE_EVERY_MS).unref(); // the first probe finds out, and the next one fails
  };
  if (socket?.readableEnded === true) begin();
  else socket?.once('end', begin);
  response.once('close', () => {
    clearInterval(timer);
    socket?.off('end', begin);
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
