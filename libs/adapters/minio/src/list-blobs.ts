import { isBlobKey, type StoredBlob } from '@cairn/images';
import { listObjects } from './list-objects.js';
import type { S3Connection } from './s3-connection.js';

/** The blobs in a folder, by ascending key, at most `limit`, those behind `after`. @throws {StorageUnavailable} */
export async function listBlobs(
  connection: S3Connection,
  { folder, limit, after }: { folder: string; limit: number; after: string | undefined },
): Promise<readonly StoredBlob[]> {
  const listed: StoredBlob[] = [];
  if (limit <= 0) return listed;
  for await (const { name, storedAt } of listObjects(connection, { folder, after, atOnce: limit })) {
    const key = name.slice(folder.length);
    if (isBlobKey(key)) listed.push({ key, storedAt });
    if (listed.length >= limit) break;
  }
  return listed;
}
