import pg from 'pg';
import type { PostgresAddress } from './postgres-address.js';
import type { PostgresClientConfig } from './postgres-client.js';

/**
 * How a process connects. What the address says goes first: `sslmode`, `application_name`, and the timeouts under the
 * names that `pg` has for them.
 */
export function connectionConfig({ url, limits }: PostgresAddress): PostgresClientConfig {
  return {
    connectionString: url,
    application_name: 'cairn',
    connectionTimeoutMillis: 2_000,
    limit: limits.lookup,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser },
  };
}

// For the connections of this library alone: others in the process may want their bigints as text.
function getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
  return oid === Number(pg.types.builtins.INT8) ? Number : pg.types.getTypeParser(oid, format);
}
