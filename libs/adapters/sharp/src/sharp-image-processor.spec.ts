import { describe, expect, it } from '@jest/globals';
import type { ImageFormat } from '@cairn/images/spi';
import { fixtures, imageProcessorContract, sourceOf, verify } from '@cairn/testkit';
import sharp, { type Sharp } from 'sharp';
import { type DecodeLimits, SharpImageProcessor } from './sharp-image-processor.js';

const open = async (): Promise<SharpImageProcessor> => new SharpImageProcessor({ furtherTypes: [] });

describe('SharpImageProcessor', () => {
  verify({ contract: imageProcessorContract, subject: { open, reopen: open }, it });

  const processor = new SharpImageProcessor();

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
  ])('accepts a whole %s, and no truncated one', async (_, encode) => {
    const bytes = await encode(photoOf({ width: 120, height: 90 })).toBuffer();
    expect(await admit(bytes)).toMatchObject({ width: 120, height: 90, frames: 1, orientation: 1 });
    for (const part of [0.3, 0.6, 0.9, 0.99]) {
      const cut = bytes.subarray(0, Math.floor(bytes.length * part));
      await expect(admit(cut)).rejects.toMatchObject({ code: 'undecodable-image' });
    }
  });

  it.each<readonly [string, (bytes: Buffer) => unknown]>([
    [
      'a quantization table that is not there',
      (bytes) => bytes.writeUInt8(3, bytes.indexOf('ffc0', 'hex') + 12),
    ],
    [
      'a Huffman table that is none',
      (bytes) => {
        const counts = bytes.subarray(bytes.indexOf('ffc4', 'hex') + 5).subarray(0, 16);
        counts.set([counts.reduce((sum, count) => sum + count, 0), ...Array<number>(15).fill(0)]); // all codes of one bit
      },
    ],
  ])('refuses a JPEG with %s', async (_, damage) => {
    const bytes = await photoOf({ width: 64, height: 64 }).jpeg().toBuffer();
    damage(bytes);
    await expect(admit(bytes)).rejects.toMatchObject({ code: 'undecodable-image' });
  });

  it.each<readonly [string, (bytes: Buffer, scan: number) => unknown]>([
    [
      'a Huffman table that is none',
      (bytes, scan) => {
        const counts = bytes.indexOf('ffc4', scan, 'hex') + 5;
        bytes.fill(0xff, counts, counts + 16);
      },
    ],
    ['a marker that nobody knows', (bytes, scan) => bytes.set([0xff, 0xbc], scan + 12)],
    [
      'a scan of a component that is not there',
      (bytes) => bytes.writeUInt8(9, bytes.lastIndexOf('ffda', undefined, 'hex') + 5),
    ],
  ])('refuses a progressive JPEG that has behind its first scan %s', async (_, damage) => {
    const bytes = await photoOf({ width: 64, height: 64 }).jpeg({ progressive: true }).toBuffer();
    damage(bytes, bytes.indexOf('ffda', 'hex'));
    await expect(admit(bytes)).rejects.toMatchObject({ code: 'undecodable-image' });
  });

  it('goes by how an AVIF is coded, not by its first brand', async () => {
    const bytes = Buffer.from(fixtures.avif.bytes);
    bytes.write('mif1', 8);
    expect(bytes.subarray(16, 64).includes('avif')).toBe(true);
    expect(await admit(bytes)).toEqual(fixtures.avif.format);
    bytes.write('hvc1', bytes.indexOf('av01'));
    await expect(admit(bytes)).rejects.toThrow();
  });

  it('takes a JPEG with bytes between its segments that are no segment', async () => {
    const bytes = Buffer.from(fixtures.jpeg.bytes);
    const frame = bytes.indexOf('ffc0', 'hex');
    for (const stray of [[0], [10, 10, 10, 10, 10, 10, 10], [0xff, 0]]) {
      const parts = [bytes.subarray(0, frame), Buffer.from(stray), bytes.subarray(frame)];
      expect(await admit(Buffer.concat(parts))).toEqual(fixtures.jpeg.format);
    }
  });

  it('refuses a large AVIF with damaged pixels', async () => {
    const large = { width: 4_000, height: 2_600, channels: 3, background: 'grey' } as const;
    const bytes = await sharp({ create: large }).avif({ effort: 0 }).toBuffer();
    bytes.fill(0x5a, bytes.indexOf('mdat') + 20);
    await expect(admit(bytes)).rejects.toThrow('its pixels are damaged');
  });

  it('refuses a TIFF with damaged pixels', async () => {
    const bytes = await photoOf({ width: 64, height: 64 }).tiff({ compression: 'lzw' }).toBuffer();
    const tiffs = new SharpImageProcessor({ furtherTypes: ['image/tiff'] });
    const examined = async (): Promise<ImageFormat> =>
      await tiffs.examine(sourceOf(bytes, 1_000), () => undefined, 'a');
    await expect(examined()).resolves.toMatchObject({ contentType: 'image/tiff' });
    bytes.fill(0xff, 100, 1_000);
    await expect(examined()).rejects.toThrow('its pixels are damaged');
  });

  it('names the types that it takes where it refuses another one', async () => {
    const text = sourceOf(Buffer.from('no image'), 1_000);
    const refused = async (limits: DecodeLimits): Promise<ImageFormat> =>
      await new SharpImageProcessor(limits).examine(text, () => undefined, 'a');
    await expect(refused({ furtherTypes: [] })).rejects.toThrow(
      'The file is not a JPEG, PNG, WebP, GIF or AVIF image.',
    );
    await expect(refused({ furtherTypes: ['image/heic', 'image/jxl'] })).rejects.toThrow(
      'The file is not a JPEG, PNG, WebP, GIF, AVIF, HEIC or JPEG XL image.',
    );
  });

  it('does not take the end of a thumbnail for the end of the image', async () => {
    const thumbnail = fixtures.jpeg.bytes;
    const app1 = Buffer.from([0xff, 0xe1, 0, 0, ...Buffer.from('Exif\0\0'), ...thumbnail]);
    app1.writeUInt16BE(app1.length - 2, 2);
    const photo = await photoOf({ width: 64, height: 64 }).jpeg().toBuffer();
    const whole = Buffer.concat([photo.subarray(0, 2), app1, photo.subarray(2)]);
    expect(await admit(whole)).toMatchObject({ width: 64, height: 64 });
    await expect(admit(whole.subarray(0, -50))).rejects.toMatchObject({ code: 'undecodable-image' });
  });

  it('decodes every frame', async () => {
    const damaged = fixtures.animatedGif.bytes.slice().fill(0xff, -15, -5); // in the last frame
    await expect(admit(damaged)).rejects.toThrow('its pixels are damaged');
  });

  it('ignores GIF frames outside a small canvas', async () => {
    const { bytes, format } = fixtures.animatedGif;
    const small = bytes.slice().fill(0, 6, 10).fill(1, 6, 7).fill(1, 8, 9);
    expect(await admit(small)).toMatchObject({ contentType: 'image/gif', frames: format.frames });
  });

  it.each(['jpeg', 'png', 'webp', 'gif', 'animatedWebp', 'animatedGif'] as const)(
    'reads a source once: %s',
    async (name) => {
      const source = sourceOf(fixtures[name].bytes, 1_000);
      let reads = 0;
      const counted = {
        ...source,
        read: () => {
          reads += 1;
          return source.read();
        },
      };
      await processor.examine(counted, () => undefined, 'a');
      expect(reads).toBe(1);
    },
  );

  it('reads a JPEG again when its header is longer than what was kept', async () => {
    const photo = await photoOf({ width: 64, height: 64 }).jpeg().toBuffer();
    const segment = Buffer.alloc(60_000).fill(Buffer.from([0xff, 0xe9, 0xea, 0x5e]), 0, 4);
    const long = Buffer.concat([
      photo.subarray(0, 2),
      ...Array.from({ length: 6 }, () => segment),
      photo.subarray(2),
    ]);
    expect(await admit(long)).toMatchObject({ width: 64, height: 64 });
  });

  async function admit(bytes: Uint8Array): Promise<ImageFormat> {
    return await processor.examine(sourceOf(bytes, 1_000), () => undefined, 'a');
  }
});

function photoOf({ width, height }: { readonly width: number; readonly height: number }): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width, height, channels: 3, background: 'grey', noise } });
}
