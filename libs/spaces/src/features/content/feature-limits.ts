import { DEFAULT_GEOJSON_LIMITS } from '@cairn/geometry';
import type { FeatureQuota } from './account-use.js';

/** Maximum length of a feature id, in characters. */
export const MAX_FEATURE_ID_LENGTH = 512;

/** What to do with a feature that exceeds the limits. */
export const HOW_TO_SPLIT = 'simplify its geometry, or cut it into several features';

/** Limits of one feature. */
export interface FeatureLimits {
  /** Positions of its geometry, including the closing ones of rings. */
  readonly maxVertices: number;
  /** Members of objects and items of arrays at any depth, except those of coordinates. */
  readonly maxValues: number;
  /** Arrays and objects inside each other; the feature itself is the first. */
  readonly maxDepth: number;
  /** Size of its text in UTF-8. */
  readonly maxSizeInBytes: number;
}

export const DEFAULT_FEATURE_LIMITS: FeatureLimits = {
  maxVertices: DEFAULT_GEOJSON_LIMITS.maxVertices,
  maxValues: DEFAULT_GEOJSON_LIMITS.maxValues,
  maxDepth: DEFAULT_GEOJSON_LIMITS.maxDepth,
  maxSizeInBytes: 10 * 1024 * 1024,
};

/** The limits of every feature, and those of an account over all its spaces. */
export class FeatureRules {
  readonly limits: FeatureLimits;

  constructor(
    limits: Partial<FeatureLimits> = {},
    readonly quota: FeatureQuota = {},
  ) {
    this.limits = { ...DEFAULT_FEATURE_LIMITS, ...limits };
  }
}

/** Whether a text is longer than this in UTF-8. Counts the bytes only if the length of the text does not decide. */
export function isLonger(text: string, sizeInBytes: number): boolean {
  if (text.length > sizeInBytes) return true;
  if (text.length * 3 <= sizeInBytes) return false;
  let size = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    const isHalfPair = unit >= 0xd800 && unit <= 0xdfff;
    size += unit < 0x80 ? 1 : unit < 0x800 || isHalfPair ? 2 : 3;
  }
  return size > sizeInBytes;
}
