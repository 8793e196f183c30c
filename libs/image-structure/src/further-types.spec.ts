import { describe, expect, it } from '@jest/globals';
import { furtherType, headerSizes } from './optional-types.js';

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('furtherType', () => {
  it.each([
    ['\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'image/heic'],
    ['\0\0\0\x18ftypmif1\0\0\0\0mif1heic', 'image/heic'],
    ['\0\0\0\x18ftypmsf1\0\0\0\0hevcheic', undefined],
    ['\0\0\0\x18ftypmif1\0\0\0\0mif1avif', undefined],
    ['\xff\x0a', 'image/jxl'],
    ['\0\0\0\x0cJXL \r\n\x87\n', 'image/jxl'],
    ['II*\0', 'image/tiff'],
    ['MM\0*', 'image/tiff'],
    ['II+\0', undefined],
    ['BM', undefined],
    [`BM${'.'.repeat(12)}\x28\0\0\0`, 'image/bmp'],
    [`BM${'.'.repeat(12)}\x29\0\0\0`, undefined],
    ['<svg/>', undefined],
  ])('of %j is %s', (start, type) => {
    expect(furtherType(latin1(start))).toBe(type);
  });
});

/** Packs numbers into bits, lowest first. */
function bits(...numbers: readonly (readonly [value: number, count: number])[]): Uint8Array {
  const all = numbers.flatMap(([value, count]) =>
    Array.from({ length: count }, (_, index) => Math.floor(value / 2 ** index) % 2),
  );
  return Uint8Array.from({ length: 80 }, (_, byte) =>
    Array.from({ length: 8 }, (__, bit) => (all[byte * 8 + bit] ?? 0) * 2 ** bit).reduce(
      (one, other) => one + other,
      0,
    ),
  );
}

const START = [0x0aff, 16] as const;
const SIZE = [
  [0, 1],
  [0, 2],
  [99, 9],
  [0, 3],
  [1, 2],
  [299, 13],
] as const; // 300 × 100

describe('the header of a JPEG XL', () => {
  const size = headerSizes['image/jxl'];

  it('has a size in numbers of several lengths, in eighths, or by a ratio', () => {
    expect(size(bits(START, ...SIZE, [1, 1]))).toEqual({ width: 300, height: 100, orientation: 1 });
    expect(size(bits(START, [1, 1], [5, 5], [3, 3], [1, 1]))).toEqual({
      width: 64,
      height: 48,
      orientation: 1,
    });
    expect(size(bits(START, [1, 1], [5, 5], [0, 3], [1, 5], [1, 1]))).toMatchObject({
      width: 16,
      height: 48,
    });
  });

  it('is upright', () => {
    const turned = bits(START, ...SIZE, [0, 1], [1, 1], [5, 3], [0, 3]);
    expect(size(turned)).toEqual({ width: 100, height: 300, orientation: 1 });
  });

  it('is none of an animation, or of what is cut short', () => {
    expect(size(bits(START, ...SIZE, [0, 1], [1, 1], [0, 3], [0, 2], [1, 1]))).toBeUndefined();
    expect(size(bits(START, ...SIZE, [1, 1]).subarray(0, 4))).toBeUndefined();
    expect(size(latin1('\0\0\0\x0cJXL \r\n\x87\n\0\0\0\0jxlx'))).toBeUndefined();
  });
});

describe('the header of a TIFF', () => {
  const size = headerSizes['image/tiff'];
  const big = latin1(
    'MM\0*\0\0\0\x08\0\x03\x01\0\0\x03\0\0\0\x01\0\x20\0\0\x01\x01\0\x04\0\0\0\x01\0\0\0\x10\x01\x12\0\x03\0\0\0\x01\0\x06\0\0',
  );

  it('has a size and an orientation', () => {
    expect(size(big)).toEqual({ width: 32, height: 16, orientation: 6 });
  });

  it('is none where it is damaged', () => {
    for (let length = 0; length < big.length; length += 1)
      expect(size(big.subarray(0, length))).toBeUndefined();
    expect(size(latin1('II*\0\xff\xff\xff\xff'))).toBeUndefined();
  });
});

describe('the header of a BMP', () => {
  const size = headerSizes['image/bmp'];
  const head = `BM\x3a\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x01\0\0\0\xff\xff\xff\xff\x01\0\x18\0${'\0'.repeat(24)}`;

  it('has a size, from the top down too', () => {
    expect(size(latin1(`${head}....`))).toMatchObject({ width: 1, height: 1, orientation: 1 });
  });

  it('is none where it is damaged, or pixels are missing', () => {
    const whole = latin1(`${head}....`);
    for (let length = 0; length < whole.length; length += 1)
      expect(size(whole.subarray(0, length))).toBeUndefined();
    const changes = [[14, 41], [18, 0], [21, 255], [22, 0], [28, 25], [30, 4], [10, 5]] as const; // prettier-ignore
    for (const [at, value] of changes) {
      const changed = whole.slice();
      changed.fill(value, at, at === 22 ? 26 : at + 1);
      expect([at, size(changed)]).toEqual([at, undefined]);
    }
  });
});
