import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { createReadStream } from 'node:fs';
import { byteLines, type NeededBlob } from '@cairn/kernel';
import { BlobCopies } from './blob-copies.js';
import { syncFolder } from './files.js';
import { type Manifest, ManifestUnusable, readManifest } from './manifest.js';
import { isNeededBlob } from './manifest-faults.js';

const SNAPSHOTS = 'snapshots';
const BLOBS = 'blobs';
/** The folder for incomplete snapshots. The next backup empties it. */
const PARTIAL = 'partial';
const BLOB_LIST = 'blobs.jsonl';

const SNAPSHOT_NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;

/** Another process uses the folder of the backups. */
export class BackupInUse extends Error {
  override readonly name = 'BackupInUse';
}

/** There is no such snapshot, or none at all. */
export class SnapshotNotFound extends Error {
  override readonly name = 'SnapshotNotFound';
}

/**
 * A folder of backups: `snapshots/TIME` has the database and a list of blobs, `blobs` the bytes that all snapshots
 * share, by their hash.
 */
export class BackupFolder {
  readonly copies: BlobCopies;

  private constructor(
    readonly path: string,
    private readonly release: () => Promise<void>,
  ) {
    this.copies = new BlobCopies({ folder: join(path, BLOBS), partial: this.partial });
  }

  /** Makes the folder where there is none, and locks it against other processes. @throws {BackupInUse} */
  static async open(path: string): Promise<BackupFolder> {
    for (const name of ['', SNAPSHOTS, BLOBS])
      await mkdir(join(path, name), { recursive: true, mode: 0o700 });
    return await BackupFolder.openExisting(path);
  }

  /** A folder on a medium that takes no writes is used without a lock. @throws {BackupInUse} {SnapshotNotFound} */
  static async openExisting(path: string): Promise<BackupFolder> {
    const isThere = await stat(join(path, SNAPSHOTS)).catch(() => undefined);
    if (isThere === undefined) throw new SnapshotNotFound(`There is no backup in ${path}.`);
    const { FileLock, DatabaseInUse } = await import('@cairn/adapter-typeorm');
    try {
      const lock = await FileLock.take(join(path, 'backup'));
      return new BackupFolder(path, () => lock.release());
    } catch (error) {
      if (isReadOnly(error)) return new BackupFolder(path, async () => undefined);
      if (!(error instanceof DatabaseInUse)) throw error;
      const { pid = 0, host = hostname(), since = '' } = error.holder ?? {};
      throw new BackupInUse(
        `The backups in ${path} are in use by process ${pid} on ${host}, since ${since}.`,
        {
          cause: error,
        },
      );
    }
  }

  /** The folder in which the next snapshot is made. */
  get partial(): string {
    return join(this.path, PARTIAL);
  }

  /** Removes incomplete files that an interrupted backup has left. */
  async clean(): Promise<void> {
    await rm(this.partial, { recursive: true, force: true });
    await mkdir(this.partial, { mode: 0o700 });
  }

  /** The names of the snapshots, oldest first. */
  async names(): Promise<readonly string[]> {
    const names = await readdir(join(this.path, SNAPSHOTS));
    return names.filter((name) => SNAPSHOT_NAME.test(name)).toSorted();
  }

  /** The name, or that of the latest snapshot. @throws {SnapshotNotFound} */
  async choose(wanted?: string): Promise<string> {
    const names = await this.names();
    const name = wanted ?? names.at(-1);
    if (name === undefined) throw new SnapshotNotFound(`There is no backup in ${this.path}.`);
    if (!names.includes(name)) throw new SnapshotNotFound(`There is no snapshot ${name} in ${this.path}.`);
    return name;
  }

  snapshot(name: string): string {
    return join(this.path, SNAPSHOTS, name);
  }

  /** @throws {ManifestUnusable} */
  async manifest(name: string): Promise<Manifest> {
    return await readManifest(this.snapshot(name), name);
  }

  /** Makes a whole folder below `partial` a snapshot, durably. */
  async add(folder: string, name: string): Promise<void> {
    await syncFolder(folder);
    await this.copies.sync();
    await rename(folder, this.snapshot(name));
    await syncFolder(join(this.path, SNAPSHOTS));
    await syncFolder(this.path);
  }

  /** After this, the snapshot no longer exists, even if its files are not removed yet. */
  async remove(name: string): Promise<void> {
    await mkdir(this.partial, { recursive: true, mode: 0o700 });
    const doomed = join(this.partial, name);
    await rename(this.snapshot(name), doomed);
    await syncFolder(join(this.path, SNAPSHOTS));
    await rm(doomed, { recursive: true });
  }

  async close(): Promise<void> {
    await this.release();
  }
}

/** Maximum length of a line in the list of blobs: a key, and the ids of an account and an image. */
const MAX_LINE_BYTES = 16 * 1024;

/**
 * The blobs that a snapshot needs, by ascending key. Anyone who can write into the folder can also forge the hashes in
 * it, so each line is checked before it names a file. @throws {ManifestUnusable} also for more than `max`.
 */
export async function* blobsOf(snapshot: string, max = Infinity): AsyncGenerator<NeededBlob, void> {
  let number = 0;
  for await (const line of byteLines(createReadStream(join(snapshot, BLOB_LIST)), MAX_LINE_BYTES)) {
    number += 1;
    if (number > max)
      throw new ManifestUnusable(`${basename(snapshot)}/${BLOB_LIST} lists more than ${max} blobs`);
    const blob = line && parsed(line);
    if (!isNeededBlob(blob))
      throw new ManifestUnusable(`${basename(snapshot)}/${BLOB_LIST} has no blob in line ${number}`);
    yield blob as NeededBlob; // checked above
  }
}

function parsed(line: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(line).toString('utf8'));
  } catch {
    return undefined;
  }
}

function isReadOnly(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(EROFS|EACCES|EPERM|SQLITE_READONLY|SQLITE_CANTOPEN)/.test(code);
}
