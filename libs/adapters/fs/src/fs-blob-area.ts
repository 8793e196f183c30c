import { open, unlink, type FileHandle, readdir, stat } from 'node:fs/promises';
import { BlobNotFound, type ByteRange, isBlobKey } from '@cairn/images';
import type { BlobArea, StoredBlob } from '@cairn/images/spi';
import { StorageUnavailable, BASE62 } from '@cairn/kernel';
import { join } from 'node:path';
import { ifPresent, storing, makeDirectories } from './file-system.js';

const SHARD_LENGTH = 2;

/** Maximum held in memory per reader. */
export const PIECE_BYTES = 256 * 1024;

/** The blobs of one area, in their own directory. */
export class FsBlobArea implements BlobArea {
  constructor(readonly directory: BlobDirectory) {}

  async get(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>> {
    const openBlob = (): Promise<FileHandle> => this.open(key);
    const handle = await openBlob();
    try {
      const end = range === undefined ? (await storing(handle.stat())).size : range.end + 1;
      const span = { start: range?.start ?? 0, end };
      if (end - span.start > PIECE_BYTES) return readPieces(openBlob, span);
      return inOnePiece(await readSpan(handle, span));
    } finally {
      await handle.close();
    }
  }

  async find(key: string): Promise<StoredBlob | undefined> {
    return await this.directory.find(key);
  }

  findPath(key: string): string | undefined {
    return this.directory.pathOf(key);
  }

  async delete(key: string): Promise<void> {
    const path = this.directory.pathOf(key);
    if (path !== undefined) await ifPresent(unlink(path));
  }

  async list(limit: number, after: string | undefined): Promise<readonly StoredBlob[]> {
    return await this.directory.list(limit, after);
  }

  private async open(key: string): Promise<FileHandle> {
    const path = this.directory.pathOf(key);
    const handle = path === undefined ? undefined : await ifPresent(open(path));
    if (handle === undefined) throw new BlobNotFound(key);
    return handle;
  }
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
}

/** The bytes from `start` up to, not including, `end`. */
export interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

/** Reads exactly these bytes at once. */
async function readSpan(handle: FileHandle, { start, end }: ByteSpan): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(end - start);
  for (let filled = 0; filled < bytes.length;) {
    const { bytesRead } = await storing(handle.read(bytes, filled, bytes.length - filled, start + filled));
    if (bytesRead === 0) throw new StorageUnavailable('A stored image is shorter than it was.');
    filled += bytesRead;
  }
  return bytes;
}

/** Reads these bytes in chunks. The file is open from the first chunk to the last, or until the reader stops. */
export async function* readPieces(
  open: () => Promise<FileHandle>,
  span: ByteSpan,
  pieceBytes = PIECE_BYTES,
): AsyncGenerator<Uint8Array> {
  const handle = await open();
  try {
    for (let { start } = span; start < span.end; start += pieceBytes) {
      yield await readSpan(handle, { start, end: Math.min(start + pieceBytes, span.end) });
    }
  } finally {
    await handle.close();
  }
}

/** Maps keys to paths. Keys are spread over directories by their first two characters, so that none grows large. */
export class BlobDirectory {
  private readonly made = new Map<string, Promise<void>>();

  constructor(private readonly path: string) {}

  /** `undefined` for a string that is not a key: no path is ever built from it. */
  pathOf(key: string): string | undefined {
    return isBlobKey(key) ? join(this.shardOf(key), nameOf(key)) : undefined;
  }

  /**
   * Creates the directory for a key and makes it durable, so that a crash cannot lose it with a durable file inside.
   * Directories of keys with the same first character are created together, which costs hardly more than one.
   */
  async prepare(key: string): Promise<void> {
    const first = key.slice(0, 1);
    const made = this.made.get(first) ?? makeDirectories(this.path, shardsFrom(first).map(nameOf));
    this.made.set(first, made);
    try {
      await made;
    } catch (error) {
      this.forget(key);
      throw error;
    }
  }

  /** Makes the next call create the directory for a key again, because it is missing. */
  forget(key: string): void {
    this.made.delete(key.slice(0, 1));
  }

  async find(key: string): Promise<StoredBlob | undefined> {
    const path = this.pathOf(key);
    const stats = path === undefined ? undefined : await ifPresent(stat(path));
    // The change time is when the key was linked. The bytes may have been written long before.
    return stats && { key, storedAt: Math.trunc(stats.ctimeMs), sizeInBytes: stats.size };
  }

  /** In ascending order of keys, at most `limit`, those after `after`. */
  async list(limit: number, after: string | undefined): Promise<readonly StoredBlob[]> {
    const listed: StoredBlob[] = [];
    for await (const key of this.keys(after)) {
      const blob = await this.find(key);
      if (blob !== undefined) listed.push(blob);
      if (listed.length >= limit) break;
    }
    return listed;
  }

  /** The keys after `after` in ascending order, read one directory at a time. */
  private async *keys(after = ''): AsyncGenerator<string> {
    const first = after.slice(0, SHARD_LENGTH);
    for (const shard of keysOf(await storing(readdir(this.path)))) {
      if (shard < first || shard.length > SHARD_LENGTH) continue;
      const names = await ifPresent(readdir(this.shardOf(shard)));
      yield* keysOf(names ?? []).filter((key) => key > after);
    }
  }

  private shardOf(key: string): string {
    return join(this.path, nameOf(key.slice(0, SHARD_LENGTH)));
  }
}

function shardsFrom(first: string): readonly string[] {
  return ['', ...BASE62].map((second) => `${first}${second}`);
}

/** Writes `A` as `=a`: file names then differ on case-insensitive file systems too, and sort like their keys. */
function nameOf(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `=${letter.toLowerCase()}`);
}

function keysOf(names: readonly string[]): readonly string[] {
  const keys = names.map((name) => name.replace(/=([a-z])/g, (_, letter: string) => letter.toUpperCase()));
  return keys.filter((key) => isBlobKey(key)).sort();
}
