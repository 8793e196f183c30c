import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodeUtf8 } from './utf8.js';

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

it('every character comes back', () => {
  for (const character of [
    '\0',
    '\x7f',
    '\x80',
    '߿',
    'ࠀ',
    '퟿',
    '\ue000',
    '\uffff',
    '𐀀',
    '\u{10ffff}',
    '\ufeff',
  ]) {
    expect(decodeUtf8(new TextEncoder().encode(`a${character}b`))).toEqual({ text: `a${character}b` });
  }
  const long = 'ä🗺x'.repeat(3_000);
  expect(decodeUtf8(new TextEncoder().encode(long)).text).toBe(long);
});

it('what a strict decoder refuses is refused, at the first byte of what is wrong', () => {
  const bytes = fc.array(fc.constantFrom(0x41, 0x80, 0xbf, 0xc1, 0xc3, 0xe0, 0xa0, 0xed, 0xf0, 0x90, 0xf4, 0x8f, 0xff)); // prettier-ignore
  fc.assert(
    fc.property(bytes, (numbers) => {
      const given = Uint8Array.from(numbers);
      const decoded = decodeUtf8(given);
      if (decoded.text !== undefined) expect(decoded.text).toBe(strict.decode(given));
      else {
        expect(() => strict.decode(given)).toThrow();
        expect(() => strict.decode(given.subarray(0, decoded.invalidAt))).not.toThrow();
      }
    }),
    { numRuns: 1_000 },
  );
});
