import { isBlobKey, type BlobQuarantine, type StoredBlob } from '@cairn/images';
import { listBlobs } from './list-blobs.js';
import { blobName, folders } from './names.js';
import type { S3Connection } from './s3-connection.js';
import type { StoredObjects } from './stored-objects.js';

/** Objects in a folder of their own. S3 has no rename: an object is copied inside the store, then the old one is removed. */
export class MinioQuarantine implements BlobQuarantine {
  constructor(
    private readonly connection: S3Connection,
    private readonly objects: StoredObjects,
  ) {}

  async add(key: string): Promise<void> {
    if (isBlobKey(key)) await this.move(blobName(key), quarantineName(key));
  }

  async restore(key: string): Promise<boolean> {
    if (!isBlobKey(key)) return false;
    return (await this.move(quarantineName(key), blobName(key))) || (await this.isInService(key));
  }

  async list(limit: number, after: string | undefined): Promise<readonly StoredBlob[]> {
    return await listBlobs(this.connection, { folder: folders.quarantine, limit, after });
  }

  async delete(key: string): Promise<void> {
    if (isBlobKey(key)) await this.objects.remove(quarantineName(key));
  }

  /** A key means the same bytes for ever, so that a copy may take the place of one that a crash left. */
  private async move(from: string, to: string): Promise<boolean> {
    if ((await this.objects.copy(from, { name: to })) === undefined) return false;
    await this.objects.remove(from);
    return true;
  }

  private async isInService(key: string): Promise<boolean> {
    return (await this.objects.stat(blobName(key))) !== undefined;
  }
}

function quarantineName(key: string): string {
  return `${folders.quarantine}${key}`;
}
