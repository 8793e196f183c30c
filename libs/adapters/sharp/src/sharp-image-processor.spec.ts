import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { ImageFormat } from '@cairn/images';
import { broken, fixtures, imageProcessorContract, sourceOf, verify } from '@cairn/testkit';
import sharp, { type Sharp } from 'sharp';
import { SharpImageProcessor } from './sharp-image-processor.js';

const open = async (): Promise<SharpImageProcessor> => new SharpImageProcessor();

describe('SharpImageProcessor', () => {
  verify({ contract: imageProcessorContract, subject: { open, reopen: open }, it });

  const processor = new SharpImageProcessor();

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

  it.each<readonly [string, (photo: Sharp) => Sharp]>([
    ['baseline JPEG', (photo) => photo.jpeg()],
    ['progressive JPEG', (photo) => photo.jpeg({ progressive: true, quality: 95 })],
    ['grey JPEG', (photo) => photo.greyscale().jpeg()],
    ['CMYK JPEG', (photo) => photo.toColourspace('cmyk').jpeg()],
    ['JPEG with a colour profile', (photo) => photo.withIccProfile('p3').jpeg()],
    ['16-bit PNG', (photo) => photo.toColourspace('rgb16').png()],
    ['interlaced PNG', (photo) => photo.png({ progressive: true })],
    ['palette PNG', (photo) => photo.png({ palette: true })],
    ['lossless WebP', (photo) => photo.webp({ lossless: true })],
    ['WebP with transparency', (photo) => photo.ensureAlpha(0.5).webp()],
    ['GIF', (photo) => photo.gif()],
    ['10-bit AVIF', (photo) => photo.avif({ bitdepth: 10, effort: 0 })],
    ['AVIF with less colour', (photo) => photo.avif({ chromaSubsampling: '4:2:0', effort: 0 })],
  ])('takes a whole %s, and none that is cut', async (_, encode) => {
    const bytes = await encode(photoOf({ width: 120, height: 90 })).toBuffer();
    expect(await admit(bytes)).toMatchObject({ width: 120, height: 90, frames: 1, orientation: 1 });
    for (const part of [0.3, 0.6, 0.9, 0.99]) {
      const cut = bytes.subarray(0, Math.floor(bytes.length * part));
      await expect(admit(cut)).rejects.toMatchObject({ code: 'undecodable-image' });
    }
  });

  it('does not take the end of a thumbnail for that of the image', async () => {
    const thumbnail = fixtures.jpeg.bytes;
    const app1 = Buffer.from([0xff, 0xe1, 0, 0, ...Buffer.from('Exif\0\0'), ...thumbnail]);
    app1.writeUInt16BE(app1.length - 2, 2);
    const photo = await photoOf({ width: 64, height: 64 }).jpeg().toBuffer();
    const whole = Buffer.concat([photo.subarray(0, 2), app1, photo.subarray(2)]);
    expect(await admit(whole)).toMatchObject({ width: 64, height: 64 });
    await expect(admit(whole.subarray(0, -50))).rejects.toMatchObject({ code: 'undecodable-image' });
  });

  it('looks at every frame', async () => {
    const damaged = fixtures.animatedGif.bytes.slice().fill(0xff, -15, -5); // in the last of them
    await expect(admit(damaged)).rejects.toThrow('its pixels are damaged');
  });

  it('reads a file afresh after it changed', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'cairn-image-'));
    try {
      const file = join(directory, 'image');
      for (const { bytes, format } of [fixtures.webp, fixtures.animatedWebp, fixtures.webp]) {
        await writeFile(file, bytes);
        expect(await processor.identify({ ...sourceOf(bytes), file })).toEqual(format);
      }
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  async function admit(bytes: Uint8Array): Promise<ImageFormat> {
    const format = await processor.identify(sourceOf(bytes, 1_000));
    await processor.verify(sourceOf(bytes, 1_000), format);
    return format;
  }
});

function photoOf({ width, height }: { readonly width: number; readonly height: number }): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width, height, channels: 3, background: 'grey', noise } });
}
