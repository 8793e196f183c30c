import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory } from './directories.js';
import { ifPresent } from './fs-errors.js';

const KEY = /^[0-9A-Za-z]{1,64}$/;
const SHARD_LENGTH = 2;

/** Where each key lies: a directory for every first two characters of a key, so that none grows large. */
export class BlobDirectory {
  private readonly made = new Map<string, Promise<void>>();

  constructor(private readonly path: string) {}

  /** `undefined` for a text that is no key: nothing lies there, and no path is made of it. */
  pathOf(key: string): string | undefined {
    return KEY.test(key) ? join(this.shardOf(key), nameOf(key)) : undefined;
  }

  /** Has the directory for a key made, and durable: a crash must not take it away from around a durable file. */
  async prepare(key: string): Promise<void> {
    const shard = this.shardOf(key);
    const made = this.made.get(shard) ?? makeDirectory(shard);
    this.made.set(shard, made);
    await made;
  }

  /** Makes the directory for a key again next time, for it may have failed, or been tidied away. */
  forget(key: string): void {
    this.made.delete(this.shardOf(key));
  }

  /** The keys behind `after` in ascending order, read one directory at a time. */
  async *keys(after = ''): AsyncGenerator<string> {
    const first = after.slice(0, SHARD_LENGTH);
    for (const shard of await keysIn(this.path)) {
      if (shard < first) continue;
      const keys = await keysIn(this.shardOf(shard));
      yield* keys.filter((key) => key > after);
    }
  }

  private shardOf(key: string): string {
    return join(this.path, nameOf(key.slice(0, SHARD_LENGTH)));
  }
}

/** Writes `A` as `=a`: names that differ on every file system, also one that folds case, in the order of their keys. */
function nameOf(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `=${letter.toLowerCase()}`);
}

async function keysIn(path: string): Promise<readonly string[]> {
  const names = (await ifPresent(readdir(path))) ?? [];
  const keys = names.map((name) => name.replace(/=([a-z])/g, (_, letter: string) => letter.toUpperCase()));
  return keys.filter((key) => KEY.test(key)).sort();
}
