import { appliedMigrations, MIGRATION_TABLE, migrationNames } from '../schema/migrations.js';
import type { SqliteConnection } from './connection/sqlite-connection.js';

/**
 * Migrates the file in one transaction. Loads TypeORM only if there is something to migrate: loading it takes longer
 * than everything else at start.
 * @throws {NewerSchema} {OlderSchema}
 */
export async function migrateSqlite(connection: SqliteConnection, file: string): Promise<void> {
  if (await isUpToDate(connection)) return;
  const { sqliteSource } = await import('./connection/sqlite-source.js');
  const { migrate } = await import('../schema/migrate.js');
  const source = await sqliteSource(file).initialize();
  try {
    const runner = source.createQueryRunner();
    await runner.query('BEGIN IMMEDIATE');
    await migrate(runner, 'sqlite', file);
    await runner.query('COMMIT');
  } finally {
    await source.destroy(); // rolls back
  }
}

async function isUpToDate({ statements }: SqliteConnection): Promise<boolean> {
  const tables = await statements.query<readonly unknown[]>(
    `SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?`,
    [MIGRATION_TABLE],
  );
  if (tables.length === 0) return false;
  const applied = await appliedMigrations((text) => statements.query(text));
  return applied.join() === migrationNames.join();
}
