import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { randomUUID } from 'node:crypto';
import { type Digest, DigestCounter, digestOf, syncFolder } from './files.js';

/**
 * Copies of blobs in a folder, each under the hash of its bytes, so that all snapshots share one copy of equal bytes.
 */
export class BlobCopies {
  private readonly changed = new Set<string>();

  constructor(private readonly at: { readonly folder: string; readonly partial: string }) {}

  /** Whether there is a copy of this length. Its bytes were hashed when it was written. */
  async has({ sha256, sizeInBytes }: Digest): Promise<boolean> {
    const found = await stat(this.pathOf(sha256)).catch(() => undefined);
    return found?.size === sizeInBytes;
  }

  /** Stores bytes under their hash: whole and durable, or not at all. */
  async add(bytes: AsyncIterable<Uint8Array>): Promise<Digest> {
    const partial = join(this.at.partial, randomUUID());
    const counter = new DigestCounter();
    try {
      await pipeline(counter.through(bytes), createWriteStream(partial, { flush: true, mode: 0o600 }));
      const digest = counter.digest();
      const path = this.pathOf(digest.sha256);
      const folder = dirname(path);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await rename(partial, path);
      this.changed.add(folder);
      return digest;
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  }

  read(sha256: string): AsyncIterable<Uint8Array> {
    return createReadStream(this.pathOf(sha256));
  }

  /** The hash and length of a copy as it is now; `undefined` if there is none. */
  async digest(sha256: string): Promise<Digest | undefined> {
    const path = this.pathOf(sha256);
    const found = await stat(path).catch(() => undefined);
    return found === undefined ? undefined : await digestOf(path);
  }

  /** Makes the names of new copies durable. */
  async sync(): Promise<void> {
    for (const folder of this.changed) await syncFolder(folder);
    this.changed.clear();
    await syncFolder(this.at.folder);
  }

  /** Removes the copies that are not needed. Returns how many. */
  async removeExcept(isNeeded: (sha256: string) => boolean): Promise<number> {
    let removed = 0;
    for (const start of await readdir(this.at.folder))
      for (const sha256 of await readdir(join(this.at.folder, start)).catch(() => [])) {
        if (isNeeded(sha256)) continue;
        await rm(this.pathOf(sha256), { force: true });
        removed += 1;
      }
    return removed;
  }

  /** The path of a copy in the folder. */
  nameOf(sha256: string): string {
    return join(sha256.slice(0, 2), sha256);
  }

  private pathOf(sha256: string): string {
    return join(this.at.folder, this.nameOf(sha256));
  }
}
