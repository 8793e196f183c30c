import { afterAll, expect, it } from '@jest/globals';
import { sourceOf } from '@cairn/testkit';
import sharp from 'sharp';
import { SharpImageProcessor } from '../sharp-image-processor.js';
import { SharpImageRenderer } from './sharp-image-renderer.js';

/**
 * 128 × 96 pixels in Display P3, red and blue above, green and white below, with a box `irot` that turns them to the
 * right; made with heif-enc.
 */
const TURNED_HEIC = Buffer.from(
  [
    'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAzltZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA',
    'AA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAANTAAEAAAAKAAABPwAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEA',
    'AGh2YzEAAAACuWlwcnAAAAKZaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMA',
    'AAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoBAgYWW6kkprm4EBAwIAAAMAAgAAAwACECIAAQAHRAHBcrAiQAAAABRpc3Bl',
    'AAAAAAAAAIAAAABgAAAB7GNvbHJwcm9mAAAB4GxjbXMEIAAAbW50clJHQiBYWVogB+IAAwAUAAkADgAdYWNzcE1TRlQAAAAAc2F3',
    'c2N0cmwAAAAAAAAAAAAAAAAAAPbWAAEAAAAA0y1oYW5kguKocouKP/clPrmS7iTWrgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'AAAAAAAKZGVzYwAAAPwAAAAkY3BydAAAASAAAAAid3RwdAAAAUQAAAAUY2hhZAAAAVgAAAAsclhZWgAAAYQAAAAUZ1hZWgAAAZgA',
    'AAAUYlhZWgAAAawAAAAUclRSQwAAAcAAAAAgZ1RSQwAAAcAAAAAgYlRSQwAAAcAAAAAgbWx1YwAAAAAAAAABAAAADGVuVVMAAAAI',
    'AAAAHABzAFAAMwBDbWx1YwAAAAAAAAABAAAADGVuVVMAAAAGAAAAHABDAEMAMAAAWFlaIAAAAAAAAPbWAAEAAAAA0y1zZjMyAAAA',
    'AAABDEIAAAXe///zJQAAB5MAAP2Q///7of///k4AAAOaAADAFFhZWiAAAAAAAACD3wAAPb8AAAAAWFlaIAAAAAAAAEq/AACxNwAA',
    'CrVYWVogAAAAAAAAKDgAABEKAADIeHBhcmEAAAAAAAMAAAACZmkAAPKnAAANWQAAE9AAAApbAAAAEHBpeGkAAAAAAwgICAAAAAlp',
    'cm90AwAAABhpcG1hAAAAAAAAAAEAAQWBAoOEhQAAAUdtZGF0AAABOygBrwY48Je/P038njf//8XG+h/qYxKrHl9lSTQDf7VVH//I',
    'RH//Vj9H7znQDYPM9xfx2yKRaR5DxhHmYswvA0xSQUkxBdn8nyD4tVkr+bZKejw9pytNQxXTTf3Pt57fPcCeUABM13CnYU19yDv0',
    '+C2363Cz4nXp1wAOLfbR85e6GEn3ju/TDHk8E++gBdyBVz/DrX9rV/u1pPLTH9/nFjf0gPt//ZQCpghQLGCvV5xJ+UAk1XmydAKE',
    '4Jk2n18sxGQq1OgVfefvYy6hei4jB8LUG6NEz/vJf//CH9jzSEsXoxu+cl4PbPJRgmaOuU0W6WIIEulI9z9sQLR0g+JW3dAZQLZ6',
    'OLufKqG8a6YxS/4sjZjwVDCoyMUt5VPZtUgYbIGE4l0qXWpUeRERYVpPG72nS/lneM1+Cg17wA==',
  ].join(''),
  'base64',
);

const renderer = new SharpImageRenderer({ processes: 1 });
afterAll(() => renderer.close());

it('a HEIC is turned as its boxes say, and has the colours of its profile', async () => {
  const processor = new SharpImageProcessor({ furtherTypes: ['image/heic'] }, renderer);
  const source = sourceOf(TURNED_HEIC);
  const original = await processor.examine(source, () => undefined, 'a');
  expect(original).toMatchObject({ width: 96, height: 128, orientation: 1 });
  const request = { holder: 'a', source, original, transform: { w: 48 }, output: 'image/png' } as const;
  const { bytes, width, height } = await renderer.render(request).image;
  expect([width, height]).toEqual([48, 64]);
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): readonly number[] =>
    [...data.subarray((y * width + x) * info.channels).subarray(0, 3)].map(
      (value) => Math.round(value / 16) * 16,
    );
  expect([at(12, 16), at(36, 16), at(12, 48), at(36, 48)]).toEqual([
    [0, 256, 0],
    [256, 0, 0],
    [256, 256, 256],
    [0, 0, 256],
  ]);
});
