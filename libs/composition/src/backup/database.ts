import type { DatabaseBackups } from '@cairn/kernel';
import type { DatabaseSettings } from '../settings/application-settings.js';

/** The settings name a database of which no backup can be made. */
export class NoBackup extends Error {
  override readonly name = 'NoBackup';
}

/** Backups of the database of the settings. @throws {NoBackup} */
export async function databaseBackups(settings: DatabaseSettings): Promise<DatabaseBackups> {
  switch (settings.kind) {
    case 'sqlite': {
      const { sqliteBackups } = await import('@cairn/adapter-typeorm');
      return await sqliteBackups(settings.file);
    }
    case 'postgres': {
      const { postgresBackups } = await import('@cairn/adapter-typeorm');
      return await postgresBackups(settings);
    }
    case 'memory':
    case 'custom':
      throw new NoBackup('Only databases of SQLite and PostgreSQL can be backed up.');
  }
}
