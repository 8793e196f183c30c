import type { PreparedBlob, PreparedBlobRequest, PreparedUploadRepository } from '@cairn/images/spi';
import { compareTexts } from '@cairn/kernel';
import { counted, isOwners } from '../traces.js';

/** Keeps prepared blobs in memory. Every method completes synchronously, so calls never interleave. */
export class MemoryPreparedUploadRepository implements PreparedUploadRepository {
  private readonly blobs = new Map<string, PreparedBlob>();
  private readonly givenUp = new Set<string>();
  readonly traces = [counted('preparedUploads', () => this.blobs.values(), isOwners)];

  async add(blob: PreparedBlob): Promise<void> {
    this.blobs.set(blob.blobKey, { ...blob });
  }

  async take(blobKey: string): Promise<boolean> {
    return !this.givenUp.has(blobKey) && this.blobs.delete(blobKey);
  }

  async giveUp(blobKey: string): Promise<boolean> {
    if (!this.blobs.has(blobKey)) return false;
    this.givenUp.add(blobKey);
    return true;
  }

  async list({ before, after = '', owner, limit }: PreparedBlobRequest): Promise<readonly PreparedBlob[]> {
    return [...this.blobs.values()]
      .filter(({ blobKey, preparedAt }) => preparedAt < before || this.givenUp.has(blobKey))
      .filter((blob) => owner === undefined || blob.owner === owner)
      .filter(({ blobKey }) => compareTexts(blobKey, after) > 0)
      .sort((one, other) => compareTexts(one.blobKey, other.blobKey))
      .slice(0, limit);
  }

  async remove(blobKey: string): Promise<void> {
    this.blobs.delete(blobKey);
    this.givenUp.delete(blobKey);
  }
}
