import { type StagedBlob, BlobNotFound, isBlobKey, type ByteRange } from '@cairn/images';
import {
  type BlobArea,
  type BlobAreaName,
  type BlobMove,
  type BlobStore,
  perBlobArea,
  type StoredBlob,
} from '@cairn/images/spi';
import { abortUploads, S3Connection } from './s3-connection.js';
import {
  BucketUnusable,
  codeOf,
  KEY,
  MARKER,
  STAGING,
  stagingName,
  type S3Options,
  TIMING,
  type Timing,
  blobName,
  folders,
} from './bucket.js';
import { receiveBytes, StagedBytes, InMemoryStaging } from './staged-bytes.js';
import { MinioStoreMarker } from './minio-store-marker.js';
import { readObject, storedAt, StoredObjects } from './stored-objects.js';

const MAX_PAGE = 1_000;

const NO_BYTES = Buffer.alloc(0);

/** Lists, writes and deletes, to detect a bucket that allows only some of it. @throws {StorageUnavailable} */
async function openObjects(connection: S3Connection): Promise<StoredObjects> {
  await listObjects(connection, { folder: STAGING, atOnce: 1 }).next();
  const objects = new StoredObjects(connection, { keepsConditions: true });
  const probe = { name: stagingName(), contentType: 'application/octet-stream' };
  await objects.put(probe, NO_BYTES);
  try {
    const overwritten = await objects.create(probe, { bytes: NO_BYTES, mark: probe.name });
    return new StoredObjects(connection, { keepsConditions: !overwritten });
  } catch (error) {
    if (!knowsNoConditions(error)) throw error;
    return new StoredObjects(connection, { keepsConditions: false });
  } finally {
    await objects.remove(probe.name);
  }
}

function knowsNoConditions(error: unknown): boolean {
  const code = error instanceof Error ? codeOf(error.cause) : undefined;
  return code === 'NotImplemented' || code === 'MethodNotAllowed';
}

/** Stores blobs as objects in a bucket of any S3 service. Any number of processes may share it. */
export class MinioBlobStore implements BlobStore {
  readonly marker: MinioStoreMarker;
  readonly installationKey: MinioStoreMarker;
  private readonly areas: Readonly<Record<BlobAreaName, MinioBlobArea>>;
  /** Blobs staged in memory, with their start times. */
  private readonly held = new Map<StagedBlob, number>();

  private constructor(
    private readonly connection: S3Connection,
    private readonly objects: StoredObjects,
  ) {
    this.areas = perBlobArea((name) => new MinioBlobArea(name, { connection, objects }));
    this.marker = new MinioStoreMarker(objects, { name: MARKER, contentType: 'application/json' });
    this.installationKey = new MinioStoreMarker(objects, { name: KEY, contentType: 'text/plain' });
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

/** The blobs of one area, in a folder of the bucket. */
class MinioBlobArea implements BlobArea {
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

/** `storedAt` in epoch milliseconds. */
interface ListedObject {
  readonly name: string;
  readonly storedAt: number;
  readonly sizeInBytes: number;
}

/**
 * Objects whose names start with `folder` and come after `folder` + `after`, ascending. Requests `atOnce` per page.
 */
async function* listObjects(
  connection: S3Connection,
  { folder, after = '', atOnce = MAX_PAGE }: { folder: string; after?: string | undefined; atOnce?: number },
): AsyncGenerator<ListedObject> {
  const start = connection.keyOf(folder);
  const maxKeys = Math.min(atOnce, MAX_PAGE);
  for (let last = start + after; ;) {
    const { objects, isTruncated } = await connection.storing('callMs', (client, bucket) =>
      client.listObjectsV2Query(bucket, start, '', '', maxKeys, last),
    );
    for (const { name = start, lastModified, size = 0 } of objects) {
      const own = name.slice(start.length); // of the prefix: some stores and the client encode + differently
      last = start + own;
      yield { name: folder + own, storedAt: storedAt(lastModified), sizeInBytes: size };
    }
    if (!isTruncated || objects.length === 0) return;
  }
}
