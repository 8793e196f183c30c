import { TooManyPixels } from '../errors.js';
import type { ImageFormat } from './image.js';
import type { MetadataChoice } from './image-description.js';

export interface CatalogLimits {
  /** How many images an owner without a quota of their own may have. */
  readonly imageQuota: number;
  readonly maxFileBytes: number;
  /** Frames × width × height. */
  readonly maxPixels: number;
  /** Of the width and of the height. */
  readonly maxSidePixels: number;
  /** What becomes of the metadata of an upload that does not say so itself. */
  readonly metadata: MetadataChoice;
}

/** The limits that every image of the catalog keeps. */
export class CatalogRules implements CatalogLimits {
  /** 25 MB are 25 × 1024² bytes; 50 MP and 16,383 px are what decoders of the field accept without hurting a small host. */
  static readonly defaults: CatalogLimits = {
    imageQuota: 10_000,
    maxFileBytes: 25 * 1024 * 1024,
    maxPixels: 50_000_000,
    maxSidePixels: 16_383,
    metadata: 'remove',
  };

  readonly imageQuota: number;
  readonly maxFileBytes: number;
  readonly maxPixels: number;
  readonly maxSidePixels: number;
  readonly metadata: MetadataChoice;

  constructor(limits: Partial<CatalogLimits> = {}) {
    const all = { ...CatalogRules.defaults, ...limits };
    this.imageQuota = all.imageQuota;
    this.maxFileBytes = all.maxFileBytes;
    this.maxPixels = all.maxPixels;
    this.maxSidePixels = all.maxSidePixels;
    this.metadata = all.metadata;
  }

  /** @throws {TooManyPixels} when the image would need more memory to decode than is allowed. */
  admit(format: ImageFormat): void {
    const { width, height, frames } = format;
    if (Math.max(width, height) > this.maxSidePixels || width * height * frames > this.maxPixels) {
      throw new TooManyPixels(format, this);
    }
  }
}
