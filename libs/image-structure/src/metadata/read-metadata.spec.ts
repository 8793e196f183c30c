import { deflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { countFrames } from '../frames.js';
import { announcedType } from '../leading-bytes.js';
import { bareExif } from './findings.js';
import { edited } from '../edits.js';
import * as files from './metadata-files.spec.kit.js';
import { MetadataReader, type ImageMetadata } from './read-metadata.js';
import { joined } from '../bytes.js';

const { jpeg, png, webp, avif, gif, exif, profile, text } = files;

const samples: (readonly [name: string, bytes: Uint8Array, bare: Uint8Array, kinds: string])[] = [
  ['JPEG', jpeg(exif, 'Exif'), jpeg(), 'exif,gps,owner'],
  ['JPEG with XMP', jpeg(text('<GPSLatitude>'), 'http://ns.adobe.com/xap/1.0/'), jpeg(), 'gps,xmp'],
  ['JPEG with extended XMP', jpeg(text('x'), 'http://ns.adobe.com/xmp/extension/'), jpeg(), 'xmp'],
  ['JPEG with a list of images', jpeg(text('x'), 'MPF', 0xe2), jpeg(), 'embedded-images'],
  ['JPEG with IPTC', jpeg(text('x'), 'Photoshop 3.0', 0xed), jpeg(), 'iptc'],
  ['JPEG with credentials', jpeg(text('x'), 'JP', 0xeb), jpeg(), 'content-credentials'],
  ['JPEG with a comment', jpeg(text('x'), '', 0xfe), jpeg(), 'comment'],
  ['JPEG with a thumbnail', jpeg(text('x'), 'JFXX', 0xe0), jpeg(), 'thumbnail'],
  ['JPEG before another', joined(jpeg(), jpeg(exif, 'Exif')), jpeg(), 'trailing-data'],
  ['PNG', png('eXIf', exif), png(), 'exif,gps,owner'],
  ['PNG with a text', png('tEXt', text('Author\0me')), png(), 'text'],
  ['PNG with XMP', png('iTXt', text('XML:com.adobe.xmp\0<x>')), png(), 'xmp'],
  [
    'PNG with XMP in UTF-16',
    png('iTXt', text(`XML:com.adobe.xmp\0${[...'GPSLatitude'].join('\0')}`)),
    png(),
    'gps,xmp',
  ],
  ['PNG with a time', png('tIME', text('1234567')), png(), 'time'],
  ['PNG with credentials', png('caBX', text('x')), png(), 'content-credentials'],
  ['PNG before a text', joined(png(), text('x')), png(), 'trailing-data'],
  ['WebP', webp(0x0c, 'EXIF', exif), webp(0), 'exif,gps,owner'],
  ['WebP with XMP', webp(0x04, 'XMP ', text('<x>')), webp(0), 'xmp'],
  ['WebP with something', webp(0, 'abcd', text('<x>')), webp(0), 'application-data'],
  ['AVIF', avif(joined([0, 0, 0, 0], exif)), avif(new Uint8Array(exif.length + 4)), 'exif,gps,owner'],
  ['AVIF with XMP', avif(text('<x>'), 'mime'), avif(new Uint8Array(3), 'mime'), 'xmp'],
  ['GIF with a comment', gif(0xfe, 'hello'), gif(), 'comment'],
  ['GIF with something', gif(0x77, 'hello'), gif(), 'application-data'],
  ['GIF with XMP', gif(0xff, 'XMP DataXMP', 'GPSLatitude'), gif(), 'gps,xmp'],
];

const little = (value: number): readonly number[] => [value, 0, 0, 0];
/** A BMP of one pixel; with `masks` three of 16 bits. With run-length coding, the size in its header may be missing. */
function bmp(compression: number, ...masks: readonly number[]): Uint8Array {
  const bits = [24, 8, 4, 16][compression] ?? 0;
  const info = [...[40, 1, 1].flatMap(little), 1, 0, bits, 0, ...little(compression), ...new Uint8Array(20)];
  const head = [...text('BM'), ...little(0), ...little(0), ...little(54 + masks.length * 4), ...info];
  return joined(head, masks.flatMap(little), [1, 2, 3, 0]);
}

describe('metadata of a BMP', () => {
  it.each([
    ['plain', bmp(0), 'trailing-data'],
    ['with masks', bmp(3, 1, 2, 4), 'trailing-data'],
    ['in runs', bmp(1), ''],
  ])('%s is what stands behind its pixels, where that can be told', async (_, image, kinds) => {
    const bytes = joined(image, text('me'));
    for (const size of [1, 13, 100]) {
      const metadata = await read(bytes, size);
      expect([metadata.isWhole, metadata.kinds.join()]).toEqual([true, kinds]);
      expect(await changed(bytes, metadata.editsFor(1))).toEqual(kinds === '' ? bytes : image);
    }
  });

  it('between its header and its pixels becomes zeros', async () => {
    const image = bmp(0);
    const at = (gap: Uint8Array): Uint8Array =>
      joined(
        image.subarray(0, 10),
        [image.length - 4 + gap.length],
        image.subarray(11, -4),
        gap,
        image.subarray(-4),
      );
    const bytes = at(text('Jane at home'));
    const metadata = await read(bytes);
    expect([metadata.isWhole, metadata.kinds.join()]).toEqual([true, 'application-data']);
    expect(await changed(bytes, metadata.editsFor(1))).toEqual(at(new Uint8Array(12)));
  });

  it('is not told where its header is damaged', async () => {
    expect((await read(joined(bmp(0).subarray(0, 30), [9, 9], text('x')))).isWhole).toBe(false);
  });
});

describe('metadata', () => {
  it.each(samples)('of a %s is cut out, and nothing else', async (_, bytes, bare, kinds) => {
    const metadata = await read(bytes);
    expect(metadata.kinds.join()).toBe(kinds);
    const cut = await changed(bytes, metadata.editsFor(1));
    expect(hexOf(cut)).toBe(hexOf(bare));
    const again = await read(cut);
    expect([again.isWhole, again.kinds, again.editsFor(1)]).toEqual([true, [], []]);
  });

  it.each(samples)('of a %s is found however the bytes come', async (_name, bytes) => {
    const whole = (await read(bytes, bytes.length)).editsFor(6);
    for (const size of [1, 2, 13]) {
      expect((await read(bytes, size)).editsFor(6)).toEqual(whole);
      expect(await changed(bytes, whole, size)).toEqual(await changed(bytes, whole));
    }
  });

  it.each([
    ['PNG', png(), 12],
    ['GIF', gif(), 1],
  ])('of a %s without its end marker is whole, and the marker is written', async (_, bytes, length) => {
    for (let missing = 1; missing <= length; missing += 1) {
      const part = bytes.subarray(0, -missing);
      const found = await read(part);
      expect([found.isWhole, found.kinds]).toEqual([true, []]);
      for (const size of [1, 7, 1_000])
        expect(await changed(part, found.editsFor(1), size)).toEqual(await changed(bytes, [], size));
    }
    expect((await read(bytes.subarray(0, -length - 1))).isWhole).toBe(false);
  });

  it.each(samples)('of a %s that is cut short is not taken for all there is', async (_name, bytes) => {
    const type = announcedType(bytes);
    if (type === undefined || type === 'avif-sequence') throw new Error('no image');
    for (let length = 64; length < bytes.length; length += 1) {
      const part = bytes.subarray(0, length);
      const isAccepted = (await countFrames([part], type)) !== undefined;
      if (isAccepted) expect((await read(part)).isWhole).toBe(true);
    }
  });

  it.each<[string, Uint8Array, number]>([
    ['GIF of comments', Uint8Array.of(0x21, 0xfe, 1, 65, 0), 19],
    ['JPEG of comments', Uint8Array.of(0xff, 0xfe, 0, 3, 65), 2],
  ])('of a %s without end is not looked for to the end', async (name, part, start) => {
    const image = name.startsWith('GIF') ? gif() : jpeg();
    const withParts = (count: number): Uint8Array => {
      const bytes = new Uint8Array(image.length + count * part.length);
      bytes.set(image.subarray(0, start));
      for (let each = 0; each < count; each += 1) bytes.set(part, start + each * part.length);
      bytes.set(image.subarray(start), start + count * part.length);
      return bytes;
    };
    const some = withParts(500);
    const found = await read(some);
    expect([found.isWhole, found.kinds]).toEqual([true, ['comment']]);
    expect(await changed(some, found.editsFor(1))).toEqual(image);
    const reader = new MetadataReader();
    for await (const chunk of reader.readFrom(chunksOf(withParts(80_000), 65_536))) void chunk;
    expect([reader.metadata.isWhole, reader.metadata.hasTooManyParts]).toEqual([false, true]);
  });

  it('of AVIF is zeroed where it comes before the header that tells of it', async () => {
    const bytes = avif(joined([0, 0, 0, 0], exif), 'Exif', 'header last');
    const cut = await changed(bytes, (await read(bytes)).editsFor(1));
    expect(cut).toEqual(avif(new Uint8Array(exif.length + 4), 'Exif', 'header last'));
  });

  it('of AVIF is not zeroed where it claims to be pixels or the header', async () => {
    const bytes = avif(text('x'), 'Exif', 'claims the file');
    const cut = await changed(bytes, (await read(bytes)).editsFor(1));
    expect(cut).toEqual(bytes);
  });

  it.each([
    ['JPEG', jpeg(exif, 'Exif'), jpeg(bareExif(6), 'Exif')],
    ['PNG', png('eXIf', exif), png('eXIf', bareExif(6))],
    ['WebP', webp(0x0c, 'EXIF', exif), webp(0x08, 'EXIF', bareExif(6))],
  ])('leaves the orientation of a %s', async (_name, bytes, turned) => {
    const cut = await changed(bytes, (await read(bytes)).editsFor(6));
    expect(hexOf(cut)).toBe(hexOf(turned));
    const again = await read(cut);
    expect([again.kinds, again.editsFor(6)]).toEqual([[], []]);
  });

  it.each([
    ['a colour profile', jpeg(joined([1, 1], profile()), 'ICC_PROFILE', 0xe2)],
    ['the transform of colours', jpeg(text('xxxxxx'), 'Adobe', 0xee)],
    ['the resolution', jpeg(new Uint8Array(8), 'JFIF', 0xe0)],
    ['a colour profile of PNG', png('iCCP', joined(text('icc\0\0'), deflateSync(profile())))],
    ['the repetitions of a GIF', gif(0xff, 'NETSCAPE2.0', '\u0001\0\0')],
  ])('that says how the pixels are shown stays: %s', async (_name, bytes) => {
    expect((await read(bytes)).editsFor(1)).toEqual([]);
  });

  it('tells time, camera and place', async () => {
    expect((await read(jpeg(exif, 'Exif'))).facts).toEqual(files.facts);
  });

  it('that is damaged tells less', async () => {
    for (let at = 0; at < exif.length; at += 1) {
      for (const value of [0, 0xff]) {
        const damaged = exif.map((byte, index) => (index === at ? value : byte));
        const { kinds, isWhole } = await read(jpeg(damaged, 'Exif'));
        expect([isWhole, kinds.includes('exif')]).toEqual([true, true]);
      }
    }
  });

  it('of what is no image is not known', async () => {
    expect((await read(text('x'.repeat(99)))).isWhole).toBe(false);
    expect((await read(text(''))).isWhole).toBe(false);
  });
});

async function read(bytes: Uint8Array, size = 50): Promise<ImageMetadata> {
  const reader = new MetadataReader();
  const passed: Uint8Array[] = [];
  for await (const chunk of reader.readFrom(chunksOf(bytes, size))) passed.push(chunk);
  expect(joined(...passed)).toEqual(bytes);
  return reader.metadata;
}

async function changed(
  bytes: Uint8Array,
  edits: ReturnType<ImageMetadata['editsFor']>,
  size = 50,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of edited(chunksOf(bytes, size), edits)) parts.push(part);
  return joined(...parts);
}

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

/** Differences are easier to see than in lists of numbers. */
function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
