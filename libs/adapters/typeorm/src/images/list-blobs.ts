import type { BlobReference } from '@cairn/images/spi';
import { run } from '../sql/sql-builder.js';
import type { Statements } from '../sql/statements.js';
import { blobList } from './tables/blobs.js';

/**
 * The blobs of images and of the trash. An image that moves between the two in the meantime may be missing from both:
 * call `needsBlob` before acting on that.
 */
export async function listBlobs(
  manager: Statements,
  { limit, after }: { readonly limit: number; readonly after: string },
): Promise<readonly BlobReference[]> {
  const rows = await run<{ readonly key: string; readonly imageId: string }>(manager, (parameter) =>
    blobList(() => 'id AS "imageId"', { after: () => parameter(after), limit: () => parameter(limit) }),
  );
  return Array.from(rows, ({ key: blobKey, imageId }) => ({ blobKey, imageId }));
}
