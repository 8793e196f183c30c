import { edited, MetadataReader, pixelsEnd } from '@cairn/image-structure';
import { describe, expect, it } from '@jest/globals';
import { sourceOf } from '@cairn/testkit';
import sharp, { type Sharp } from 'sharp';
import { SharpImageProcessor } from './sharp-image-processor.js';

const EOI_BYTES = 2;
const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
const photo = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: 'grey', noise } });
const chunksOf = (bytes: Uint8Array, size = 65_536): AsyncIterable<Uint8Array> =>
  sourceOf(bytes, size).read();
/** What phones write behind a panorama: it has bytes that look like markers. */
const trailer = Buffer.from('\x99\xff\xcd\x00\x08\xff\xda SEFT Lat 48.1374 Lon 11.5755', 'latin1');

const codings: readonly (readonly [string, (image: Sharp) => Sharp])[] = [
  ['baseline', (image) => image.jpeg({ chromaSubsampling: '4:4:4' })],
  ['baseline with less colour', (image) => image.jpeg({ quality: 95 })],
  ['grey', (image) => image.toColourspace('b-w').jpeg()],
  ['progressive', (image) => image.jpeg({ progressive: true, quality: 95 })],
  ['progressive, grey', (image) => image.toColourspace('b-w').jpeg({ progressive: true, quality: 30 })],
  ['progressive, of other scans', (image) => image.jpeg({ progressive: true, optimiseScans: true })],
  ['CMYK', (image) => image.toColourspace('cmyk').jpeg()],
];

describe.each(codings)('a JPEG without its end marker, %s', (_, encode) => {
  it.each([
    [1, 1],
    [17, 33],
    [120, 90],
  ])('of %d × %d pixels has all of them up to its last byte', async (width, height) => {
    const whole = await encode(photo(width, height)).toBuffer();
    const bytes = whole.subarray(0, -EOI_BYTES);
    for (const size of [7, 1_000, 65_536]) {
      expect(await pixelsEnd(chunksOf(bytes, size))).toBe(bytes.length);
      expect(await pixelsEnd(chunksOf(Buffer.concat([bytes, trailer]), size))).toBe(bytes.length);
    }
    for (const missing of [1, 2, 10, 100])
      expect(await pixelsEnd(chunksOf(bytes.subarray(0, -missing)))).toBeUndefined();
  });

  it('is taken, and gets the marker in place of all that follows', async () => {
    const whole = await encode(photo(120, 90)).toBuffer();
    const bytes = Buffer.concat([whole.subarray(0, -EOI_BYTES), trailer]);
    const processor = new SharpImageProcessor();
    const size = { width: 120, height: 90, frames: 1 };
    expect(await processor.examine(sourceOf(bytes), () => undefined, 'a')).toMatchObject(size);
    const first = new MetadataReader();
    for await (const chunk of first.readFrom(chunksOf(bytes))) void chunk;
    expect(first.metadata.isWhole).toBe(false);
    const found = await first.complete(() => chunksOf(bytes));
    expect(found?.isWhole).toBe(true);
    const served: Uint8Array[] = [];
    for await (const chunk of edited(chunksOf(bytes, 100), found?.editsFor(1) ?? [])) served.push(chunk);
    expect(Buffer.concat(served).toString('latin1')).not.toContain('SEFT');
    expect(Buffer.concat(served).subarray(-EOI_BYTES)).toEqual(Buffer.of(0xff, 0xd9));
    const pixels = (of: Uint8Array) => sharp(of, { failOn: 'warning' }).raw().toBuffer();
    expect((await pixels(Buffer.concat(served))).equals(await pixels(whole))).toBe(true);
  });
});

it('does not go through one that goes through all its blocks again and again', async () => {
  const whole = await photo(64, 64).jpeg({ progressive: true }).toBuffer();
  const scan = whole.subarray(
    whole.indexOf('ffda', 'hex'),
    whole.indexOf('ffc4', whole.indexOf('ffda', 'hex'), 'hex'),
  );
  const repeated = Buffer.concat([
    whole.subarray(0, whole.indexOf('ffda', 'hex')),
    ...Array.from({ length: 100 }, () => scan),
  ]);
  expect(await pixelsEnd(chunksOf(repeated))).toBeUndefined();
});
