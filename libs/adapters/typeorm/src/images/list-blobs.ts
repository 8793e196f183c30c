import type { BlobReference } from '@cairn/images/spi';
import { compareTexts } from '@cairn/kernel';
import type { Statements } from '../sql/statements.js';

/**
 * The blobs of images and of the trash. Two statements, because PostgreSQL sorts all rows of a union. An image that
 * moves between the two in the meantime may be missing from both: call `needsBlob` before acting on that.
 */
export async function listBlobs(
  manager: Statements,
  { limit, after }: { readonly limit: number; readonly after: string },
): Promise<readonly BlobReference[]> {
  const images = await manager.sql<readonly BlobReference[]>`
    SELECT blob_key AS "blobKey", id AS "imageId" FROM image
    WHERE blob_key > ${after} ORDER BY blob_key LIMIT ${limit}`;
  const removed = await manager.sql<readonly BlobReference[]>`
    SELECT blob_key AS "blobKey", id AS "imageId" FROM trash
    WHERE blob_key > ${after} ORDER BY blob_key LIMIT ${limit}`;
  const found = [...images, ...removed].map(({ blobKey, imageId }) => ({ blobKey, imageId }));
  return found.sort((one, other) => compareTexts(one.blobKey, other.blobKey)).slice(0, limit);
}
