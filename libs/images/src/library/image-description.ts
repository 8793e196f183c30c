/** What is to become of the metadata of an upload: GPS, serial numbers, comments and the like. */
export const METADATA_CHOICES = ['remove', 'keep'] as const;
export type MetadataChoice = (typeof METADATA_CHOICES)[number];

/** What an image looks like. */
export interface Appearance {
  /** The dominant colour, `#` and six lower-case hexadecimal digits. */
  readonly color: string;
  /** ThumbHash, in base64. */
  readonly thumbhash: string;
  /** 16 hexadecimal digits; images that look alike differ in few bits. */
  readonly perceptualHash: string;
}

/** Where a photo was taken, in degrees. */
export interface CapturePosition {
  readonly longitude: number;
  readonly latitude: number;
}

/** What is known of an image for its owner, besides what the file is. */
export interface ImageDescription {
  /** Of the bytes as they were uploaded, lower-case hexadecimal. */
  readonly uploadSha256: string;
  /** The kinds of metadata that were cut out, in alphabetical order. */
  readonly removed: readonly string[];
  /** As the camera wrote it: ISO 8601, with the offset from UTC if it is known. */
  readonly capturedAt?: string | undefined;
  readonly camera?: { readonly make?: string | undefined; readonly model?: string | undefined } | undefined;
  readonly position?: CapturePosition | undefined;
  /** The API key it was uploaded with; absent if there was none, and for older images. */
  readonly keyId?: string | undefined;
  /** Absent until the image has been looked at; `unknown` if it cannot be decoded. */
  readonly appearance?: Appearance | 'unknown' | undefined;
}
