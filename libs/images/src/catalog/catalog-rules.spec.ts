import { describe, expect, it } from '@jest/globals';
import type { ImageFormat } from '../image/image.js';
import { CatalogRules } from './catalog-rules.js';

const format = (width: number, height: number, frames = 1): ImageFormat => ({
  contentType: 'image/gif',
  width,
  height,
  frames,
  orientation: 1,
});

describe('CatalogRules', () => {
  it('has defaults that may be set one by one', () => {
    const defaults = {
      imageQuota: 10_000,
      maxFileBytes: 26_214_400,
      maxPixels: 50_000_000,
      maxSidePixels: 16_383,
      metadata: 'remove',
      visibility: 'public',
    };
    expect({ ...new CatalogRules() }).toEqual(defaults);
    expect({ ...new CatalogRules({ maxPixels: 9 }) }).toEqual({ ...defaults, maxPixels: 9 });
  });

  it.each([
    [1, 1, 1],
    [16_383, 3_051, 1],
    [1, 16_383, 1],
    [10_000, 5_000, 1],
    [1_000, 1_000, 50],
  ])('admits %i × %i pixels in %i frames', (width, height, frames) => {
    expect(() => new CatalogRules().admit(format(width, height, frames))).not.toThrow();
  });

  it.each([
    [16_384, 1, 1],
    [1, 16_384, 1],
    [10_000, 5_001, 1],
    [1_000, 1_000, 51],
    [1, 1, 50_000_001],
  ])('refuses %i × %i pixels in %i frames', (width, height, frames) => {
    const refused = format(width, height, frames);
    const expected = { code: 'too-many-pixels', format: refused };
    expect(() => new CatalogRules().admit(refused)).toThrow(expect.objectContaining(expected));
  });
});
