import { join } from 'node:path';
import { type BackupFolder, blobsOf } from './backup-folder.js';
import { AT_ONCE } from './copy-blobs.js';
import { digestOf } from './files.js';
import { inParallel } from './in-parallel.js';
import { type Manifest, type ManifestFile, ManifestUnusable } from './manifest.js';
import type { BackupProgress } from './progress.js';

/** Something in a backup that is not as it was written, or was missing when it was made. */
export interface SnapshotProblem {
  readonly kind: 'manifest' | 'file' | 'blob';
  /** The path of a file, or the key of a blob. */
  readonly subject: string;
  readonly problem: string;
}

export interface SnapshotCheck {
  readonly name: string;
  readonly blobs: number;
  readonly sizeInBytes: number;
  readonly problems: readonly SnapshotProblem[];
  /**
   * How many blobs were missing or damaged in the store when the backup was made. For these, the backup is as it was
   * written.
   */
  readonly faults: number;
}

interface CheckOptions {
  readonly folder: BackupFolder;
  readonly name: string;
  readonly signal: AbortSignal;
  readonly report: (progress: BackupProgress) => void;
}

/** Reads every byte of a snapshot and compares it with what was written: manifest, files, list of blobs and blobs. */
export async function checkSnapshot(options: CheckOptions): Promise<SnapshotCheck> {
  const { folder, name, signal, report } = options;
  const done = { blobs: 0, sizeInBytes: 0, faults: 0 };
  const manifest = await folder.manifest(name).catch(asProblem);
  if ('problem' in manifest) return { name, ...done, problems: [manifest] };
  const problems = [...(await checkFiles(folder.snapshot(name), manifest))];
  if (problems.length > 0) return { name, ...done, problems };
  const absent = new Set(manifest.removed.map(({ key }) => key));
  const faults = new Map(manifest.faults.map((fault) => [fault.key, fault]));
  for (const { key, problem } of manifest.faults)
    problems.push({ kind: 'blob', subject: key, problem: `was ${problem} when the backup was made` });
  done.faults = manifest.faults.length;
  await inParallel(blobsOf(folder.snapshot(name)), AT_ONCE, async (blob) => {
    signal.throwIfAborted();
    done.blobs += 1;
    done.sizeInBytes += blob.sizeInBytes;
    report({ phase: 'checking', done: done.blobs, total: manifest.blobs.count });
    const fault = faults.get(blob.key);
    const wanted = fault === undefined ? blob : fault.found;
    if (absent.has(blob.key) || wanted === undefined) return;
    const stored = await folder.copies.digest(wanted.sha256);
    const problem = compared(wanted, stored);
    if (problem === undefined) return;
    const place = folder.copies.nameOf(wanted.sha256);
    problems.push({ kind: 'blob', subject: blob.key, problem: `${problem}: blobs/${place}` });
  });
  if (done.blobs !== manifest.blobs.count || done.sizeInBytes !== manifest.blobs.sizeInBytes)
    problems.push({
      kind: 'file',
      subject: `${name}/blobs.jsonl`,
      problem: 'lists other blobs than the manifest',
    });
  return { name, ...done, problems };
}

/** What is wrong with the files of a snapshot. */
export async function checkFiles(
  snapshot: string,
  { name, files }: Pick<Manifest, 'name' | 'files'>,
): Promise<readonly SnapshotProblem[]> {
  const problems: SnapshotProblem[] = [];
  for (const file of files) {
    const stored = await digestOf(join(snapshot, file.path)).catch(() => undefined);
    const problem = compared(file, stored);
    if (problem !== undefined) problems.push({ kind: 'file', subject: `${name}/${file.path}`, problem });
  }
  return problems;
}

type Facts = Omit<ManifestFile, 'path'>;

function compared(wanted: Facts, stored: Facts | undefined): string | undefined {
  if (stored === undefined) return 'is missing';
  if (stored.sizeInBytes !== wanted.sizeInBytes)
    return `has ${stored.sizeInBytes} bytes instead of ${wanted.sizeInBytes}`;
  return stored.sha256 === wanted.sha256 ? undefined : 'has other bytes than were written';
}

function asProblem(error: unknown): SnapshotProblem {
  if (!(error instanceof ManifestUnusable)) throw error;
  return { kind: 'manifest', subject: 'manifest.json', problem: error.message };
}
