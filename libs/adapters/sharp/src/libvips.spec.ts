import { beforeAll, describe, expect, it } from '@jest/globals';
import { broken } from '@cairn/testkit';
import sharp from 'sharp';
import { libvips, restrictLibvipsWhenLoaded } from './libvips.js';
import { SharpImageProcessor } from './sharp-image-processor.js';

/** libvips settings that another library in the same process may rely on. */
const global = async (): Promise<unknown> => ({
  cache: sharp.cache().items.max,
  threads: sharp.concurrency(),
  svg: (await sharp(broken.svg.bytes).metadata()).format,
});

// One file in this order: libvips's loaders are blocked for the whole process.
describe('SharpImageProcessor', () => {
  it('leaves libvips unchanged for everything else in the process', async () => {
    const before = await global();
    new SharpImageProcessor();
    expect(await global()).toEqual(before);
    expect(before).toMatchObject({ svg: 'svg' });
  });
});

describe('restrictLibvipsWhenLoaded', () => {
  beforeAll(async () => {
    restrictLibvipsWhenLoaded();
    await expect(global()).resolves.toMatchObject({ svg: 'svg' });
    libvips();
  });

  it.each(['svg', 'pdf', 'tiff'] as const)('leaves libvips no loader for %s', async (name) => {
    await expect(sharp(broken[name].bytes).metadata()).rejects.toThrow('unsupported image format');
  });

  it('leaves libvips no loader for its own formats either', async () => {
    const vips = Buffer.from('b6a6f208'.padEnd(128, '0'), 'hex');
    await expect(sharp(vips).metadata()).rejects.toThrow('unsupported image format');
    await expect(sharp(Buffer.from('P3 1 1 255 0 0 0')).metadata()).rejects.toThrow(
      'unsupported image format',
    );
  });
});
