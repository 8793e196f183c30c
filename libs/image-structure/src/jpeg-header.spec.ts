import { describe, expect, it } from '@jest/globals';
import { JpegHeader } from './jpeg-header.js';

const segment = (marker: number, content: readonly number[]): number[] => {
  const length = content.length + 2;
  return [0xff, marker, length >> 8, length & 0xff, ...content];
};
const text = (characters: string): number[] => Array.from(characters, (letter) => letter.charCodeAt(0));

const soi = [0xff, 0xd8];
const jfif = segment(0xe0, text('JFIF\0'));
const exif = segment(0xe1, text('Exif\0\0rotated'));
const frame = segment(0xc0, [8, 0, 1, 0, 1, 1, 1, 0x11, 0]);
const scan = segment(0xda, [1, 1, 0, 0, 63, 0]);
const comment = segment(
  0xfe,
  Array.from({ length: 600 }, () => 0xff),
);
const xmp = segment(0xe1, text('http://ns.adobe.com/xap/1.0/\0<x/>'));
const shortApp1 = segment(0xe1, text('Ex'));
const profile = segment(0xe2, text('ICC_PROFILE\0'));
const pixels = [1, 2, 0xff, 0, 3, 0xff, 0xd9];

async function read(bytes: readonly number[], size: number): Promise<JpegHeader> {
  const header = new JpegHeader();
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += size) yield Uint8Array.from(bytes.slice(at, at + size));
  };
  let passed = 0;
  for await (const chunk of header.collectFrom(chunks())) passed += chunk.length;
  expect(passed).toBe(bytes.length);
  return header;
}

async function headerOf(bytes: readonly number[], size: number): Promise<Uint8Array> {
  return (await read(bytes, size)).bytes();
}

describe('JpegHeader', () => {
  it.each([1, 7, 65_536])('keeps what describes the image, in chunks of %d bytes', async (size) => {
    const bytes = [
      ...[soi, jfif, comment, xmp, shortApp1, exif, profile, comment].flat(),
      0xff,
      ...frame, // a fill byte
      ...[scan, pixels].flat(),
    ];
    expect(Array.from(await headerOf(bytes, size))).toEqual([soi, jfif, exif, frame, scan].flat());
  });

  it.each([
    ['a NUL', [0]],
    ['line feeds', [10, 10, 10, 10, 10, 10, 10]],
    ['a stuffed byte', [0xff, 0]],
    ['anything but a marker', [1, 0xff, 0, 0xff, 0xff, 0, 254]],
  ])('leaves out %s between segments', async (_, stray) => {
    const between = (parts: readonly (readonly number[])[]) => parts.flatMap((part) => [...stray, ...part]);
    const bytes = [...soi, ...between([jfif, exif, frame, scan]), ...pixels];
    for (const size of [1, 2, 3, 65_536])
      expect(Array.from(await headerOf(bytes, size))).toEqual([soi, jfif, exif, frame, scan].flat());
  });

  it('has a sample of 32 × 32 pixels with the same tables', async () => {
    const tables = segment(0xc4, [1, 2, 3]);
    const header = await read([soi, jfif, tables, exif, frame, scan, pixels].flat(), 7);
    const small = segment(0xc0, [8, 0, 32, 0, 32, 1, 1, 0x11, 0]);
    expect(Array.from(header.sample())).toEqual([soi, jfif, tables, exif, small, scan].flat());
  });

  it.each([1, 7, 65_536])(
    'has what follows the first scan in the sample only, in chunks of %d bytes',
    async (size) => {
      const tables = segment(0xc4, [1, 2, 3]);
      const unknown = segment(0xbc, [4, 5]);
      const coded = [1, 0xff, 0, 2, 0xff, 0xd0, 3, 0xff];
      const behind = [coded, tables, comment, scan, coded, unknown, [6, 0xff, 0xd9], tables].flat();
      const header = await read([soi, frame, scan, behind].flat(), size);
      expect(Array.from(header.bytes())).toEqual([soi, frame, scan].flat());
      const small = segment(0xc0, [8, 0, 32, 0, 32, 1, 1, 0x11, 0]);
      expect(Array.from(header.sample())).toEqual([soi, small, scan, tables, scan, unknown].flat());
    },
  );

  it('keeps no more than a decoder may need, however often segments come', async () => {
    const tables = Array.from({ length: 30 }, () =>
      segment(
        0xc4,
        Array.from({ length: 60_000 }, () => 0),
      ),
    );
    const header = await read([...soi, ...tables.flat()], 65_536);
    expect(header.bytes().length).toBeLessThan(600_000);
    expect(header.isTooLong).toBe(true);
  });

  it('has nothing of what is no segment', async () => {
    expect(Array.from(await headerOf([...soi, 1, 2, 3, 4], 4))).toEqual(soi);
  });

  it('keeps what is there of a file that is cut short', async () => {
    expect(Array.from(await headerOf([...soi, ...frame.slice(0, 6)], 3))).toEqual([
      ...soi,
      ...frame.slice(0, 6),
    ]);
  });
});
