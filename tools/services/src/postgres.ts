import { openPglite } from './postgres-pglite.js';
import { openServer } from './postgres-databases.js';

/** A PostgreSQL server for tests. */
export interface TestPostgres {
  /** Product and version. */
  readonly name: string;
  /** Whether it serves concurrent sessions. */
  readonly concurrent: boolean;
  /** The address of an empty database. Without `concurrent`, the previous database is emptied and reused. */
  fresh(): Promise<string>;
  /**
   * The address of a copy of a database that `fresh` gave and nobody is connected to. Without `concurrent`, as `fresh`.
   */
  copyOf(address: string): Promise<string>;
  /** Drops a database before `close` does. Without `concurrent`, nothing is done. */
  drop(address: string): Promise<void>;
  /** Drops the databases that `fresh` created. */
  close(): Promise<void>;
}

/**
 * The server at `CAIRN_TEST_POSTGRES_URL`, whose user must be allowed to create databases. Without it, a PGlite
 * process, started by the first `fresh`, that serves all connections through one session.
 */
export async function openTestPostgres(): Promise<TestPostgres> {
  const url = process.env['CAIRN_TEST_POSTGRES_URL'];
  return url === undefined || url === '' ? openPglite() : await openServer(url);
}

/** Why tests that need concurrent sessions cannot run, and what runs them; `undefined` if they can. */
export function whyOneSession({ name, concurrent }: TestPostgres): string | undefined {
  if (concurrent) return undefined;
  return (
    `${name} has one session: \`node tools/services/run.mjs npm test\` runs them on a server that it starts, ` +
    '`CAIRN_TEST_POSTGRES_URL=postgres://… npm test` on yours.'
  );
}
