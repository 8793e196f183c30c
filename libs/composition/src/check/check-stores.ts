import type { CheckupMode } from '@cairn/kernel';
import type { DatabaseCheckup } from '@cairn/adapter-typeorm';
import { openBlobStore } from '../adapters/stores.js';
import type { BackupProgress } from '../backup/progress.js';
import type { ApplicationSettings } from '../settings/application-settings.js';
import { checkBlobs, type BlobCheckup } from './check-blobs.js';
import { checkupOf } from './checkup-of.js';
import type { StoreFinding } from './store-finding.js';

/** How stores are checked. */
export interface StoreCheckOptions {
  /** `read` changes nothing, and is possible beside a server. */
  readonly mode: CheckupMode;
  /** `read` reads every byte of every blob. */
  readonly bytes: 'read' | 'count';
  /**
   * The age from which a blob without an image is reported; an hour by default, because the record of an image is
   * stored last.
   */
  readonly graceMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly report?: ((progress: BackupProgress) => void) | undefined;
}

export interface StoreCheck {
  readonly findings: readonly StoreFinding[];
  /** Blobs that images need. */
  readonly blobs: number;
}

/**
 * Checks the database and the blobs against each other and against themselves. A repair checks every finding again at
 * the moment of the repair, and removes no record: an image without its bytes is only reported.
 * @throws {DatabaseInUse} for a repair while a server has the SQLite file open. {NotMigrated} {NewerSchema} {NoBackup}
 */
export async function checkStores(
  stores: Pick<ApplicationSettings, 'database' | 'blobs'>,
  options: StoreCheckOptions,
): Promise<StoreCheck> {
  const { mode, signal, report } = options;
  const database = await checkupOf(stores.database, mode);
  try {
    const blobs = await openBlobStore(stores.blobs);
    try {
      const findings: StoreFinding[] = [];
      report?.({ phase: 'database', done: 0 });
      for await (const finding of database.find()) {
        signal?.throwIfAborted();
        findings.push({ ...finding, outcome: 'found' });
        report?.({ phase: 'database', done: findings.length });
      }
      const repaired = mode === 'read' ? findings : await repairAll(database, findings);
      const found: BlobCheckup = await checkBlobs({ ...options, database, blobs: blobs.store });
      return { findings: [...repaired, ...found.findings], blobs: found.blobs };
    } finally {
      await blobs.close();
    }
  } finally {
    await database.close();
  }
}

async function repairAll(
  database: DatabaseCheckup,
  findings: readonly StoreFinding[],
): Promise<readonly StoreFinding[]> {
  const ended: StoreFinding[] = [];
  for (const finding of findings)
    ended.push({ ...finding, outcome: (await database.repair(finding)) ? 'repaired' : 'left' });
  return ended;
}
