import { createHash } from 'node:crypto';
import { FileTooLarge } from '@cairn/images';
import { stagingName } from './names.js';
import { PartUpload } from './part-upload.js';
import type { S3Connection } from './s3-connection.js';
import type { ReceivedBytes } from './staged-bytes.js';
import { InMemoryStaging, ObjectStaging } from './staging-locations.js';
import type { StoredObjects } from './stored-objects.js';

/** The minimum size of a part in S3, except for the last. */
export const PART_BYTES = 5 * 1024 * 1024;

const FIRST_BYTES = 64 * 1024;

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

const HEAD_BYTES = 64;

/** What `receiveBytes` needs. */
export interface ReceiveOptions {
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
