import { describe, expect, it } from '@jest/globals';
import { bytesOf } from '../bytes.js';
import { decodeText, fromUtf8 } from './xmp-text.js';

describe('a text', () => {
  const text = '\ufeff{"tags": ["Ærø 🏔"]}';
  const units = (value: string): readonly number[] =>
    Array.from({ length: value.length }, (_, index) => value.charCodeAt(index));
  const points = [...text].map((character) => character.codePointAt(0) ?? 0);
  const encoded = (values: readonly number[], size: number, order: 'big' | 'little'): Uint8Array =>
    Uint8Array.from(
      values.flatMap((value) => {
        const bytes = Array.from({ length: size }, (_, index) => Math.floor(value / 256 ** index) % 256);
        return order === 'little' ? bytes : bytes.reverse();
      }),
    );

  it.each([
    [
      'UTF-8',
      bytesOf(
        encodeURIComponent(text).replaceAll(/%(..)/g, (_, code: string) =>
          String.fromCharCode(parseInt(code, 16)),
        ),
      ),
    ],
    ['UTF-16, big', encoded(units(text), 2, 'big')],
    ['UTF-16, little', encoded(units(text), 2, 'little')],
    ['UTF-32, big', encoded(points, 4, 'big')],
    ['UTF-32, little', encoded(points, 4, 'little')],
  ])('in %s is read with a byte order mark and without one', (name, bytes) => {
    const mark = name === 'UTF-8' ? 3 : name.startsWith('UTF-16') ? 2 : 4;
    for (const one of [bytes, bytes.subarray(mark)]) expect(decodeText(one)).toBe(text.slice(1));
  });

  it.each([[], [0], [0xff, 0xfe], [0x3c, 0, 0], [0, 0, 0, 1, 0xff, 0xff, 0xff, 0xff]])(
    'of broken bytes is some text: %#',
    (...bytes) => {
      expect(typeof decodeText(Uint8Array.from(bytes.flat()))).toBe('string');
    },
  );
});

it.each([
  ['\xc3', '?'],
  ['\xc3a', '?a'],
  ['a\xa4\xc3\xa4', 'a?ä'],
  ['\xc0\x80', '??'],
  ['\xe0\x80\x80', '???'],
  ['\xed\xa0\x80', '???'],
  ['\xf0\x9f\x8f\x94\xf0\x9f\x8f', '🏔???'],
  ['\xf4\x90\x80\x80', '????'],
  ['\xf5\xff', '??'],
])('reads of broken UTF-8 what is not broken: %#', (bytes, text) => {
  expect(fromUtf8(bytesOf(bytes), () => '?')).toBe(text);
});
