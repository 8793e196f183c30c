import { constants, deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bytesOf, joined, textOf } from '../bytes.js';
import { adler32, Crc32 } from './checksums.js';
import { storedZlib } from '../metadata/png-colour-profile.js';
import { ZlibStream } from './zlib-stream.js';

const { Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE } = constants;
/** From all the same to noise. */
const contents = fc
  .tuple(fc.uint8Array({ minLength: 1, maxLength: 300 }), fc.integer({ min: 1, max: 400 }))
  .map(([part, times]) =>
    Uint8Array.from({ length: part.length * times }, (_, at) => part[at % part.length] ?? 0),
  );
const options = fc.record({
  level: fc.integer({ min: 0, max: 9 }),
  strategy: fc.constantFrom(Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE),
});

function followed(zlib: ZlibStream, bytes: Uint8Array, size: number): number {
  let used = 0;
  for (let at = 0; at < bytes.length && !zlib.hasEnded; at += size)
    used += zlib.add(bytes.subarray(at, at + size));
  return used;
}

describe('a zlib stream', () => {
  it('is followed to its end, in whatever pieces it comes', () => {
    fc.assert(
      fc.property(contents, options, fc.integer({ min: 1, max: 5_000 }), (content, how, size) => {
        const stream = deflateSync(content, how);
        const bytes = joined(stream, bytesOf('behind the end'));
        const zlib = new ZlibStream();
        expect(followed(zlib, bytes, size)).toBe(stream.length);
        expect([zlib.hasEnded, zlib.outputBytes]).toEqual([true, content.length]);
        const keeping = new ZlibStream(content.length);
        followed(keeping, bytes, size);
        expect(textOf(keeping.output)).toBe(textOf(content));
      }),
      { numRuns: 60 },
    );
  });

  it('has no end where it is cut short, and is damaged where it has more than may be kept', () => {
    const stream = deflateSync('a text '.repeat(99));
    for (let length = 0; length < stream.length; length += 1) {
      const zlib = new ZlibStream();
      expect([zlib.add(stream.subarray(0, length)), zlib.hasEnded, zlib.isDamaged]).toEqual([
        length,
        false,
        false,
      ]);
    }
    const full = new ZlibStream(100);
    full.add(stream);
    expect([full.hasEnded, full.isDamaged]).toEqual([false, true]);
  });

  it('that is damaged never ends later than it has bytes', () => {
    fc.assert(
      fc.property(contents, fc.nat(), fc.integer({ min: 0, max: 255 }), (content, place, value) => {
        const stream = Uint8Array.from(deflateSync(content));
        stream[place % stream.length] = value;
        const zlib = new ZlibStream();
        expect(zlib.add(stream)).toBeLessThanOrEqual(stream.length);
      }),
    );
  });

  it('of thousands of tiny blocks with tables is not followed', () => {
    const bits: number[] = [];
    const put = (value: number, count: number): void => {
      for (let bit = 0; bit < count; bit += 1) bits.push((value >> bit) & 1);
    };
    put(0x9c78, 16);
    for (let block = 0; block < 3_000; block += 1) {
      for (const [value, count] of [[0, 1], [2, 2], [0, 10], [14, 4]] as const) put(value, count);
      // Codes for 1 and for a run of zeros; then 256 zeros, the end of the block, and a distance.
      for (let order = 0; order < 18; order += 1) put(order === 2 || order === 17 ? 1 : 0, 3);
      for (const [value, count] of [[1, 1], [127, 7], [1, 1], [107, 7], [0, 1], [0, 1], [0, 1]] as const)
        put(value, count);
    } // prettier-ignore
    const bytes = Uint8Array.from({ length: Math.ceil(bits.length / 8) }, (_, at) =>
      bits.slice(at * 8, at * 8 + 8).reduce((byte, bit, place) => byte | (bit << place), 0),
    );
    const zlib = new ZlibStream();
    zlib.add(bytes.subarray(0, 2_000));
    expect([zlib.isDamaged, zlib.hasTooManyTables]).toEqual([false, false]);
    zlib.add(bytes.subarray(2_000));
    expect([zlib.isDamaged, zlib.hasTooManyTables]).toEqual([true, true]);
  });

  it('can be written without compressing', () => {
    fc.assert(
      fc.property(contents, (content) => {
        expect(textOf(inflateSync(storedZlib(content)))).toBe(textOf(content));
      }),
      { numRuns: 20 },
    );
  });

  it('has checksums like others', () => {
    const bytes = bytesOf('123456789');
    expect([adler32(bytes), new Crc32().add(bytes.subarray(0, 4)).add(bytes.subarray(4)).value]).toEqual([
      0x091e01de, 0xcbf43926,
    ]);
  });
});
