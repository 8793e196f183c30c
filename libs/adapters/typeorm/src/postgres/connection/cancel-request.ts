import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { PostgresClient } from './postgres-client.js';

const AGAIN_MS = 50;
/** How long to wait for a server that does not answer. */
const PATIENCE_MS = 1_000;

/**
 * Cancels the client's query in the server when the signal aborts: closing the connection would leave it running.
 * Returns a function that stops listening and waits for a pending cancel request.
 */
export function cancelOnAbort(client: PostgresClient, signal: AbortSignal | undefined): () => Promise<void> {
  const over = new AbortController();
  let cancelling = Promise.resolve();
  // Repeated: a request that arrives before its statement has no effect.
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

/** The members of `pg`'s connection for cancel requests. Its types omit them. */
interface CancelMethods {
  connect(port: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
}

/** The members of a connected client of `pg`. Its types omit them. */
interface Cancellable {
  readonly processID: number | null;
  readonly secretKey: number | null;
  readonly sslNegotiation?: string;
}

/**
 * Sends the request on a separate connection, as the protocol requires. Resolves when the server has acted on it or
 * cannot be reached. (`cancel` of `pg` uses an API that `pg` itself deprecates, and does not support TLS.)
 */
async function requestCancel(client: PostgresClient): Promise<void> {
  const { processID, secretKey, sslNegotiation } = client as PostgresClient & Cancellable;
  if (processID === null || secretKey === null) return;
  const { host, port, ssl } = client;
  const connection = new pg.Connection({ ssl }) as pg.Connection & CancelMethods;
  const send = (): void => {
    connection.cancel(processID, secretKey);
    connection.stream.end(); // also sent by a server that does not support cancelling
  };
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
    connection.once('end', resolve).once('error', resolve);
    connection.once('sslconnect', send);
    connection.once('connect', () => {
      if (!ssl) send();
      else if (sslNegotiation !== 'direct') connection.requestSsl();
    });
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  });
  clearTimeout(timer);
  connection.stream.destroy();
}
