import type { Server } from 'node:http';
import { CannotListen, type ListenAt } from '../settings/cannot-listen.js';
import type { UnusedConnections } from './unused-connections.js';

/** Time for a request that was in transit when the server stopped. */
const LAST_REQUEST_MS = 500;

/** Starts listening. Resolves to the port. @throws {CannotListen} */
export async function listen(server: Server, at: ListenAt): Promise<number> {
  const { host, port } = at;
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => reject(new CannotListen(at, error.code, error));
    server.once('error', fail).listen(port, host, () => {
      server.off('error', fail);
      resolve();
    });
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/**
 * Stops accepting connections and waits for requests in flight, at most `drainMs`. Does not wait for idle connections.
 */
export async function closeServer(
  server: Server,
  drainMs: number,
  unused?: UnusedConnections,
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), drainMs);
  const last = setTimeout(() => unused?.close(), LAST_REQUEST_MS);
  await closed;
  clearTimeout(cut);
  clearTimeout(last);
}
