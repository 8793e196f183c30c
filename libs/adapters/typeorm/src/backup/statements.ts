/** A row as `NeededBlob` for each blob that the database needs. */
export const NEEDED_BLOBS = `SELECT blob_key AS "key", sha256, size_in_bytes AS "sizeInBytes",
  content_type AS "contentType", owner, id AS "imageId" FROM image ORDER BY blob_key`;

/** Has a row if an image needs the blob. */
export const NEEDS_BLOB = (key: string): string => `SELECT 1 FROM image WHERE blob_key = ${key}`;

/** One row as `ImageSums`. */
export const IMAGE_SUMS = `SELECT CAST(owners AS double precision) AS owners, CAST(counted AS double precision) AS counted,
    CAST(images AS double precision) AS images, CAST("sizeInBytes" AS double precision) AS "sizeInBytes"
  FROM (SELECT count(*) AS owners, COALESCE(sum(image_count), 0) AS counted FROM catalog) AS quotas,
    (SELECT count(*) AS images, COALESCE(sum(size_in_bytes), 0) AS "sizeInBytes" FROM image) AS stored`;
