import { openPostgresAsIs } from '../postgres/open-postgres.js';
import { parsePostgresAddress } from '../postgres/connection/postgres-address.js';
import { checkupOf, type CheckedDatabase, type DatabaseCheckup } from './database-checkup.js';
import { extentCheck } from './box-checks.js';
import { assertSchema } from './other-schema.js';

export async function openPostgresCheckup(url: string): Promise<DatabaseCheckup> {
  const { name } = parsePostgresAddress(url);
  const database = await openPostgresAsIs({ url });
  const snapshot: CheckedDatabase['snapshot'] = (read) =>
    database.snapshot(
      async function* (connection) {
        await assertSchema(connection, name);
        yield* read(connection);
      },
      { budget: 'migration' },
    );
  return checkupOf({ database, snapshot, close: () => database.close() }, [extentCheck]);
}
