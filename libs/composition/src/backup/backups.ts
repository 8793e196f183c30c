import type { DatabaseBackups, DatabaseFacts } from '@cairn/kernel';
import type { BlobStore } from '@cairn/images/spi';
import { openBlobStore } from '../adapters/stores.js';
import type { ApplicationSettings } from '../settings/application-settings.js';
import { type BackupReport, makeSnapshot } from './back-up.js';
import { BackupFolder } from './backup-folder.js';
import { checkSnapshot, type SnapshotCheck } from './check-snapshot.js';
import { databaseBackups } from './database.js';
import type { BackupProgress } from './progress.js';
import { type PruneReport, pruneSnapshots } from './prune-snapshots.js';
import { restorableManifest, type RestoreReport, restoreSnapshot } from './restore-snapshot.js';
import type { Manifest } from './manifest.js';

/** The stores that are backed up or restored. */
export type BackedUpStores = Pick<ApplicationSettings, 'database' | 'blobs'>;

/** How work on a folder of backups is done. */
export interface BackupRun {
  /** The folder of the backups. */
  readonly folder: string;
  readonly signal?: AbortSignal | undefined;
  readonly report?: ((progress: BackupProgress) => void) | undefined;
}

const never = new AbortController().signal;
const nobody = (): void => undefined;

/**
 * Makes a snapshot of the stores, which may be in use, in a folder of backups.
 * @throws {NoBackup} {BackupInUse} {StorageUnavailable}
 */
export async function backUp(
  stores: BackedUpStores,
  { folder, version, signal = never, report = nobody }: BackupRun & { readonly version: string },
): Promise<BackupReport> {
  return await within(BackupFolder.open(folder), async (opened) =>
    withStores(stores, async ({ database, blobs }) =>
      makeSnapshot({ database, blobs, folder: opened, version, now: Date.now, signal, report }),
    ),
  );
}

/** Which snapshot is meant; the latest one by default. */
export interface ChosenSnapshot {
  readonly snapshot?: string | undefined;
}

/** What a restore does about a damaged backup; `refused` by default. */
export interface RestoreChoice extends ChosenSnapshot {
  readonly damaged?: 'refused' | 'left-out' | undefined;
}

/** Reads all of a snapshot, and reports what is not as it was written. @throws {SnapshotNotFound} {BackupInUse} */
export async function checkBackup({
  folder,
  snapshot,
  signal = never,
  report = nobody,
}: BackupRun & ChosenSnapshot): Promise<SnapshotCheck> {
  return await within(BackupFolder.openExisting(folder), async (opened) =>
    checkSnapshot({ folder: opened, name: await opened.choose(snapshot), signal, report }),
  );
}

/**
 * Restores a snapshot into empty stores, and goes on with a restore that was interrupted.
 * @throws {RestoreRefused} {NewerSchema} {NotEmpty} {SnapshotNotFound} {BackupInUse}
 */
export async function restoreBackup(
  stores: BackedUpStores,
  { folder, snapshot, damaged = 'refused', signal = never, report = nobody }: BackupRun & RestoreChoice,
): Promise<RestoreReport> {
  return await within(BackupFolder.openExisting(folder), async (opened) =>
    withStores(stores, async ({ database, blobs }) => {
      const name = await opened.choose(snapshot);
      const { kind } = stores.database;
      const restore = { database, kind, blobs, folder: opened, name, damaged, now: Date.now, signal, report };
      return restoreSnapshot(restore);
    }),
  );
}

/**
 * Refuses a snapshot that cannot be restored into the database of the settings, before all of the backup is read.
 * @throws {RestoreRefused} {NewerSchema} {NotEmpty} {ManifestUnusable} {SnapshotNotFound} {BackupInUse}
 */
export async function assertRestorable(
  { database: settings }: Pick<BackedUpStores, 'database'>,
  { folder, snapshot }: BackupRun & ChosenSnapshot,
): Promise<void> {
  await within(BackupFolder.openExisting(folder), async (opened) => {
    const database = await databaseBackups(settings);
    try {
      const name = await opened.choose(snapshot);
      await restorableManifest({ database, kind: settings.kind, folder: opened, name });
    } finally {
      await database.close();
    }
  });
}

/** Reports how a restored database differs from the snapshot, before a server changes it. */
export async function compareBackup(
  { database: settings }: Pick<BackedUpStores, 'database'>,
  { folder, snapshot }: BackupRun & ChosenSnapshot,
): Promise<readonly string[]> {
  return await within(BackupFolder.openExisting(folder), async (opened) => {
    const database = await databaseBackups(settings);
    try {
      return compareRestored(await database.facts(), await opened.manifest(await opened.choose(snapshot)));
    } finally {
      await database.close();
    }
  });
}

/** Removes older snapshots, and the blobs that only they need. The latest snapshot stays. */
export async function pruneBackups(folder: string, keepDays: number): Promise<PruneReport> {
  return await within(BackupFolder.openExisting(folder), (opened) =>
    pruneSnapshots(opened, { keepDays, now: Date.now() }),
  );
}

interface OpenStores {
  readonly database: DatabaseBackups;
  readonly blobs: BlobStore;
}

async function withStores<T>(
  { database: settings, blobs: blobSettings }: BackedUpStores,
  work: (stores: OpenStores) => Promise<T>,
): Promise<T> {
  const database = await databaseBackups(settings);
  try {
    const opened = await openBlobStore(blobSettings);
    try {
      return await work({ database, blobs: opened.store });
    } finally {
      await opened.close();
    }
  } finally {
    await database.close();
  }
}

async function within<T>(
  opening: Promise<BackupFolder>,
  work: (folder: BackupFolder) => Promise<T>,
): Promise<T> {
  const folder = await opening;
  try {
    return await work(folder);
  } finally {
    await folder.close();
  }
}

/**
 * What is in a restored database other than in the snapshot: rows by table, and the sums of the quotas. Images that were
 * deleted while the snapshot was made are gone, with their rows in other tables, so then only images are compared.
 */
function compareRestored(restored: DatabaseFacts, { database, removed }: Manifest): readonly string[] {
  const problems: string[] = [];
  const compare = (what: string, is: number | undefined, was: number): void => {
    if (is !== was) problems.push(`${what}: ${is ?? 0} instead of ${was}`);
  };
  if (restored.installation !== database.installation)
    problems.push(`the installation is ${restored.installation} instead of ${database.installation}`);
  const removedImages = removed.filter(({ place }) => place === 'catalog').length;
  compare('images', restored.images.images, database.images.images - removedImages);
  compare('images counted by quotas', restored.images.counted, database.images.counted - removedImages);
  if (removed.length > 0) return problems;
  compare('bytes counted by quotas', restored.images.countedBytes, database.images.countedBytes);
  compare('bytes of images', restored.images.sizeInBytes, database.images.sizeInBytes);
  for (const [table, rows] of Object.entries(database.tables))
    compare(`rows of ${table}`, restored.tables[table], rows);
  return problems;
}
