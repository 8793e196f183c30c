import { describe, expect, it } from '@jest/globals';
import { bmpFile, type BmpParts } from '@cairn/testkit';
import { decodeBmp } from './decode-bmp.js';

const BLUE_GREEN_RED = [[255, 0, 0, 0], [0, 255, 0, 0], [0, 0, 255, 0]]; // prettier-ignore
const letters: Readonly<Record<string, string>> = {
  '255,0,0,255': 'R',
  '0,255,0,255': 'G',
  '0,0,255,255': 'B',
  '0,0,0,255': 'K',
  '255,255,255,255': 'W',
};

/** The pixels as rows of letters, or of numbers for other colours. */
function shown(parts: BmpParts): readonly string[] {
  const { data, width, height } = decodeBmp(bmpFile(parts));
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (__, x) => {
      const pixel = data.subarray((row * width + x) * 4, (row * width + x + 1) * 4).join(',');
      return letters[pixel] ?? pixel;
    }).join(' '),
  );
}

const indexed = { bits: 8, palette: BLUE_GREEN_RED, height: 2 } as const;

describe('a BMP', () => {
  it.each<readonly [string, BmpParts, readonly string[]]>([
    [
      'of 24 bits, from the bottom up',
      { width: 2, height: 2, bits: 24, pixels: [255, 0, 0, 0, 255, 0, 0, 0, 0, 0, 255, 255, 255, 255, 0, 0] },
      ['R W', 'B G'],
    ],
    [
      'of 24 bits, from the top down',
      { width: 1, height: -2, bits: 24, pixels: [255, 0, 0, 0, 0, 0, 255, 0] },
      ['B', 'R'],
    ],
    [
      'of 32 bits, of which the last are nothing',
      { width: 2, height: 1, bits: 32, pixels: [0, 0, 255, 7, 255, 0, 0, 0] },
      ['R B'],
    ],
    [
      'of 32 bits with alpha',
      {
        width: 2,
        height: 1,
        bits: 32,
        headerBytes: 108,
        compression: 3,
        masks: [0xff, 0xff00, 0xff0000, 0xff000000],
        pixels: [255, 0, 0, 128, 0, 255, 0, 255],
      },
      ['255,0,0,128 G'],
    ],
    [
      'of 32 bits whose alpha is nothing everywhere',
      {
        width: 2,
        height: 1,
        bits: 32,
        headerBytes: 108,
        compression: 3,
        masks: [0xff, 0xff00, 0xff0000, 0xff000000],
        pixels: [255, 0, 0, 0, 0, 255, 0, 0],
      },
      ['R G'],
    ],
    [
      'of 16 bits: five for each colour',
      { width: 2, height: 1, bits: 16, pixels: [0x00, 0x7c, 0xff, 0x7f] },
      ['R W'],
    ],
    [
      'of 16 bits with masks',
      {
        width: 2,
        height: 1,
        bits: 16,
        compression: 3,
        masks: [0xf800, 0x7e0, 0x1f],
        pixels: [0xe0, 0x07, 0x1f, 0x00],
      },
      ['G B'],
    ],
    [
      'of 8 bits, a colour it has not',
      { ...indexed, width: 3, pixels: [0, 1, 9, 0, 2, 2, 1, 0] },
      ['R R G', 'B G K'],
    ],
    [
      'of 4 bits',
      { ...indexed, bits: 4, width: 3, pixels: [0x01, 0x20, 0, 0, 0x22, 0x10, 0, 0] },
      ['R R G', 'B G R'],
    ],
    [
      'of 1 bit, of OS/2',
      {
        width: 10,
        height: 1,
        bits: 1,
        headerBytes: 12,
        pixels: [0b1010_0000, 0b0100_0000, 0, 0],
        palette: [[0, 0, 0], [255, 255, 255]], // prettier-ignore
      },
      ['W K W K K K K K K W'],
    ],
    [
      'of 8 bits in runs, with bytes one by one, a step aside, and an end before its end',
      {
        ...indexed,
        width: 4,
        height: 3,
        compression: 1,
        pixels: [2, 1, 0, 0, 0, 3, 2, 1, 2, 0, 0, 2, 0, 1, 0, 1],
      },
      ['B B B B', 'R G R B', 'G G B B'],
    ],
    [
      'of 4 bits in runs of two in turn',
      { ...indexed, bits: 4, width: 5, height: 1, compression: 2, pixels: [3, 0x12, 0, 3, 0x01, 0x20, 0, 1] },
      ['G R G B G'],
    ],
  ])('%s', (_, parts, rows) => {
    expect(shown(parts)).toEqual(rows);
  });

  it('is damaged where it is cut short, coded by run lengths or not', () => {
    const plain = bmpFile({ ...indexed, width: 4, pixels: [0, 1, 2, 0, 0, 0, 0, 0] });
    const runs = bmpFile({ ...indexed, width: 4, compression: 1, pixels: [4, 1, 0, 0, 4, 2, 0, 1] });
    for (const file of [plain, runs])
      for (let length = 0; length < file.length - 1; length += 1)
        expect(() => decodeBmp(file.subarray(0, length))).toThrow(/cut short|damaged/);
  });

  it('is decoded or refused, whatever bytes are changed in it', () => {
    const files = [
      bmpFile({ ...indexed, width: 4, compression: 1, pixels: [2, 1, 0, 3, 2, 1, 2, 0, 0, 2, 0, 1, 0, 1] }),
      bmpFile({
        width: 2,
        height: 1,
        bits: 16,
        compression: 3,
        masks: [0xf800, 0x7e0, 0x1f],
        pixels: [1, 2, 3, 4],
      }),
      bmpFile({ ...indexed, bits: 1, width: 8, pixels: [1, 0, 0, 0, 2, 0, 0, 0] }),
    ];
    let decoded = 0;
    for (const file of files)
      for (let at = 28; at < file.length; at += 1)
        for (const value of [0, 1, 127, 128, 255]) {
          const changed = Buffer.from(file);
          changed[at] = value;
          try {
            const { data, width, height } = decodeBmp(changed);
            expect(data.length).toBe(width * height * 4);
            decoded += 1;
          } catch (error) {
            expect(String(error)).toMatch(/cut short|damaged/);
          }
        }
    expect(decoded).toBeGreaterThan(300);
  });
});
