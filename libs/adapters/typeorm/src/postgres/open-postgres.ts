import type { Clock, StatementWatch } from '@cairn/kernel';
import type { DataSource } from 'typeorm';
import { Leadership } from './leadership.js';
import type { PostgresOptions } from '../postgres-options.js';
import { postgresAddress, type PostgresAddress } from './connection/postgres-address.js';
import { ConnectionPool } from './connection-pool.js';
import { PostgresClient } from './connection/postgres-client.js';
import { connectionConfig } from './connection/postgres-connection.js';
import { PostgresDatabase } from './postgres-database.js';
import { migratingSource, servingSource } from './connection/postgres-source.js';
import { orUnavailable, storageError } from './connection/storage-error.js';
import { assertMigrated, migrate } from '../schema/migrate.js';
import { advisoryLocks } from './advisory-locks.js';
import { checkServer } from './connection/check-server.js';
import type { Statements } from '../sql/statements.js';
import { UnsuitableServer } from '../unusable-database.js';

/**
 * Opens the database, by default migrating it. A pooler in between must use session pooling.
 * @throws {StorageUnavailable} {NewerSchema} {OlderSchema} {NotMigrated} {UnsuitableServer}
 * @throws {Error} when the options are not those of a database. No message contains the password.
 */
export async function openPostgres(
  options: PostgresOptions,
  clock: Pick<Clock, 'now'> = Date,
  watch: StatementWatch = {},
): Promise<PostgresDatabase> {
  const address = postgresAddress(options);
  const { migrate = 'run' } = options;
  if (migrate === 'run') {
    await createSchema(address);
    await prepareSchema(await connect(migratingSource(address), address), address);
  }
  const database = await openAsIs(address, clock, watch);
  if (migrate === 'check')
    try {
      await database.read(async (statements) => {
        await assertPermitted(statements, address);
        await assertMigrated(statements, address.name);
      });
    } catch (error) {
      await database.close();
      throw error;
    }
  return database;
}

async function openAsIs(
  address: PostgresAddress,
  clock: Pick<Clock, 'now'>,
  watch: StatementWatch,
): Promise<PostgresDatabase> {
  const { currentWork } = watch;
  const source = await connect(servingSource(address, watch), address);
  const origin = { now: () => clock.now(), traceparent: () => currentWork?.().traceparent };
  const leadership = new Leadership(() => new PostgresClient(connectionConfig(address)), address.schema);
  return new PostgresDatabase(new ConnectionPool(source, address, origin), leadership);
}

/** Of a schema that the user may not use PostgreSQL says only that its tables are not there. @throws {UnsuitableServer} */
async function assertPermitted(statements: Statements, { schema, name }: PostgresAddress): Promise<void> {
  const [found] = await statements.sql<readonly { readonly user: string }[]>`
    SELECT current_user AS "user" FROM pg_namespace
    WHERE nspname = ${schema ?? ''} AND NOT has_schema_privilege(oid, 'USAGE')`;
  if (found !== undefined)
    throw new UnsuitableServer(
      `The user ${found.user} may not use the schema ${schema} of the database ${name}. Let its owner run: ` +
        `GRANT USAGE ON SCHEMA ${schema} TO ${found.user}`,
    );
}

/** Whoever may not create schemas may use one that is there. */
async function createSchema(address: PostgresAddress): Promise<void> {
  const { schema, name } = address;
  if (schema === undefined) return;
  const client = new PostgresClient({ ...connectionConfig(address), limit: address.limits.migration });
  client.on('error', () => undefined); // the running statement then rejects
  await orUnavailable(client.connect(), `The database ${name} cannot be opened`);
  try {
    const { rowCount } = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [schema]);
    if (rowCount !== 0) return;
    await client.begin(address.limits.migration);
    await client.query('SELECT pg_advisory_xact_lock($1, $2)', [...advisoryLocks.migration]);
    await client.query(['CREATE SCHEMA IF NOT EXISTS', client.escapeIdentifier(schema)].join(' '));
    await client.commit();
  } catch (error) {
    throw storageError(error);
  } finally {
    await client.end();
  }
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
