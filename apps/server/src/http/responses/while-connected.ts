import type { ServerResponse } from 'node:http';

/** An `AbortSignal` for work that is in vain once the client has gone. */
export function whileConnected(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
