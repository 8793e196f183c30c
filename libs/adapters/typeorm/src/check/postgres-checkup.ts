import { openPostgres } from '../postgres/open-postgres.js';
import { postgresAddress } from '../postgres/connection/postgres-address.js';
import type { PostgresOptions } from '../postgres-options.js';
import { checkupOf, type CheckedDatabase, type DatabaseCheckup } from './database-checkup.js';
import { extentCheck } from './box-checks.js';
import { assertMigrated } from '../schema/migrate.js';

export async function openPostgresCheckup(options: PostgresOptions): Promise<DatabaseCheckup> {
  const { name } = postgresAddress(options);
  const database = await openPostgres({ ...options, migrate: 'never' });
  const snapshot: CheckedDatabase['snapshot'] = (read) =>
    database.snapshot(
      async function* (connection) {
        await assertMigrated(connection, name);
        yield* read(connection);
      },
      { budget: 'migration' },
    );
  return checkupOf({ database, snapshot, close: () => database.close() }, [extentCheck]);
}
