import {
  BlobNotFound,
  isBlobKey,
  type BlobStore,
  type ByteRange,
  type StagedBlob,
  type StoredBlob,
} from '@cairn/images';
import { BucketUnusable } from './bucket-unusable.js';
import { listBlobs } from './list-blobs.js';
import { listObjects } from './list-objects.js';
import { MinioQuarantine } from './minio-quarantine.js';
import { MinioStoreMarker } from './minio-store-marker.js';
import { blobName, folders } from './names.js';
import { openObjects } from './open-objects.js';
import { abortUploads } from './part-upload.js';
import { InMemoryStaging } from './staging-locations.js';
import { readObject } from './read-object.js';
import { S3Connection } from './s3-connection.js';
import type { S3Options } from './s3-options.js';
import { StagedBytes } from './staged-bytes.js';
import type { StoredObjects } from './stored-objects.js';
import { receiveBytes } from './receive-bytes.js';
import { TIMING, type Timing } from './timing.js';

/** Keeps blobs as objects in a bucket of any S3 service; as many processes as like may share it. */
export class MinioBlobStore implements BlobStore {
  readonly quarantine: MinioQuarantine;
  readonly marker: MinioStoreMarker;
  /** Those staged in the memory of this process, and since when. */
  private readonly held = new Map<StagedBlob, number>();

  private constructor(
    private readonly connection: S3Connection,
    private readonly objects: StoredObjects,
  ) {
    this.quarantine = new MinioQuarantine(connection, objects);
    this.marker = new MinioStoreMarker(objects);
  }

  /** @throws {BucketUnusable} unless blobs can be listed, stored and deleted in the bucket, which must be there. */
  static async open(options: S3Options, timing: Timing = TIMING): Promise<MinioBlobStore> {
    const connection = new S3Connection(options, timing);
    try {
      return new MinioBlobStore(connection, await openObjects(connection));
    } catch (error) {
      connection.close();
      throw BucketUnusable.from(error, options);
    }
  }

  /** @throws {BucketUnusable} when the bucket cannot be reached now. */
  async check(): Promise<void> {
    const prefix = this.connection.keyOf(folders.staging);
    try {
      await this.connection.call('checkMs', (client, bucket) =>
        client.listObjectsV2Query(bucket, prefix, '', '', 1, ''),
      );
    } catch (error) {
      throw BucketUnusable.from(error, this.connection.options);
    }
  }

  /** Ends what is under way and lets go of every connection. */
  async close(): Promise<void> {
    this.held.clear();
    this.connection.close();
  }

  async stage(bytes: AsyncIterable<Uint8Array>, limitInBytes: number): Promise<StagedBlob> {
    const { connection, objects } = this;
    const received = await receiveBytes(bytes, { connection, objects, limitInBytes });
    const staged = new StagedBytes(received, () => this.held.delete(staged));
    if (received.location instanceof InMemoryStaging) this.held.set(staged, Date.now());
    return staged;
  }

  async get(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>> {
    const bytes = isBlobKey(key) ? await readObject(this.objects, blobName(key), range) : undefined;
    if (bytes === undefined) throw new BlobNotFound(key);
    return bytes;
  }

  async find(key: string): Promise<StoredBlob | undefined> {
    const facts = isBlobKey(key) ? await this.objects.stat(blobName(key)) : undefined;
    return facts && { key, storedAt: facts.storedAt };
  }

  async delete(key: string): Promise<void> {
    if (isBlobKey(key)) await this.objects.remove(blobName(key));
  }

  async list(limit: number, after: string | undefined): Promise<readonly StoredBlob[]> {
    return await listBlobs(this.connection, { folder: folders.blobs, limit, after });
  }

  async discardStagedBefore(time: number): Promise<number> {
    let discarded = 0;
    for (const [staged, since] of this.held) {
      if (since >= time) continue;
      await staged.discard();
      discarded += 1;
    }
    // The store tells whole seconds: what it says is of an earlier second than `time` is certainly older.
    const second = time - (time % 1_000);
    for await (const { name, storedAt } of listObjects(this.connection, { folder: folders.staging })) {
      if (storedAt >= second) continue;
      await this.objects.remove(name);
      discarded += 1;
    }
    return discarded + (await abortUploads(this.connection, { folder: folders.staging, before: second }));
  }
}
