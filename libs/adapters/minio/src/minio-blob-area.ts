import { BlobNotFound, isBlobKey, type ByteRange } from '@cairn/images';
import type { BlobArea, BlobAreaName, StoredBlob } from '@cairn/images/spi';
import { listObjects } from './list-objects.js';
import { blobName, folders } from './names.js';
import { readObject } from './read-object.js';
import type { S3Connection } from './s3-connection.js';
import type { StoredObjects } from './stored-objects.js';

/** The blobs of one area, in a folder of the bucket. */
export class MinioBlobArea implements BlobArea {
  constructor(
    private readonly name: BlobAreaName,
    private readonly store: { readonly connection: S3Connection; readonly objects: StoredObjects },
  ) {}

  async get(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>> {
    const name = this.objectOf(key);
    const bytes = name === undefined ? undefined : await readObject(this.store.objects, name, range);
    if (bytes === undefined) throw new BlobNotFound(key);
    return bytes;
  }

  async find(key: string): Promise<StoredBlob | undefined> {
    const name = this.objectOf(key);
    const facts = name === undefined ? undefined : await this.store.objects.stat(name);
    return facts && { key, storedAt: facts.storedAt, sizeInBytes: facts.sizeInBytes };
  }

  findPath(): undefined {
    return undefined;
  }

  async delete(key: string): Promise<void> {
    const name = this.objectOf(key);
    if (name !== undefined) await this.store.objects.remove(name);
  }

  async list(limit: number, after: string | undefined): Promise<readonly StoredBlob[]> {
    const listed: StoredBlob[] = [];
    if (limit <= 0) return listed;
    const folder = folders[this.name];
    for await (const object of listObjects(this.store.connection, { folder, after, atOnce: limit })) {
      const key = object.name.slice(folder.length);
      const { storedAt, sizeInBytes } = object;
      if (isBlobKey(key)) listed.push({ key, storedAt, sizeInBytes });
      if (listed.length >= limit) break;
    }
    return listed;
  }

  /**
   * Copies inside the store, as S3 has no rename. Replaces an existing object; `false` when there is nothing to move.
   */
  async moveTo(area: BlobAreaName, key: string): Promise<boolean> {
    const name = this.objectOf(key);
    if (name === undefined) return false;
    if ((await this.store.objects.copy(name, { name: blobName(area, key) })) === undefined) return false;
    await this.store.objects.remove(name);
    return true;
  }

  private objectOf(key: string): string | undefined {
    return isBlobKey(key) ? blobName(this.name, key) : undefined;
  }
}
