import type { DatabaseBackups } from '@cairn/kernel';
import type { PostgresOptions } from '../postgres-options.js';

/** Backups of the database in a SQLite file, which may be in use. */
export async function sqliteBackups(file: string): Promise<DatabaseBackups> {
  const { SqliteBackups } = await import('./sqlite-backups.js');
  return new SqliteBackups(file);
}

/** Backups of a PostgreSQL database. @throws {Error} when the options are not those of a database. */
export async function postgresBackups(options: PostgresOptions): Promise<DatabaseBackups> {
  const { PostgresBackups } = await import('./postgres-backups.js');
  return new PostgresBackups(options);
}
