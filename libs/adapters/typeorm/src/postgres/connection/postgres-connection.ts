import pg from 'pg';
import type { PostgresAddress } from './postgres-address.js';
import type { PostgresClientConfig } from './postgres-client.js';

/**
 * Connection settings. Values from the address take precedence: `sslmode`, `application_name`, and the timeouts under
 * `pg`'s names.
 */
export function connectionConfig({ config, limits, schema }: PostgresAddress): PostgresClientConfig {
  return {
    application_name: 'cairn',
    connectionTimeoutMillis: 2_000,
    limit: limits.lookup,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...config,
    schema,
    types: { getTypeParser },
  };
}

/** For this library's statements only: other users of `pg` may want bigints as strings. */
export function getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
  return oid === Number(pg.types.builtins.INT8) ? Number : pg.types.getTypeParser(oid, format);
}
