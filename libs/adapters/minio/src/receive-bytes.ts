import { createHash } from 'node:crypto';
import { FileTooLarge } from '@cairn/images';
import { stagingName } from './names.js';
import { PartBuffer } from './part-buffer.js';
import { PartUpload } from './part-upload.js';
import { InMemoryStaging, ObjectStaging } from './staging-locations.js';
import type { S3Connection } from './s3-connection.js';
import type { ReceivedBytes } from './staged-bytes.js';
import type { StoredObjects } from './stored-objects.js';

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
