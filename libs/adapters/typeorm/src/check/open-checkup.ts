import type { CheckupMode } from '@cairn/kernel';
import type { DatabaseCheckup } from './database-checkup.js';

/** @throws {DatabaseInUse} for a repair while a server has the file open. {OtherSchema} */
export async function checkSqlite(file: string, mode: CheckupMode): Promise<DatabaseCheckup> {
  const { openSqliteCheckup } = await import('./sqlite-checkup.js');
  return await openSqliteCheckup(file, mode);
}

/** @throws {StorageUnavailable} {OtherSchema} */
export async function checkPostgres(url: string): Promise<DatabaseCheckup> {
  const { openPostgresCheckup } = await import('./postgres-checkup.js');
  return await openPostgresCheckup(url);
}
