const NEEDED = `blob_key AS "key", sha256, size_in_bytes AS "sizeInBytes",
  content_type AS "contentType", owner, id AS "imageId"`;
const OF_IMAGES = `SELECT ${NEEDED}, 'catalog' AS place FROM image`;
const OF_TRASH = `SELECT ${NEEDED}, 'trash' AS place FROM trash`;

/** Selects a `NeededBlob` for each blob that the database needs, including those of images in the trash. */
export const NEEDED_BLOBS = `${OF_IMAGES} UNION ALL ${OF_TRASH} WHERE blob_key IS NOT NULL ORDER BY 1`;

/** Selects one page of these. The parameters are the key to continue after, and the page length, twice. */
export const NEEDED_BLOBS_AFTER = (parameter: (index: number) => string): string => {
  const page = (select: string, first: number): string =>
    `${select} WHERE blob_key > ${parameter(first)} ORDER BY blob_key LIMIT ${parameter(first + 1)}`;
  return `SELECT * FROM (${page(OF_IMAGES, 0)}) AS images
    UNION ALL SELECT * FROM (${page(OF_TRASH, 2)}) AS removed ORDER BY 1 LIMIT ${parameter(4)}`;
};

/** Returns a row if an image needs the blob. */
export const NEEDS_BLOB = (key: string): string => `WITH wanted (key) AS (SELECT CAST(${key} AS text))
  SELECT 1 FROM wanted WHERE EXISTS (SELECT 1 FROM image WHERE blob_key = wanted.key)
    OR EXISTS (SELECT 1 FROM trash WHERE blob_key = wanted.key)`;

/** Selects the `ImageSums` as one row. */
export const IMAGE_SUMS = `SELECT ${['owners', 'counted', '"countedBytes"', 'images', '"sizeInBytes"']
  .map((column) => `CAST(${column} AS double precision) AS ${column}`)
  .join(', ')}
  FROM (SELECT count(*) AS owners, COALESCE(sum(image_count), 0) AS counted,
      COALESCE(sum(bytes), 0) AS "countedBytes" FROM catalog) AS quotas,
    (SELECT count(*) AS images, COALESCE(sum(size_in_bytes), 0) AS "sizeInBytes" FROM image) AS stored`;
