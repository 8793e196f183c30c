import type { DataSource } from 'typeorm';
import { Leadership } from './leadership.js';
import { migratePostgres } from './migrations/migrate-postgres.js';
import { orUnavailable } from './connection/or-unavailable.js';
import { parsePostgresAddress, type PostgresAddress } from './connection/postgres-address.js';
import { ConnectionPool } from './connection/connection-pool.js';
import { PostgresClient } from './connection/postgres-client.js';
import { connectionConfig } from './connection/postgres-connection.js';
import { PostgresDatabase } from './postgres-database.js';
import { migratingSource, servingSource } from './connection/postgres-source.js';
import { storageError } from './connection/storage-error.js';

/**
 * Opens the database at `postgres://user:password@host:port/name`, and brings its tables up to date. The address takes
 * what `pg` takes, as `sslmode`, and `max`, how many connections this process may have for reads and writes: 10 unless
 * given, and one more while it leads. A pooler on the way must leave each of them its session.
 * @throws {StorageUnavailable} {NewerSchema} {UnsuitableServer}
 * @throws {Error} when `url` is no address of a database. No message has the password in it.
 */
export async function openPostgres({ url }: { readonly url: string }): Promise<PostgresDatabase> {
  const address = parsePostgresAddress(url);
  await prepareSchema(await connect(migratingSource(address), address), address);
  const source = await connect(servingSource(address), address);
  const leadership = new Leadership(() => new PostgresClient(connectionConfig(address)));
  return new PostgresDatabase(new ConnectionPool(source, address.limits), leadership);
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
