const NEEDED_BLOB = `blob_key AS "key", sha256, size_in_bytes AS "sizeInBytes",
  content_type AS "contentType", owner, id AS "imageId" FROM image`;

/** A row as `NeededBlob` for each blob that the database needs. */
export const NEEDED_BLOBS = `SELECT ${NEEDED_BLOB} ORDER BY blob_key`;

/** A page of them: the parameters are the key that it begins after, and its length. */
export const NEEDED_BLOBS_AFTER = (parameter: (index: number) => string): string =>
  `SELECT ${NEEDED_BLOB} WHERE blob_key > ${parameter(0)} ORDER BY blob_key LIMIT ${parameter(1)}`;

/** Has a row if an image needs the blob. */
export const NEEDS_BLOB = (key: string): string => `SELECT 1 FROM image WHERE blob_key = ${key}`;

/** One row as `ImageSums`. */
export const IMAGE_SUMS = `SELECT ${['owners', 'counted', '"countedBytes"', 'images', '"sizeInBytes"']
  .map((column) => `CAST(${column} AS double precision) AS ${column}`)
  .join(', ')}
  FROM (SELECT count(*) AS owners, COALESCE(sum(image_count), 0) AS counted,
      COALESCE(sum(bytes), 0) AS "countedBytes" FROM catalog) AS quotas,
    (SELECT count(*) AS images, COALESCE(sum(size_in_bytes), 0) AS "sizeInBytes" FROM image) AS stored`;
