import { resolve } from 'node:path';
import type { ApplicationSettings } from '@cairn/composition';

const HOUR_MS = 60 * 60 * 1000;

/** The variables of scheduled backups. */
interface BackupValues {
  readonly CAIRN_BACKUP_DIR: string | undefined;
  /** In hours. */
  readonly CAIRN_BACKUP_EVERY: number | undefined;
  readonly CAIRN_BACKUP_KEEP_DAYS: number | undefined;
}

type Database = ApplicationSettings['database'];

/** The contradictions between settings of backups. */
export function backupFaults(values: BackupValues, { kind }: Database): readonly string[] {
  if (values.CAIRN_BACKUP_DIR !== undefined)
    return kind === 'memory'
      ? [
          'CAIRN_BACKUP_DIR needs a database that lasts, for example CAIRN_DATABASE_URL=sqlite:./data/cairn.db',
        ]
      : [];
  return (['CAIRN_BACKUP_EVERY', 'CAIRN_BACKUP_KEEP_DAYS'] as const)
    .filter((name) => values[name] !== undefined)
    .map((name) => `${name} needs CAIRN_BACKUP_DIR, for example CAIRN_BACKUP_DIR=./backups`);
}

export function backupSettings({
  CAIRN_BACKUP_DIR: folder,
  CAIRN_BACKUP_EVERY: hours = 24,
  CAIRN_BACKUP_KEEP_DAYS: keepDays,
}: BackupValues): ApplicationSettings['backup'] {
  return folder === undefined ? undefined : { folder: resolve(folder), everyMs: hours * HOUR_MS, keepDays };
}
