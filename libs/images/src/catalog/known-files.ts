import type { Image } from '../image/image.js';

/** An image of an owner whose bytes have a hash that was asked for. */
export interface KnownFile {
  /** The hash that was asked for. */
  readonly sha256: string;
  readonly id: string;
  readonly path: string;
  readonly inTrash: boolean;
}

/** How `addCopy` stores an image with the bytes of another. */
export interface CopyTerms {
  /** The identifier of the image that has the bytes. */
  readonly of: string;
  readonly defaultQuota: number;
}

/**
 * Which bytes tell that an upload is there already: those that were uploaded, by default, or those that are served, from
 * which nobody learns what was cut out.
 */
export type ComparedBytes = 'uploaded' | 'served';

/** The most files that one question has as its answer. */
export const MAX_KNOWN_FILES = 10_000;

/** The hash of the bytes as they were uploaded, and their size; `undefined` if it was not kept. */
export function uploadOf({ file, description }: Pick<Image, 'file' | 'description'>): {
  readonly sha256: string;
  readonly sizeInBytes: number | undefined;
} {
  const { uploadSha256 = file.sha256, uploadSizeInBytes, removed = [] } = description ?? {};
  return {
    sha256: uploadSha256,
    sizeInBytes: uploadSizeInBytes ?? (removed.length === 0 ? file.sizeInBytes : undefined),
  };
}

/** Whether these are the bytes of the image, as they were uploaded or as they are served. */
export function hasBytes(image: Pick<Image, 'file' | 'description'>, sha256: string): boolean {
  return image.file.sha256 === sha256 || uploadOf(image).sha256 === sha256;
}

/** Whether an image has the bytes of an upload. */
export function isSame(
  image: Pick<Image, 'file' | 'description'>,
  upload: Pick<Image, 'file' | 'description'>,
  compared: ComparedBytes = 'uploaded',
): boolean {
  return compared === 'served'
    ? image.file.sha256 === upload.file.sha256
    : hasBytes(image, uploadOf(upload).sha256);
}
