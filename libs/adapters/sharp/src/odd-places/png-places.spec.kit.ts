import { inflateSync } from 'node:zlib';
import { pngChunks, pngFile, stored, type Chunk } from './containers.spec.kit.js';
import { withPrivateTag } from './jpeg-places.spec.kit.js';
import type { Places } from './places.spec.kit.js';
import { MARKER } from './served.spec.kit.js';

const chunk = (type: string, ...parts: readonly (string | Uint8Array)[]): Chunk => ({
  type,
  data: Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))),
});
function before(bytes: Buffer, type: string, ...added: readonly Chunk[]): Buffer {
  const chunks = pngChunks(bytes);
  return pngFile(
    chunks.toSpliced(
      chunks.findIndex((each) => each.type === type),
      0,
      ...added,
    ),
  );
}
const beforePixels = (bytes: Buffer, ...added: readonly Chunk[]): Buffer => before(bytes, 'IDAT', ...added);
const beforeEnd = (bytes: Buffer, ...added: readonly Chunk[]): Buffer => before(bytes, 'IEND', ...added);
function changed(bytes: Buffer, type: string, change: (data: Buffer) => Buffer): Buffer {
  return pngFile(
    pngChunks(bytes).map((each) => (each.type === type ? { type, data: change(each.data) } : each)),
  );
}
const longer = (bytes: Buffer, type: string): Buffer =>
  changed(bytes, type, (data) => Buffer.concat([data, MARKER]));
/** The profile of a chunk `iCCP`, changed, and not compressed. */
function profiled(bytes: Buffer, change: (profile: Buffer) => Buffer, name = 'icc'): Buffer {
  return changed(bytes, 'iCCP', (data) => {
    const profile = inflateSync(data.subarray(data.indexOf(0) + 2));
    return Buffer.concat([Buffer.from(`${name}\0\0`), stored(change(profile))]);
  });
}
const numbers = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
};
const animated = (frames: number): Chunk => chunk('acTL', numbers(frames, 0));
const control = (sequence: number): Chunk =>
  chunk('fcTL', numbers(sequence, 40, 24, 0, 0), Uint8Array.of(0, 1, 0, 1, 0, 0));
const raw = (bytes: Buffer): Buffer =>
  inflateSync(
    Buffer.concat(
      pngChunks(bytes)
        .filter(({ type }) => type === 'IDAT')
        .map(({ data }) => data),
    ),
  );
const frame = (bytes: Buffer, sequence: number, ...more: readonly Uint8Array[]): Chunk =>
  chunk('fdAT', numbers(sequence), stored(raw(bytes)), ...more);
/** An animation of the image and another frame, which ends with something. */
const animation = (bytes: Buffer, ...more: readonly Uint8Array[]): Buffer =>
  beforeEnd(beforePixels(bytes, animated(2), control(0)), control(1), frame(bytes, 2, ...more));

export const pngPlaces: Places = {
  'a text': ({ png }) => beforePixels(png, chunk('tEXt', 'Author\0', MARKER)),
  'a text behind the pixels': ({ png }) => beforeEnd(png, chunk('tEXt', 'Author\0', MARKER)),
  'a compressed text': ({ png }) => beforePixels(png, chunk('zTXt', 'Author\0\0', stored(MARKER))),
  'an international text': ({ png }) => beforePixels(png, chunk('iTXt', 'Author\0\0\0\0\0', MARKER)),
  XMP: ({ png }) => beforePixels(png, chunk('iTXt', 'XML:com.adobe.xmp\0\0\0\0\0', MARKER)),
  'a time': ({ png }) => beforePixels(png, chunk('tIME', MARKER)),
  EXIF: ({ png }) => beforePixels(png, chunk('eXIf', 'II*\0\x08\0\0\0\0\0\0\0\0\0', MARKER)),
  'an unknown chunk': ({ png }) => beforePixels(png, chunk('miNe', MARKER)),
  'a private chunk that is safe to copy': ({ png }) => beforeEnd(png, chunk('vpAg', MARKER)),
  'content credentials': ({ png }) => beforePixels(png, chunk('caBX', MARKER)),
  'a suggested palette': ({ png }) => beforePixels(png, chunk('sPLT', MARKER, '\0\x08', new Uint8Array(6))),
  'a histogram': ({ palettePng }) => beforePixels(palettePng, chunk('hIST', MARKER)),
  'a long pHYs': ({ png }) => beforePixels(png, chunk('pHYs', numbers(99, 99), '\0', MARKER)),
  'a long gAMA': ({ png }) => beforePixels(png, chunk('gAMA', numbers(45_455), MARKER)),
  'a long cHRM': ({ png }) =>
    beforePixels(
      png,
      chunk('cHRM', numbers(31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000), MARKER),
    ),
  'a long sRGB': ({ png }) => beforePixels(png, chunk('sRGB', '\0', MARKER)),
  'a long cICP': ({ png }) => beforePixels(png, chunk('cICP', '\x01\x0d\0\x01', MARKER)),
  'a long sBIT': ({ png }) => beforePixels(png, chunk('sBIT', '\x08\x08\x08', MARKER)),
  'a long bKGD': ({ png }) => beforePixels(png, chunk('bKGD', '\0\0\0\0\0\0', MARKER)),
  'a long sTER': ({ png }) => beforePixels(png, chunk('sTER', '\0', MARKER)),
  'a long tRNS': ({ png }) => beforePixels(png, chunk('tRNS', '\0\0\0\0\0\0', MARKER)),
  'a long tRNS of grey': ({ greyPng }) => beforePixels(greyPng, chunk('tRNS', '\0\0', MARKER)),
  'a tRNS longer than the palette': ({ palettePng }) => longer(palettePng, 'tRNS'),
  'a gAMA behind the pixels': ({ png }) => beforeEnd(png, chunk('gAMA', MARKER)),
  'a second pHYs': ({ png }) =>
    beforePixels(
      png,
      chunk('pHYs', numbers(99, 99), '\0'),
      chunk('pHYs', MARKER.subarray(0, 9)),
      chunk('pHYs', MARKER),
    ),
  'a palette that no pixel names': ({ png }) => beforePixels(png, chunk('PLTE', MARKER, '\0\0')),
  'a palette longer than pixels can name': ({ palettePng }) =>
    changed(palettePng, 'PLTE', (data) =>
      Buffer.concat([data, Buffer.alloc(48 - data.length), MARKER, Buffer.alloc(2)]),
    ),
  'an acTL that is too long': ({ png }) => beforePixels(png, chunk('acTL', numbers(1, 0), MARKER)),
  'fdAT without acTL': ({ png }) => beforeEnd(png, chunk('fdAT', numbers(0), MARKER)),
  'fcTL without acTL': ({ png }) => beforeEnd(png, chunk('fcTL', MARKER.subarray(0, 26))),
  'a frame more than acTL says': ({ png }) =>
    beforeEnd(animation(png), control(3), chunk('fdAT', numbers(4), MARKER)),
  'behind the zlib stream of a frame': ({ png }) => animation(png, MARKER),
  'an fdAT behind the zlib stream of a frame': ({ png }) =>
    beforeEnd(animation(png), chunk('fdAT', numbers(3), MARKER)),
  'behind the zlib stream': ({ png }) => longer(png, 'IDAT'),
  'behind the zlib stream of grey': ({ greyPng }) => longer(greyPng, 'IDAT'),
  'behind the zlib stream of an interlaced image': ({ interlacedPng }) => longer(interlacedPng, 'IDAT'),
  'an IDAT behind the zlib stream': ({ png }) => beforeEnd(png, chunk('IDAT', MARKER)),
  'an IDAT in which the zlib stream ends': ({ png }) => {
    const data = Buffer.concat(
      pngChunks(png)
        .filter(({ type }) => type === 'IDAT')
        .map((each) => each.data),
    );
    const [head, end] = [pngChunks(png).filter(({ type }) => !/^I(?:DAT|END)$/.test(type)), chunk('IEND')];
    return pngFile([
      ...head,
      chunk('IDAT', data.subarray(0, -2)),
      chunk('IDAT', data.subarray(-2), MARKER),
      end,
    ]);
  },
  'more rows than the image has': ({ png }) => {
    const chunks = pngChunks(png).filter(({ type }) => type !== 'IDAT');
    return pngFile(chunks.toSpliced(-1, 0, chunk('IDAT', stored(Buffer.concat([raw(png), MARKER])))));
  },
  'a stream that breaks behind the last row': ({ png }) => {
    const stream = stored(raw(png));
    stream[2] = 0; // not the last block
    const chunks = pngChunks(png).filter(({ type }) => type !== 'IDAT');
    return pngFile(chunks.toSpliced(-1, 0, chunk('IDAT', stream.subarray(0, -4), '\x07', MARKER)));
  },
  'in IEND': ({ png }) => longer(png, 'IEND'),
  'behind IEND': ({ png }) => Buffer.concat([png, MARKER]),
  'the name of the profile': ({ pngWithProfile }) =>
    profiled(pngWithProfile, (profile) => profile, MARKER.toString('latin1')),
  'behind the zlib stream of the profile': ({ pngWithProfile }) => longer(pngWithProfile, 'iCCP'),
  'behind the tags of the profile': ({ pngWithProfile }) =>
    profiled(pngWithProfile, (profile) => Buffer.concat([profile, MARKER])),
  'a private tag of the profile': ({ pngWithProfile }) => profiled(pngWithProfile, withPrivateTag),
  'a profile that is none': ({ png }) => beforePixels(png, chunk('iCCP', 'icc\0\0', stored(MARKER))),
  'a second profile': ({ pngWithProfile }) =>
    beforePixels(pngWithProfile, chunk('iCCP', 'icc\0\0', stored(MARKER))),
};
