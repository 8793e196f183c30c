import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { PostgresClient } from './postgres-client.js';

const AGAIN_MS = 50;

/**
 * Has the server cancel what the client runs when the signal aborts: to close the connection would leave it running.
 * Gives a function that ends this, and resolves when no request to cancel is under way any more.
 */
export function cancelOnAbort(client: PostgresClient, signal: AbortSignal | undefined): () => Promise<void> {
  const over = new AbortController();
  let cancelling = Promise.resolve();
  // Time and again: a request that overtakes the statement it is meant for has no effect.
  const cancel = async (): Promise<void> => {
    while (client.isWaiting && !over.signal.aborted) {
      await requestCancel(client);
      await pause(AGAIN_MS, undefined, { signal: over.signal }).catch(() => undefined);
    }
  };
  const start = (): void => void (cancelling = cancel());
  signal?.addEventListener('abort', start, { once: true });
  return async () => {
    signal?.removeEventListener('abort', start);
    over.abort();
    await cancelling;
  };
}

/** What `pg` has for a client's cancel request; its types do not tell of it. */
interface CancelConnection extends Omit<pg.Connection, 'connect'> {
  connect(port: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
}

interface Cancellable {
  readonly processID: number | null;
  readonly secretKey: number | null;
  readonly sslNegotiation?: string;
}

/**
 * Sends the request, on a connection of its own, as the protocol asks for. Resolves when the server has acted on it or
 * cannot be reached. (The `cancel` of `pg` uses what `pg` itself warns of, and speaks no TLS.)
 */
async function requestCancel(client: PostgresClient): Promise<void> {
  const { processID, secretKey, sslNegotiation } = client as unknown as Cancellable;
  if (processID === null || secretKey === null) return;
  const { host, port, ssl } = client;
  const connection = new pg.Connection({ ssl }) as unknown as CancelConnection;
  const send = (): void => connection.cancel(processID, secretKey);
  await new Promise<void>((resolve) => {
    connection.once('end', resolve).once('error', resolve);
    connection.once('sslconnect', send);
    connection.once('connect', () => {
      if (!ssl) send();
      else if (sslNegotiation !== 'direct') connection.requestSsl();
    });
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  });
  connection.stream.destroy();
}
