import type { DatabaseBackups } from '@cairn/kernel';

/** Backups of the database in a SQLite file, which may be in use. */
export async function sqliteBackups(file: string): Promise<DatabaseBackups> {
  const { SqliteBackups } = await import('./sqlite-backups.js');
  return new SqliteBackups(file);
}

/** Backups of a PostgreSQL database. @throws {Error} when `url` is not a database address. */
export async function postgresBackups(url: string): Promise<DatabaseBackups> {
  const { PostgresBackups } = await import('./postgres-backups.js');
  return new PostgresBackups(url);
}
