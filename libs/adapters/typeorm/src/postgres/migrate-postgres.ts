import type { DataSource } from 'typeorm';
import { migrate } from '../schema/migrate.js';
import { advisoryLocks } from './advisory-locks.js';
import { checkServer } from './connection/check-server.js';

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
