import type { Image } from '@cairn/images';
import { uploadOf } from '@cairn/images/spi';
import type { DatabaseName } from '../../sql/table.js';

/** The migration that adds hashes of uploads to the trash. */
export const UPLOAD_HASHES = 'UploadHashes1796800000500';

/** The migration that lets images share blobs. */
export const SHARED_BLOBS = 'SharedBlobs1796800000510';

/** The uploaded bytes, by `uploadOf`. */
export interface UploadColumns {
  readonly uploadSha256: string;
  readonly uploadSize: number | null;
}

export interface SharedColumns {
  /** Of an image that was added with the blob of another: the key of that. Its own `blobKey` is only unique. */
  readonly sharedKey: string | null;
}

export function uploadRow(image: Pick<Image, 'file' | 'description'>): UploadColumns {
  const { sha256, sizeInBytes = null } = uploadOf(image);
  return { uploadSha256: sha256, uploadSize: sizeInBytes };
}

/** Of an image that has the blob of another, also in the trash. No blob has a key with this character. */
export const keysOfCopy = ({
  id,
  file,
}: Pick<Image, 'id' | 'file'>): SharedColumns & { readonly blobKey: string } => ({
  blobKey: `=${id}`,
  sharedKey: file.blobKey,
});

const HASH_OF_UPLOAD = `'"uploadSha256":"([0-9a-f]{64})"'`;

/**
 * Of an image without the size, in SQL. Descriptions and records are JSON that `JSON.stringify` wrote: a quote within a string has
 * a backslash before it, so that these patterns match members only.
 */
export const uploadSize: Readonly<Record<DatabaseName, string>> = {
  sqlite: `CASE WHEN description IS NULL OR instr(description, '"removed":[]') > 0 THEN size_in_bytes END`,
  postgres: `CASE WHEN description IS NULL OR strpos(description, '"removed":[]') > 0 THEN size_in_bytes END`,
};

/** Fill the columns of images in the trash. */
export const trashHashes: Readonly<Record<DatabaseName, readonly string[]>> = {
  sqlite: [
    `UPDATE trash SET upload_sha256 = COALESCE(json_extract(record, '$.image.description.uploadSha256'), sha256),
      upload_size = CASE WHEN instr(record, '"removed":["') = 0 THEN size_in_bytes END WHERE kind = 'image'`,
  ],
  postgres: [
    `UPDATE trash SET upload_sha256 = COALESCE(substring(record from ${HASH_OF_UPLOAD}), sha256),
      upload_size = CASE WHEN strpos(record, '"removed":["') = 0 THEN size_in_bytes END WHERE kind = 'image'`,
  ],
};
