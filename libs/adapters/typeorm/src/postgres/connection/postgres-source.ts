import type { StatementWatch } from '@cairn/kernel';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { entities } from '../../schema/entities.js';
import { MIGRATION_TABLE, migrationsFor } from '../../schema/migrations.js';
import type { PostgresAddress } from './postgres-address.js';
import { connectionConfig } from './postgres-connection.js';
import { PostgresClient, type PostgresClientConfig } from './postgres-client.js';

/** A pool of connections for reads and writes. */
export function servingSource(address: PostgresAddress, watch?: StatementWatch): DataSource {
  return source(address, { max: address.maxConnections, idleTimeoutMillis: 30_000, watch });
}

/**
 * One connection without time limits: it may wait for another process's migration. With `isWanted`, it has only some of
 * the migrations.
 */
export function migratingSource(address: PostgresAddress, isWanted?: (name: string) => boolean): DataSource {
  const pool = { max: 1, lock_timeout: 60_000, limit: address.limits.migration };
  return source(address, pool, isWanted);
}

function source(
  address: PostgresAddress,
  pool: pg.PoolConfig & Partial<PostgresClientConfig>,
  isWanted?: (name: string) => boolean,
): DataSource {
  return new DataSource({
    type: 'postgres',
    driver: pg,
    extra: {
      ...connectionConfig(address),
      ...pool,
      Client: PostgresClient,
      onConnect: (client: PostgresClient) => client.prepareSession(),
    },
    poolErrorHandler: () => undefined, // an idle connection was lost; the pool has removed it
    installExtensions: false,
    synchronize: false,
    logger: 'debug', // other levels print a failed migration to the console besides throwing it
    entities,
    migrations: migrationsFor('postgres', isWanted),
    migrationsTableName: MIGRATION_TABLE,
  });
}
