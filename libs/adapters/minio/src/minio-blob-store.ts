import {
  perBlobArea,
  type BlobArea,
  type BlobAreaName,
  type BlobMove,
  type BlobStore,
  type StagedBlob,
} from '@cairn/images';
import { BucketUnusable } from './bucket-unusable.js';
import { listObjects } from './list-objects.js';
import { MinioBlobArea } from './minio-blob-area.js';
import { MinioStoreMarker } from './minio-store-marker.js';
import { STAGING } from './names.js';
import { openObjects } from './open-objects.js';
import { abortUploads } from './part-upload.js';
import { InMemoryStaging } from './staging-locations.js';
import { S3Connection } from './s3-connection.js';
import type { S3Options } from './s3-options.js';
import { StagedBytes } from './staged-bytes.js';
import type { StoredObjects } from './stored-objects.js';
import { receiveBytes } from './receive-bytes.js';
import { TIMING, type Timing } from './timing.js';

/** Stores blobs as objects in a bucket of any S3 service. Any number of processes may share it. */
export class MinioBlobStore implements BlobStore {
  readonly marker: MinioStoreMarker;
  private readonly areas: Readonly<Record<BlobAreaName, MinioBlobArea>>;
  /** Blobs staged in memory, with their start times. */
  private readonly held = new Map<StagedBlob, number>();

  private constructor(
    private readonly connection: S3Connection,
    private readonly objects: StoredObjects,
  ) {
    this.areas = perBlobArea((name) => new MinioBlobArea(name, { connection, objects }));
    this.marker = new MinioStoreMarker(objects);
  }

  /** The bucket must exist. @throws {BucketUnusable} unless blobs can be listed, stored and deleted in it. */
  static async open(options: S3Options, timing: Timing = TIMING): Promise<MinioBlobStore> {
    const connection = new S3Connection(options, timing);
    try {
      return new MinioBlobStore(connection, await openObjects(connection));
    } catch (error) {
      connection.close();
      throw BucketUnusable.from(error, options);
    }
  }

  /** @throws {BucketUnusable} when the bucket cannot be reached. */
  async check(): Promise<void> {
    const prefix = this.connection.keyOf(STAGING);
    try {
      await this.connection.call('checkMs', (client, bucket) =>
        client.listObjectsV2Query(bucket, prefix, '', '', 1, ''),
      );
    } catch (error) {
      throw BucketUnusable.from(error, this.connection.options);
    }
  }

  /** Aborts pending requests and closes every connection. */
  async close(): Promise<void> {
    this.held.clear();
    this.connection.close();
  }

  area(name: BlobAreaName): BlobArea {
    return this.areas[name];
  }

  async stage(bytes: AsyncIterable<Uint8Array>, limitInBytes: number): Promise<StagedBlob> {
    const { connection, objects } = this;
    const received = await receiveBytes(bytes, { connection, objects, limitInBytes });
    const staged = new StagedBytes(received, () => this.held.delete(staged));
    if (received.location instanceof InMemoryStaging) this.held.set(staged, Date.now());
    return staged;
  }

  /** A key always has the same bytes, so a copy may replace one that a crash left. */
  async move(key: string, { from, to }: BlobMove): Promise<boolean> {
    const isMoved = await this.areas[from].moveTo(to, key);
    return isMoved || (await this.areas[to].find(key)) !== undefined;
  }

  async discardStagedBefore(time: number): Promise<number> {
    let discarded = 0;
    for (const [staged, since] of this.held) {
      if (since >= time) continue;
      await staged.discard();
      discarded += 1;
    }
    // The store reports whole seconds: only an earlier second is certainly older than `time`.
    const second = time - (time % 1_000);
    for await (const { name, storedAt } of listObjects(this.connection, { folder: STAGING })) {
      if (storedAt >= second) continue;
      await this.objects.remove(name);
      discarded += 1;
    }
    return discarded + (await abortUploads(this.connection, { folder: STAGING, before: second }));
  }
}
