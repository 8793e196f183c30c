import { blobList, type BlobPage } from '../images/tables/blobs.js';

export { NEEDS_BLOB } from '../images/tables/blobs.js';

const columns = (holder: string): string => `sha256, size_in_bytes AS "sizeInBytes",
  content_type AS "contentType", owner, id AS "imageId", '${holder === 'image' ? 'catalog' : holder}' AS place`;

/** Selects a `NeededBlob` for each blob that the database needs, including those of images in the trash. */
export const NEEDED_BLOBS = blobList(columns);

/** Selects one page of these. */
export const neededBlobsAfter = (page: BlobPage): string => blobList(columns, page);

/** Selects the `ImageSums` as one row. */
export const IMAGE_SUMS = `SELECT ${['owners', 'counted', '"countedBytes"', 'images', '"sizeInBytes"']
  .map((column) => `CAST(${column} AS double precision) AS ${column}`)
  .join(', ')}
  FROM (SELECT count(*) AS owners, COALESCE(sum(image_count), 0) AS counted,
      COALESCE(sum(bytes), 0) AS "countedBytes" FROM catalog) AS quotas,
    (SELECT count(*) AS images, COALESCE(sum(size_in_bytes), 0) AS "sizeInBytes" FROM image) AS stored`;
