import { InvalidBlobKey, isBlobKey, type NewBlob, type StagedBlob, FileTooLarge } from '@cairn/images';
import { randomBytes, createHash } from 'node:crypto';
import { blobName, stagingName } from './bucket.js';
import { readObject, type StoredObjects } from './stored-objects.js';
import { type NewObject, PartUpload, type S3Connection } from './s3-connection.js';

/** The minimum size of a part in S3, except for the last. */
export const PART_BYTES = 5 * 1024 * 1024;

const FIRST_BYTES = 64 * 1024;

const HEAD_BYTES = 64;

const PIECE_BYTES = 64 * 1024;

/** The received bytes and where they are. */
interface ReceivedBytes {
  readonly location: StagingLocation;
  readonly sizeInBytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/** Bytes that have no key yet. */
export class StagedBytes implements StagedBlob {
  readonly sizeInBytes: number;
  readonly sha256: string;
  private hasEnded = false;

  constructor(
    private readonly received: ReceivedBytes,
    private readonly onEnd: (blob: StagedBytes) => void,
  ) {
    this.sizeInBytes = received.sizeInBytes;
    this.sha256 = received.sha256;
  }

  read(): AsyncIterable<Uint8Array> {
    return this.received.location.read();
  }

  async commit({ area, key, contentType }: NewBlob): Promise<void> {
    if (!isBlobKey(key)) throw new InvalidBlobKey();
    if (this.hasEnded) throw new Gone();
    this.hasEnded = true;
    try {
      await this.received.location.moveTo({ name: blobName(area, key), contentType });
    } catch (error) {
      this.hasEnded = false;
      throw error;
    }
    this.onEnd(this);
  }

  async discard(): Promise<void> {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.onEnd(this);
    await this.received.location.drop();
  }
}

/** Where staged bytes are until they are committed or discarded. */
interface StagingLocation {
  read(): AsyncIterable<Uint8Array>;
  /** Moves the bytes to a new object. @throws {Error} when the object exists or the bytes are gone. */
  moveTo(object: NewObject): Promise<void>;
  drop(): Promise<void>;
}

/** Staged in memory. */
export class InMemoryStaging implements StagingLocation {
  private readonly mark = randomBytes(16).toString('hex');

  constructor(
    private readonly objects: StoredObjects,
    private readonly bytes: Buffer,
  ) {}

  async *read(): AsyncGenerator<Uint8Array> {
    for (let start = 0; start < this.bytes.length; start += PIECE_BYTES)
      yield Uint8Array.from(this.bytes.subarray(start, start + PIECE_BYTES));
  }

  async moveTo(object: NewObject): Promise<void> {
    const { bytes, mark } = this;
    if (!(await this.objects.create(object, { bytes, mark }))) throw new KeyTaken();
  }

  async drop(): Promise<void> {}
}

/** Staged in an object without a key. */
class ObjectStaging implements StagingLocation {
  constructor(
    private readonly objects: StoredObjects,
    private readonly staged: {
      readonly name: string;
      readonly head: Uint8Array;
      readonly sizeInBytes: number;
    },
  ) {}

  /** Requests the object only if the reader wants more than the head, which suffices to detect an image type. */
  async *read(): AsyncGenerator<Uint8Array> {
    const { name, head, sizeInBytes } = this.staged;
    yield Uint8Array.from(head);
    const rest = await readObject(this.objects, name, { start: head.length, end: sizeInBytes - 1 });
    if (rest === undefined) throw new Gone();
    yield* rest;
  }

  async moveTo(object: NewObject): Promise<void> {
    const { objects, staged } = this;
    // Copies are unconditional. A conflict between check and copy would need the same random key.
    if ((await objects.stat(object.name)) !== undefined) throw new KeyTaken();
    if ((await objects.copy(staged.name, object)) === undefined) throw new Gone();
    await objects.remove(staged.name).catch(ignoreDeleteFailure);
  }

  async drop(): Promise<void> {
    await this.objects.remove(this.staged.name);
  }
}

/** Ignores a failure to remove staged bytes: old ones in their folder are discarded later. */
function ignoreDeleteFailure(): void {}

class KeyTaken extends Error {
  override readonly name = 'KeyTaken';

  constructor() {
    super('A blob is stored under this key already.');
  }
}

/** Staged bytes were committed or discarded already, perhaps by another node's sweep. */
class Gone extends Error {
  override readonly name = 'Gone';

  constructor() {
    super('The bytes are committed or discarded already.');
  }
}

/** Collects one part. Grows with the data received. */
class PartBuffer {
  private buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
  private filled = 0;

  get isFull(): boolean {
    return this.filled === PART_BYTES;
  }

  /** A view of the collected bytes, valid until `clear`. */
  get bytes(): Buffer {
    return this.buffer.subarray(0, this.filled);
  }

  /** Copies what fits and returns the rest. */
  fill(piece: Uint8Array): Uint8Array {
    const taken = piece.subarray(0, PART_BYTES - this.filled);
    if (this.filled + taken.length > this.buffer.length) this.grow(this.filled + taken.length);
    this.buffer.set(taken, this.filled);
    this.filled += taken.length;
    return piece.subarray(taken.length);
  }

  clear(): void {
    this.filled = 0;
  }

  private grow(needed: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.min(PART_BYTES, Math.max(needed, 2 * this.buffer.length)));
    larger.set(this.bytes);
    this.buffer = larger;
  }
}

/** What `receiveBytes` needs. */
interface ReceiveOptions {
  readonly connection: S3Connection;
  readonly objects: StoredObjects;
  readonly limitInBytes: number;
}

/**
 * Up to one part stays in memory; more is uploaded part by part, one at a time.
 * @throws {FileTooLarge} {StorageUnavailable} or the error of the source; nothing is left behind then.
 */
export async function receiveBytes(
  bytes: AsyncIterable<Uint8Array>,
  options: ReceiveOptions,
): Promise<ReceivedBytes> {
  const { connection, objects, limitInBytes } = options;
  const hash = createHash('sha256');
  const part = new PartBuffer();
  const name = stagingName();
  let head = Buffer.alloc(0);
  let sizeInBytes = 0;
  let upload: PartUpload | undefined;
  try {
    for await (const piece of bytes) {
      sizeInBytes += piece.length;
      if (sizeInBytes > limitInBytes) throw new FileTooLarge(limitInBytes);
      hash.update(piece);
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES - head.length)]);
      for (let rest = part.fill(piece); rest.length > 0; rest = part.fill(rest)) {
        upload ??= await PartUpload.begin(connection, { name, contentType: 'application/octet-stream' });
        await upload.send(part.bytes);
        part.clear();
      }
    }
    await upload?.send(part.bytes);
    await upload?.complete();
  } catch (error) {
    // What cannot be removed now is removed by the sweep.
    if (upload) await Promise.allSettled([upload.abort(), objects.remove(name)]);
    throw error;
  }
  const location = upload
    ? new ObjectStaging(objects, { name, head, sizeInBytes })
    : new InMemoryStaging(objects, part.bytes);
  return { location, sizeInBytes, sha256: hash.digest('hex') };
}
