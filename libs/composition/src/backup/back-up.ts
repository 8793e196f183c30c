import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseBackups, NeededBlob } from '@cairn/kernel';
import type { BlobStore } from '@cairn/images/spi';
import { type BackupFolder, blobsOf } from './backup-folder.js';
import { copyKey } from './copied-key.js';
import { AT_ONCE, CopyBlobs } from './copy-blobs.js';
import { digestOf } from './files.js';
import { inParallel } from './in-parallel.js';
import { type BlobFault, type BlobOfImage, FORMAT, type Manifest, writeManifest } from './manifest.js';
import type { BackupProgress } from './progress.js';

interface BackupOptions {
  readonly database: DatabaseBackups;
  readonly blobs: BlobStore;
  readonly folder: BackupFolder;
  /** The version of the program. */
  readonly version: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly report: (progress: BackupProgress) => void;
}

/** What a backup has done. */
export interface BackupReport {
  /** The new snapshot. */
  readonly name: string;
  readonly durationMs: number;
  /** The size of the copy of the database. */
  readonly databaseInBytes: number;
  /** Blobs of the snapshot. */
  readonly blobs: number;
  /** The number of these blobs whose bytes were in no snapshot before. */
  readonly copied: number;
  readonly copiedInBytes: number;
  /** Images that were deleted meanwhile, and are not in the snapshot. */
  readonly removed: number;
  readonly faults: readonly BlobFault[];
}

/**
 * Makes a snapshot while others use the stores: first the database as it is at one moment, then the blobs that it
 * needs. The manifest is written last. If the backup is interrupted, it leaves no snapshot, but the next one does not
 * copy the same blobs again.
 */
export async function makeSnapshot(options: BackupOptions): Promise<BackupReport> {
  const { database, folder, now, report, signal } = options;
  const startedAt = now();
  const name = new Date(startedAt).toISOString().replaceAll(':', '-');
  await folder.clean();
  const partial = join(folder.partial, name);
  await mkdir(partial, { mode: 0o700 });
  report({ phase: 'database', done: 0 });
  const { files: paths, ...copy } = await database.copy({ folder: partial, signal });
  const files: Manifest['files'][number][] = [];
  for (const path of paths) files.push({ path, ...(await digestOf(join(partial, path))) });
  const key = await copyKey(options.blobs, partial);
  const copied = await copyAll(options, partial, copy.images.images);
  signal.throwIfAborted();
  const endedAt = now();
  await writeManifest(partial, {
    format: FORMAT,
    name,
    version: options.version,
    startedAt: new Date(startedAt).toISOString(),
    endedAt: new Date(endedAt).toISOString(),
    database: copy,
    files: [...files, ...key],
    blobs: copied.total,
    removed: copied.removed,
    faults: copied.faults,
  });
  await folder.add(partial, name);
  return {
    name,
    durationMs: endedAt - startedAt,
    databaseInBytes: files.reduce((sum, { sizeInBytes }) => sum + sizeInBytes, 0),
    blobs: copied.total.count,
    copied: copied.copied,
    copiedInBytes: copied.copiedInBytes,
    removed: copied.removed.length,
    faults: copied.faults,
  };
}

interface CopiedBlobs {
  readonly total: Manifest['blobs'];
  readonly copied: number;
  readonly copiedInBytes: number;
  readonly removed: readonly BlobOfImage[];
  readonly faults: readonly BlobFault[];
}

async function copyAll(
  { database, blobs, folder, signal, report }: BackupOptions,
  snapshot: string,
  total: number,
): Promise<CopiedBlobs> {
  const copyBlobs = new CopyBlobs({ database, blobs, copies: folder.copies });
  const done = { count: 0, sizeInBytes: 0, copied: 0, copiedInBytes: 0 };
  const removed: BlobOfImage[] = [];
  const faulty: { readonly blob: NeededBlob; readonly fault: BlobFault }[] = [];
  await inParallel(blobsOf(snapshot), AT_ONCE, async (blob) => {
    signal.throwIfAborted();
    const copied = await copyBlobs.execute(blob);
    done.count += 1;
    done.sizeInBytes += blob.sizeInBytes;
    report({ phase: 'blobs', done: done.count, total });
    if (copied.outcome === 'removed') removed.push(copied.image);
    if (copied.outcome === 'fault') faulty.push({ blob, fault: copied.fault });
    if (copied.outcome !== 'copied') return;
    done.copied += 1;
    done.copiedInBytes += blob.sizeInBytes;
  });
  const faults: BlobFault[] = [];
  // The same bytes may since have been copied from the blob of another image.
  for (const { blob, fault } of faulty) if (!(await folder.copies.has(blob))) faults.push(fault);
  const { count, sizeInBytes, copied, copiedInBytes } = done;
  return { total: { count, sizeInBytes }, copied, copiedInBytes, removed, faults };
}
