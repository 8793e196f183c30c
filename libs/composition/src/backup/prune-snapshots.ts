import { type BackupFolder, blobsOf } from './backup-folder.js';
import { ManifestUnusable } from './manifest.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

export interface PruneReport {
  readonly snapshots: number;
  readonly blobs: number;
}

/**
 * Removes snapshots from before `now - keepDays`, but never the latest one, and then the blobs that no snapshot needs.
 * The folder is locked, so no backup is made meanwhile. If the list of a snapshot cannot be read, no blobs are removed.
 */
export async function pruneSnapshots(
  folder: BackupFolder,
  { keepDays, now }: { readonly keepDays: number; readonly now: number },
): Promise<PruneReport> {
  const names = await folder.names();
  const oldest = new Date(now - keepDays * DAY_MS).toISOString().replaceAll(':', '-');
  const old = names.slice(0, -1).filter((name) => name < oldest);
  for (const name of old) await folder.remove(name);
  if (old.length === 0) return { snapshots: 0, blobs: 0 };
  const needed = new Set<string>();
  for (const name of await folder.names()) {
    const { faults, blobs } = await folder.manifest(name);
    let listed = 0;
    for await (const { sha256 } of blobsOf(folder.snapshot(name))) {
      needed.add(sha256);
      listed += 1;
    }
    if (listed !== blobs.count)
      throw new ManifestUnusable(`${name}/blobs.jsonl lists ${listed} blobs instead of ${blobs.count}`);
    for (const { found } of faults) if (found !== undefined) needed.add(found.sha256);
  }
  const blobs = await folder.copies.removeExcept((sha256) => needed.has(sha256));
  return { snapshots: old.length, blobs };
}
