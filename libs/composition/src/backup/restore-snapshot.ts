import type { DatabaseBackups, NeededBlob } from '@cairn/kernel';
import { type BlobStore, blobsIn, formatMarker } from '@cairn/images/spi';
import { type BackupFolder, blobsOf } from './backup-folder.js';
import { checkFiles } from './check-snapshot.js';
import { restoreKey } from './copied-key.js';
import { AT_ONCE } from './copy-blobs.js';
import { inParallel } from './in-parallel.js';
import type { Manifest } from './manifest.js';
import type { BackupProgress } from './progress.js';

/** Which snapshot is restored into which database. */
interface RestoreTarget {
  readonly database: DatabaseBackups;
  readonly kind: string;
  readonly folder: BackupFolder;
  /** The name of the snapshot. */
  readonly name: string;
}

interface RestoreOptions extends RestoreTarget {
  readonly blobs: BlobStore;
  /** In epoch milliseconds. */
  readonly now: () => number;
  /** What to do if the backup has lost the bytes of an image. The rest may be all that is left. */
  readonly damaged: 'refused' | 'left-out';
  readonly signal: AbortSignal;
  readonly report: (progress: BackupProgress) => void;
}

export interface RestoreReport {
  readonly name: string;
  readonly blobs: number;
  /** Images whose bytes were already missing or damaged when the backup was made. */
  readonly faults: Manifest['faults'];
  /** Images whose bytes the backup has lost since. They are left out. */
  readonly damaged: readonly DamagedImage[];
}

/** An image whose blob the backup lost. */
export type DamagedImage = Pick<NeededBlob, 'key' | 'owner' | 'imageId'>;

/** The backup cannot be restored here. If anything was changed, the next call continues from there. */
export class RestoreRefused extends Error {
  override readonly name = 'RestoreRefused';
}

/** The bytes of a blob in the backup are missing, or not as they were written. */
class BlobDamaged extends RestoreRefused {}

/**
 * The manifest of a snapshot that the database can take, as far as the manifest tells. Reads nothing else of the backup.
 * @throws {RestoreRefused} {NewerSchema} {NotEmpty} {ManifestUnusable}
 */
export async function restorableManifest({ database, kind, folder, name }: RestoreTarget): Promise<Manifest> {
  const manifest = await folder.manifest(name);
  const { database: copy } = manifest;
  if (copy.kind !== kind)
    throw new RestoreRefused(
      `The backup is of a ${copy.kind} database, and the settings name one of ${kind}.`,
    );
  await database.assertRestorable({ copy, name });
  return manifest;
}

/**
 * Restores a snapshot into empty stores: first the blobs, then the database, which makes it complete. If it is
 * interrupted, the next call continues.
 * @throws {RestoreRefused} {NewerSchema} {NotEmpty} {ManifestUnusable}
 */
export async function restoreSnapshot(options: RestoreOptions): Promise<RestoreReport> {
  const { database, blobs, folder, name, report } = options;
  const manifest = await restorableManifest(options);
  const snapshot = folder.snapshot(name);
  const [broken] = await checkFiles(snapshot, manifest);
  if (broken !== undefined)
    throw new RestoreRefused(`The backup is damaged: ${broken.subject} ${broken.problem}.`);
  await assertOnlyOurs(blobs, blobsOf(snapshot, manifest.blobs.count));
  const marker = formatMarker(manifest.database.installation);
  if ((await blobs.marker.claim(marker)) !== marker)
    throw new RestoreRefused('The blob store belongs to another installation. Use an empty one.');
  await restoreKey(blobs, { snapshot, files: manifest.files });
  const damaged = await restoreBlobs(options, manifest);
  report({ phase: 'database', done: 0 });
  const restoredAt = options.now();
  await database.restore({
    folder: snapshot,
    copy: manifest.database,
    name,
    removed: manifest.removed,
    ageMs: restoredAt - Date.parse(manifest.startedAt),
    restoredAt,
  });
  const restored = manifest.blobs.count - manifest.removed.length - damaged.length;
  return { name, blobs: restored, faults: manifest.faults, damaged };
}

/** A restore that was interrupted has left blobs of this snapshot only. Both lists are in the order of the keys. */
async function assertOnlyOurs(blobs: BlobStore, listed: ReturnType<typeof blobsOf>): Promise<void> {
  let next = await listed.next();
  for await (const { key } of blobsIn(blobs.area('originals'))) {
    while (next.done !== true && next.value.key < key) next = await listed.next();
    if (next.done === true || next.value.key !== key)
      throw new RestoreRefused(
        `The blob store is not empty: it has ${key}, which is not in the backup. Nothing was changed.`,
      );
  }
  await listed.return();
}

async function restoreBlobs(
  { blobs, folder, name, damaged, signal, report }: RestoreOptions,
  { blobs: { count }, removed, faults }: Manifest,
): Promise<readonly DamagedImage[]> {
  const lost: DamagedImage[] = [];
  const absent = new Set(removed.map(({ key }) => key));
  const faulty = new Map(faults.map((fault) => [fault.key, fault]));
  let done = 0;
  await inParallel(blobsOf(folder.snapshot(name), count), AT_ONCE, async (blob) => {
    signal.throwIfAborted();
    const fault = faulty.get(blob.key);
    const bytes = fault === undefined ? blob : fault.found;
    if (!absent.has(blob.key) && bytes !== undefined)
      await restoreBlob({ blobs, folder }, { ...blob, ...bytes }).catch((error: unknown) => {
        if (damaged === 'refused' || !(error instanceof BlobDamaged)) throw error;
        lost.push({ key: blob.key, owner: blob.owner, imageId: blob.imageId });
      });
    done += 1;
    report({ phase: 'blobs', done, total: count });
  });
  return lost;
}

async function restoreBlob(
  { blobs, folder }: Pick<RestoreOptions, 'blobs' | 'folder'>,
  { key, sha256, sizeInBytes, contentType }: NeededBlob,
): Promise<void> {
  // A blob is committed whole or not at all, so a blob that exists comes from an interrupted restore.
  if ((await blobs.area('originals').find(key)) !== undefined) return;
  if (!(await folder.copies.has({ sha256, sizeInBytes })))
    throw new BlobDamaged(`The backup is damaged: the blob ${key} is missing, or has another length.`);
  const staged = await blobs.stage(folder.copies.read(sha256), sizeInBytes).catch((cause: unknown) => {
    throw new RestoreRefused(`The blob ${key} cannot be restored from the backup.`, { cause });
  });
  try {
    if (staged.sha256 !== sha256)
      throw new BlobDamaged(`The backup is damaged: the blob ${key} has other bytes than were written.`);
    await staged.commit({ area: 'originals', key, contentType });
  } finally {
    await staged.discard();
  }
}
