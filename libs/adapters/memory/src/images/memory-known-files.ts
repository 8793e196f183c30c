import type { Image } from '@cairn/images';
import {
  hasBytes,
  isSame,
  MAX_KNOWN_FILES,
  uploadOf,
  type ComparedBytes,
  type KnownFile,
} from '@cairn/images/spi';
import { compareTexts } from '@cairn/kernel';

/** What an owner has uploaded and not deleted for good. */
export interface Uploads {
  readonly images: readonly Image[];
  /** Those in the trash. */
  readonly removed: readonly Image[];
}

export function knownFiles(uploads: Uploads, hashes: readonly string[]): readonly KnownFile[] {
  const images = uploads.images.toSorted(byId).map((image) => ({ image, inTrash: false }));
  const removed = uploads.removed.toSorted(byId).map((image) => ({ image, inTrash: true }));
  return [...new Set(hashes)]
    .sort(compareTexts)
    .flatMap((sha256) =>
      [...images, ...removed].flatMap(({ image, inTrash }) =>
        hasBytes(image, sha256) ? [{ sha256, id: image.id, path: image.path, inTrash }] : [],
      ),
    )
    .slice(0, MAX_KNOWN_FILES);
}

export function knownSizes({ images, removed }: Uploads, sizes: readonly number[]): readonly number[] {
  const known = new Set([...images, ...removed].map((image) => uploadOf(image).sizeInBytes));
  const asked = [...new Set(sizes)].sort((one, other) => one - other);
  return known.has(undefined) ? asked : asked.filter((size) => known.has(size));
}

/** The one of the images that has the bytes of an upload. */
export function sameImage(
  images: readonly Image[],
  upload: Image,
  compared: ComparedBytes | undefined,
): Image | undefined {
  return images.filter((image) => isSame(image, upload, compared)).sort(byId)[0];
}

const byId = (one: Image, other: Image): number => compareTexts(one.id, other.id);
