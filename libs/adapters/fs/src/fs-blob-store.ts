import { randomBytes } from 'node:crypto';
import { link, readdir, stat, statfs, unlink, open, readFile, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { StagedBlob } from '@cairn/images';
import {
  type BlobArea,
  type BlobAreaName,
  type BlobMove,
  type BlobStore,
  perBlobArea,
  type StagingPurpose,
  type StoreMarker,
} from '@cairn/images/spi';
import { StorageFull } from '@cairn/kernel';
import {
  makeDirectories,
  makeDirectory,
  syncDirectory,
  codeOf,
  ifPresent,
  storing,
  unavailable,
} from './file-system.js';
import { BlobDirectory, FsBlobArea } from './fs-blob-area.js';
import { BufferPool, StagedFile } from './staged-file.js';

/** A disk with less free space counts as full: a photo may not fit. */
const ROOM_BYTES = 4 * 1024 * 1024;

/** @throws {StorageFull} when the directory's disk has no space for a photo. */
async function requireRoom(directory: string): Promise<void> {
  const { bavail, bsize } = await storing(statfs(directory));
  if (bavail * bsize < ROOM_BYTES)
    throw new StorageFull('The disk is full: the image storage has no room for a photo.');
}

/** The directory of each area. The one for staged blobs also holds staged files that have no key yet. */
const FOLDERS: Readonly<Record<BlobAreaName, string>> = {
  originals: 'blobs',
  derivatives: 'derivatives',
  staged: 'staging',
  quarantine: 'quarantine',
  archives: 'archives',
};
const MARKER = 'installation.json';
const KEY = 'installation.key';

/** Stores blobs as files in a local directory, which must not be used by anything else. */
export class FsBlobStore implements BlobStore {
  readonly marker: FsStoreMarker;
  readonly installationKey: FsStoreMarker;
  private readonly areas: Readonly<Record<BlobAreaName, FsBlobArea>>;
  private readonly stagingPath: string;
  private readonly buffers = new BufferPool();

  private constructor(directory: string) {
    this.areas = perBlobArea((name) => new FsBlobArea(new BlobDirectory(join(directory, FOLDERS[name]))));
    this.stagingPath = join(directory, FOLDERS.staged);
    this.marker = new FsStoreMarker(join(directory, MARKER), this.stagingPath);
    this.installationKey = new FsStoreMarker(join(directory, KEY), this.stagingPath);
  }

  /**
   * Creates the directory if needed. On a full disk the store opens too: its blobs can be read and deleted.
   * @throws {StorageUnavailable} if nothing can be stored for a reason other than a full disk.
   */
  static async open({ directory }: { readonly directory: string }): Promise<FsBlobStore> {
    const path = resolve(directory);
    await makeDirectory(path);
    await makeDirectories(path, Object.values(FOLDERS));
    const store = new FsBlobStore(path);
    await store.probe().catch((error: unknown) => {
      if (!(error instanceof StorageFull)) throw error;
    });
    return store;
  }

  /**
   * @throws {StorageUnavailable} when nothing can be stored now. @throws {StorageFull} when there is no space for a
   * photo.
   */
  async check(): Promise<void> {
    await requireRoom(this.stagingPath);
    await this.probe();
  }

  area(name: BlobAreaName): BlobArea {
    return this.areas[name];
  }

  async stage(
    bytes: AsyncIterable<Uint8Array>,
    limitInBytes: number,
    purposeOf: () => StagingPurpose = () => 'commit',
  ): Promise<StagedBlob> {
    const { areas, buffers, stagingPath: directory } = this;
    return StagedFile.receive(bytes, limitInBytes, { directory, buffers, areas, purposeOf });
  }

  async move(key: string, { from, to }: BlobMove): Promise<boolean> {
    const [source, target] = [this.areas[from].directory, this.areas[to].directory];
    await moveBlob(key, { from: source, to: target });
    return (await target.find(key)) !== undefined;
  }

  async discardStagedBefore(time: number): Promise<number> {
    let discarded = 0;
    for (const name of await storing(readdir(this.stagingPath))) {
      const path = join(this.stagingPath, name);
      const stats = await ifPresent(stat(path));
      if (stats === undefined || !stats.isFile() || stats.mtimeMs >= time) continue;
      await ifPresent(unlink(path));
      discarded += 1;
    }
    for (const { key, storedAt } of await this.areas.staged.list(Infinity, undefined)) {
      if (storedAt >= time) continue;
      await this.areas.staged.delete(key);
      discarded += 1;
    }
    return discarded;
  }

  private async probe(): Promise<void> {
    const key = `probe${randomBytes(8).toString('hex')}`;
    const staged = await this.stage(oneByte(), 1);
    await staged.commit({ area: 'originals', key, contentType: 'application/octet-stream' });
    await this.areas.originals.delete(key);
  }
}

async function* oneByte(): AsyncGenerator<Uint8Array> {
  yield Uint8Array.of(0);
}

/**
 * Moves a blob to the same key of another directory, durably. Uses link and unlink, because a rename may become durable
 * in the old directory and not in the new one.
 */
async function moveBlob(
  key: string,
  { from, to }: { readonly from: BlobDirectory; readonly to: BlobDirectory },
): Promise<void> {
  const [source, target] = [from.pathOf(key), to.pathOf(key)];
  if (source === undefined || target === undefined || (await from.find(key)) === undefined) return;
  await to.prepare(key);
  try {
    await link(source, target);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' && (await from.find(key)) === undefined) return;
    if (code === 'ENOENT') to.forget(key);
    // The same bytes, from a move that a crash interrupted.
    if (code !== 'EEXIST') throw unavailable(error);
  }
  await syncDirectory(dirname(target));
  await ifPresent(unlink(source));
  await syncDirectory(dirname(source));
}

/** A file beside the store's directories. It is written completely in the staging directory before it is linked. */
class FsStoreMarker implements StoreMarker {
  constructor(
    private readonly file: string,
    private readonly stagingPath: string,
  ) {}

  async find(): Promise<string | undefined> {
    return await ifPresent(readFile(this.file, 'utf8'));
  }

  async claim(text: string): Promise<string> {
    const staged = await this.stage(text);
    try {
      await link(staged, this.file); // unlike a rename, a link never replaces an existing file
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw unavailable(error);
    } finally {
      await Promise.allSettled([unlink(staged)]);
    }
    // Also for another process's marker, which may not be durable yet.
    await syncDirectory(dirname(this.file));
    return await storing(readFile(this.file, 'utf8'));
  }

  async replace(text: string): Promise<void> {
    await storing(rename(await this.stage(text), this.file));
    await syncDirectory(dirname(this.file));
  }

  /** What a crash leaves here is discarded with unfinished uploads. */
  private async stage(text: string): Promise<string> {
    const path = join(this.stagingPath, randomBytes(16).toString('hex'));
    const handle = await storing(open(path, 'wx', 0o600));
    try {
      await storing(handle.writeFile(text));
      await storing(handle.sync());
    } finally {
      await handle.close();
    }
    return path;
  }
}
