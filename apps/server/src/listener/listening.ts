import type { Server } from 'node:http';
import type { UnusedConnections } from './unused-connections.js';

/** Time for a request that was in transit when the server stopped. */
const LAST_REQUEST_MS = 500;

/** Starts listening. Resolves to the port. Rejects if the address is in use or not available on this machine. */
export async function listen(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => {
      server.off('error', reject);
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
