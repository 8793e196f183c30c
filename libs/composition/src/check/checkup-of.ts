import type { DatabaseCheckup } from '@cairn/adapter-typeorm';
import type { CheckupMode } from '@cairn/kernel';
import { NoBackup } from '../backup/database.js';
import type { DatabaseSettings } from '../settings/application-settings.js';

export async function checkupOf(settings: DatabaseSettings, mode: CheckupMode): Promise<DatabaseCheckup> {
  switch (settings.kind) {
    case 'sqlite': {
      const { checkSqlite } = await import('@cairn/adapter-typeorm');
      return await checkSqlite(settings.file, mode);
    }
    case 'postgres': {
      const { checkPostgres } = await import('@cairn/adapter-typeorm');
      return await checkPostgres(settings);
    }
    case 'memory':
    case 'custom':
      throw new NoBackup('Only databases of SQLite and PostgreSQL can be checked.');
  }
}
