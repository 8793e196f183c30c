import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ApplicationSettings } from '@cairn/composition';

const OTHERS = 0o077;

/** A warning at startup if other users of the machine can list the folder of the database. */
export function exposedFolder({ database }: Pick<ApplicationSettings, 'database'>): string | undefined {
  if (database.kind !== 'sqlite' || process.platform === 'win32') return undefined;
  const folder = dirname(database.file);
  const isExposed = ((statSync(folder, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0;
  return isExposed
    ? `Other users of this machine can read the folder ${folder}, though not the files of the database: chmod 700 closes it.`
    : undefined;
}
