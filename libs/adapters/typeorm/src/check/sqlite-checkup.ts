import { SqliteConnection } from '../sqlite/connection/sqlite-connection.js';
import { openSqliteHere } from '../sqlite/open-sqlite.js';
import { SqliteDatabase } from '../sqlite/connection/sqlite-database.js';
import { type CheckupMode } from '@cairn/kernel';
import { checkupOf, type CheckedDatabase, type DatabaseCheckup } from './database-checkup.js';
import { assertMigrated } from '../schema/migrate.js';
import { boxCheck, fileCheck } from './sqlite-checks.js';

export async function openSqliteCheckup(file: string, mode: CheckupMode): Promise<DatabaseCheckup> {
  const database = mode === 'repair' ? await openSqliteHere({ file }) : await openReading(file);
  const snapshot: CheckedDatabase['snapshot'] = async function* (read) {
    const connection = SqliteConnection.reader(file);
    try {
      await connection.statements.query('BEGIN');
      await assertMigrated(connection.statements, file);
      yield* read(connection.statements);
    } finally {
      connection.close();
    }
  };
  return checkupOf({ database, snapshot, close: () => database.close() }, [fileCheck, boxCheck]);
}

async function openReading(file: string): Promise<SqliteDatabase> {
  const reader = await SqliteConnection.reader(file).withEntities();
  return new SqliteDatabase({ reader, openReader: () => SqliteConnection.snapshot(file) });
}
