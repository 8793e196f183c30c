import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isBlobKey, type StoredBlob } from '@cairn/images';
import { BASE62 } from '@cairn/kernel';
import { makeDirectories } from './directories.js';
import { ifPresent, storing } from './fs-errors.js';

const SHARD_LENGTH = 2;

/** Where each key lies: a directory for every first two characters of a key, so that none grows large. */
export class BlobDirectory {
  private readonly made = new Map<string, Promise<void>>();

  constructor(private readonly path: string) {}

  /** `undefined` for a text that is no key: nothing lies there, and no path is made of it. */
  pathOf(key: string): string | undefined {
    return isBlobKey(key) ? join(this.shardOf(key), nameOf(key)) : undefined;
  }

  /**
   * Has the directory for a key made, and durable: a crash must not take it away from around a durable file. Those of
   * all keys that begin alike are made together, which takes hardly longer than making one.
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

  /** Makes the directory for a key again next time, for it is not there, or somebody tidied it away. */
  forget(key: string): void {
    this.made.delete(key.slice(0, 1));
  }

  async find(key: string): Promise<StoredBlob | undefined> {
    const path = this.pathOf(key);
    const stats = path === undefined ? undefined : await ifPresent(stat(path));
    // The change time is when the key was made to lead here; the bytes may have been written long before.
    return stats && { key, storedAt: Math.trunc(stats.ctimeMs), sizeInBytes: stats.size };
  }

  /** By ascending key, at most `limit`, those behind `after`. */
  async list(limit: number, after: string | undefined): Promise<readonly StoredBlob[]> {
    const listed: StoredBlob[] = [];
    for await (const key of this.keys(after)) {
      const blob = await this.find(key);
      if (blob !== undefined) listed.push(blob);
      if (listed.length >= limit) break;
    }
    return listed;
  }

  /** The keys behind `after` in ascending order, read one directory at a time. */
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

/** Writes `A` as `=a`: names that differ on every file system, also one that folds case, in the order of their keys. */
function nameOf(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `=${letter.toLowerCase()}`);
}

function keysOf(names: readonly string[]): readonly string[] {
  const keys = names.map((name) => name.replace(/=([a-z])/g, (_, letter: string) => letter.toUpperCase()));
  return keys.filter((key) => isBlobKey(key)).sort();
}
