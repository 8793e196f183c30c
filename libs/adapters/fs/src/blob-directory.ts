import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isBlobKey } from '@cairn/images';
import type { StoredBlob } from '@cairn/images/spi';
import { BASE62 } from '@cairn/kernel';
import { makeDirectories } from './directories.js';
import { ifPresent, storing } from './fs-errors.js';

const SHARD_LENGTH = 2;

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
