import { TooManyPixels } from '../errors.js';
import type { ImageFormat } from '../image/image.js';
import type { MetadataChoice } from '../image/image-description.js';
import type { Visibility } from '../image/visibility.js';

export interface CatalogLimits {
  /** Quota of owners without their own, in images. */
  readonly imageQuota: number;
  /** Quota of owners without their own, in bytes of originals as they are stored; none by default. */
  readonly byteQuota?: number | undefined;
  readonly maxFileBytes: number;
  /** Frames × width × height. */
  readonly maxPixels: number;
  /** Maximum width and maximum height. */
  readonly maxSidePixels: number;
  /** The default for uploads that do not say how to treat metadata. */
  readonly metadata: MetadataChoice;
  /** Of uploads that do not say who may see them, where no folder has a default. */
  readonly visibility: Visibility;
}

/** The limits of every image in the catalog. */
export class CatalogRules implements CatalogLimits {
  /** 25 MB are 25 × 1024² bytes. Common decoders accept 50 MP and 16,383 px without overloading a small host. */
  static readonly defaults: CatalogLimits = {
    imageQuota: 10_000,
    maxFileBytes: 25 * 1024 * 1024,
    maxPixels: 50_000_000,
    maxSidePixels: 16_383,
    metadata: 'remove',
    visibility: 'public',
  };

  readonly imageQuota: number;
  readonly byteQuota: number | undefined;
  readonly maxFileBytes: number;
  readonly maxPixels: number;
  readonly maxSidePixels: number;
  readonly metadata: MetadataChoice;
  readonly visibility: Visibility;

  constructor(limits: Partial<CatalogLimits> = {}) {
    const all = { ...CatalogRules.defaults, ...limits };
    this.imageQuota = all.imageQuota;
    this.byteQuota = all.byteQuota;
    this.maxFileBytes = all.maxFileBytes;
    this.maxPixels = all.maxPixels;
    this.maxSidePixels = all.maxSidePixels;
    this.metadata = all.metadata;
    this.visibility = all.visibility;
  }

  /** @throws {TooManyPixels} when the image would need more memory to decode than is allowed. */
  admit(format: ImageFormat): void {
    const { width, height, frames } = format;
    if (Math.max(width, height) > this.maxSidePixels || width * height * frames > this.maxPixels) {
      throw new TooManyPixels(format, this);
    }
  }
}
