import type { CheckupMode } from '@cairn/kernel';
import type { PostgresOptions } from '../postgres-options.js';
import type { DatabaseCheckup } from './database-checkup.js';

/** @throws {DatabaseInUse} for a repair while a server has the file open. {NotMigrated} {NewerSchema} */
export async function checkSqlite(file: string, mode: CheckupMode): Promise<DatabaseCheckup> {
  const { openSqliteCheckup } = await import('./sqlite-checkup.js');
  return await openSqliteCheckup(file, mode);
}

/** @throws {StorageUnavailable} {NotMigrated} {NewerSchema} */
export async function checkPostgres(options: PostgresOptions): Promise<DatabaseCheckup> {
  const { openPostgresCheckup } = await import('./postgres-checkup.js');
  return await openPostgresCheckup(options);
}
