import type { DataSource } from 'typeorm';
import { Leadership } from './leadership.js';
import { parsePostgresAddress, type PostgresAddress } from './connection/postgres-address.js';
import { ConnectionPool } from './connection-pool.js';
import { PostgresClient } from './connection/postgres-client.js';
import { connectionConfig } from './connection/postgres-connection.js';
import { PostgresDatabase } from './postgres-database.js';
import { migratingSource, servingSource } from './connection/postgres-source.js';
import { orUnavailable, storageError } from './connection/storage-error.js';
import { migrate } from '../schema/migrate.js';
import { advisoryLocks } from './advisory-locks.js';
import { checkServer } from './connection/check-server.js';

/**
 * Opens the database at `postgres://user:password@host:port/name` and migrates it. The address takes `pg`'s parameters,
 * such as `sslmode`, and `max`: the connections of this process for reads and writes, by default 10, and one more while
 * it leads. A pooler in between must use session pooling.
 * @throws {StorageUnavailable} {NewerSchema} {OlderSchema} {UnsuitableServer}
 * @throws {Error} when `url` is not a database address. No message contains the password.
 */
export async function openPostgres({ url }: { readonly url: string }): Promise<PostgresDatabase> {
  const address = parsePostgresAddress(url);
  await prepareSchema(await connect(migratingSource(address), address), address);
  return await openAsIs(address);
}

/** The same without migrating it. */
export async function openPostgresAsIs({ url }: { readonly url: string }): Promise<PostgresDatabase> {
  return await openAsIs(parsePostgresAddress(url));
}

async function openAsIs(address: PostgresAddress): Promise<PostgresDatabase> {
  const source = await connect(servingSource(address), address);
  const leadership = new Leadership(() => new PostgresClient(connectionConfig(address)));
  return new PostgresDatabase(new ConnectionPool(source, address), leadership);
}

async function connect(source: DataSource, { name }: PostgresAddress): Promise<DataSource> {
  return await orUnavailable(source.initialize(), `The database ${name} cannot be opened`);
}

async function prepareSchema(source: DataSource, { name }: PostgresAddress): Promise<void> {
  try {
    await migratePostgres(source, name);
  } catch (error) {
    throw storageError(error);
  } finally {
    await source.destroy();
  }
}

/**
 * Brings the schema up to date in one transaction, even if many processes start at once. If it throws, the source must
 * be closed, which rolls back.
 * @throws {NewerSchema} {OlderSchema} {UnsuitableServer}
 */
export async function migratePostgres(source: DataSource, database: string): Promise<void> {
  const runner = source.createQueryRunner();
  await checkServer(runner.manager, database);
  await runner.startTransaction();
  await runner.query('SELECT pg_advisory_xact_lock($1, $2)', [...advisoryLocks.migration]);
  await migrate(runner, 'postgres', database);
  await runner.commitTransaction();
  await runner.release();
}
