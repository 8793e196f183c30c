import { blobList, type BlobPage } from '../images/tables/blobs.js';
import { storedBytes } from '../images/tables/whole-file.js';

export { NEEDS_BLOB } from '../images/tables/blobs.js';

// What is stored, which may be more than what is served. An entry of the trash has no other digest and size.
const stored = {
  image: `COALESCE(stored_sha256, sha256) AS sha256, ${storedBytes()}`,
  trash: 'sha256, size_in_bytes',
  contribution: 'sha256, size_in_bytes',
} as const;
const places = { image: 'catalog', trash: 'trash', contribution: 'contributions' } as const;
const columns = (holder: keyof typeof stored): string => `${stored[holder]} AS "sizeInBytes",
  content_type AS "contentType", owner, id AS "imageId", '${places[holder]}' AS place`;

/** Selects a `NeededBlob` for each blob that the database needs, including those of images that are in the trash or wait for approval. */
export const NEEDED_BLOBS = blobList(columns);

/** Selects one page of these. */
export const neededBlobsAfter = (page: BlobPage): string => blobList(columns, page);

/** Selects the `ImageSums` as one row. */
export const IMAGE_SUMS = `SELECT ${['owners', 'counted', '"countedBytes"', 'images', '"sizeInBytes"']
  .map((column) => `CAST(${column} AS double precision) AS ${column}`)
  .join(', ')}
  FROM (SELECT count(*) AS owners, COALESCE(sum(image_count), 0) AS counted,
      COALESCE(sum(bytes), 0) AS "countedBytes" FROM catalog) AS quotas,
    (SELECT count(*) AS images, COALESCE(sum(${storedBytes()}), 0) AS "sizeInBytes" FROM image) AS stored`;
