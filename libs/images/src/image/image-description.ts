import type { PhotoFacts } from '@cairn/image-structure';

/**
 * What to do with the metadata of an upload, such as GPS, serial numbers and comments. `remove` cuts it out of what is stored,
 * `hide` stores the file whole and cuts it out of what is served, `keep` serves it.
 */
export const METADATA_CHOICES = ['remove', 'hide', 'keep'] as const;
export type MetadataChoice = (typeof METADATA_CHOICES)[number];

/** The appearance of an image. */
export interface Appearance {
  /** The dominant colour, `#` and six lower-case hexadecimal digits. */
  readonly color: string;
  /** ThumbHash, in base64. */
  readonly thumbhash: string;
  /** Perceptual hash, 16 hexadecimal digits: similar images differ in few bits. */
  readonly perceptualHash: string;
  /** Another one, of the lowest frequencies. Absent for images described before it was made; the job adds it. */
  readonly dctHash?: string | undefined;
}

/** Whether there is nothing left to find out about an image. */
export function isCompletelyDescribed(description: ImageDescription | undefined): boolean {
  const appearance = description?.appearance;
  return appearance === 'unknown' || appearance?.dctHash !== undefined;
}

/** Facts about an image for its owner, in addition to the file's. */
export interface ImageDescription extends PhotoFacts {
  /** The SHA-256 of the uploaded bytes, lower-case hexadecimal. */
  readonly uploadSha256: string;
  /** The size of the uploaded bytes. Absent if nothing was cut out of them, and for older images. */
  readonly uploadSizeInBytes?: number | undefined;
  /** The kinds of metadata that were removed, in alphabetical order. */
  readonly removed: readonly string[];
  /** The time that its name tells, in ISO 8601; a guess. */
  readonly timeInName?: string | undefined;
  /** The date of the uploaded file, in ISO 8601; a guess. */
  readonly fileModifiedAt?: string | undefined;
  /** The API key of the upload; absent without one, and for older images. */
  readonly keyId?: string | undefined;
  /** Absent until the image has been described; `unknown` if it cannot be decoded. */
  readonly appearance?: Appearance | 'unknown' | undefined;
}
