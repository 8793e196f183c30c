import { randomBytes } from 'node:crypto';
import { open, readdir, stat, unlink, type FileHandle } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  BlobNotFound,
  type BlobStore,
  type ByteRange,
  type StagedBlob,
  type StoredBlob,
} from '@cairn/images';
import { BlobDirectory } from './blob-directory.js';
import { makeDirectories, makeDirectory } from './directories.js';
import { ifPresent, storing } from './fs-errors.js';
import { FsQuarantine } from './fs-quarantine.js';
import { FsStoreMarker } from './fs-store-marker.js';
import { PIECE_BYTES, readPieces, readStretch } from './read-file.js';
import { requireRoom } from './room.js';
import { BufferPool } from './buffer-pool.js';
import { StagedFile } from './staged-file.js';

const BLOBS = 'blobs';
const STAGING = 'staging';
const QUARANTINE = 'quarantine';
const MARKER = 'installation.json';

/** Keeps blobs as files in a directory of the local disk, which it needs to itself. */
export class FsBlobStore implements BlobStore {
  readonly quarantine: FsQuarantine;
  readonly marker: FsStoreMarker;
  private readonly blobs: BlobDirectory;
  private readonly stagingPath: string;
  private readonly buffers = new BufferPool();

  private constructor(directory: string) {
    this.blobs = new BlobDirectory(join(directory, BLOBS));
    this.stagingPath = join(directory, STAGING);
    this.quarantine = new FsQuarantine(this.blobs, new BlobDirectory(join(directory, QUARANTINE)));
    this.marker = new FsStoreMarker(join(directory, MARKER), this.stagingPath);
  }

  /** @throws {StorageUnavailable} when nothing can be stored in the directory, which is made when it is not there. */
  static async open({ directory }: { readonly directory: string }): Promise<FsBlobStore> {
    const path = resolve(directory);
    await makeDirectory(path);
    await makeDirectories(path, [BLOBS, STAGING, QUARANTINE]);
    const store = new FsBlobStore(path);
    await store.probe();
    return store;
  }

  /** @throws {StorageUnavailable} when nothing can be stored now. @throws {StorageFull} when no photo can. */
  async check(): Promise<void> {
    await requireRoom(this.stagingPath);
    await this.probe();
  }

  async stage(bytes: AsyncIterable<Uint8Array>, limitInBytes: number): Promise<StagedBlob> {
    const { blobs, buffers, stagingPath: directory } = this;
    return StagedFile.receive(bytes, limitInBytes, { directory, buffers, blobs });
  }

  async get(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>> {
    const openBlob = (): Promise<FileHandle> => this.openBlob(key);
    const handle = await openBlob();
    try {
      const end = range === undefined ? (await storing(handle.stat())).size : range.end + 1;
      const stretch = { start: range?.start ?? 0, end };
      if (end - stretch.start > PIECE_BYTES) return readPieces(openBlob, stretch);
      return inOnePiece(await readStretch(handle, stretch));
    } finally {
      await handle.close();
    }
  }

  async find(key: string): Promise<StoredBlob | undefined> {
    return await this.blobs.find(key);
  }

  async delete(key: string): Promise<void> {
    const path = this.blobs.pathOf(key);
    if (path !== undefined) await ifPresent(unlink(path));
  }

  async list(limit: number, after: string | undefined): Promise<readonly StoredBlob[]> {
    return await this.blobs.list(limit, after);
  }

  async discardStagedBefore(time: number): Promise<number> {
    let discarded = 0;
    for (const name of await storing(readdir(this.stagingPath))) {
      const path = join(this.stagingPath, name);
      const stats = await ifPresent(stat(path));
      if (stats === undefined || stats.mtimeMs >= time) continue;
      await ifPresent(unlink(path));
      discarded += 1;
    }
    return discarded;
  }

  private async probe(): Promise<void> {
    const key = `probe${randomBytes(8).toString('hex')}`;
    const staged = await this.stage(oneByte(), 1);
    await staged.commit(key, 'application/octet-stream');
    await this.delete(key);
  }

  private async openBlob(key: string): Promise<FileHandle> {
    const path = this.blobs.pathOf(key);
    const handle = path === undefined ? undefined : await ifPresent(open(path));
    if (handle === undefined) throw new BlobNotFound(key);
    return handle;
  }
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
}

async function* oneByte(): AsyncGenerator<Uint8Array> {
  yield Uint8Array.of(0);
}
