import { describe, expect, it } from '@jest/globals';
import { KeySecret } from './key-secret.js';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const KEY = 'cairn_Zq3Lm9Xw2Kt7Rb5Vn1Yc8Hd4Jf6Gp03GmYJf';

const giving = (text: string): { next: (length: number) => string } => ({
  next: (length) => text.slice(0, length),
});

describe('KeySecret', () => {
  it.each([
    ['000000000000000000000000000000', '2C8GjS'],
    ['zzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', '4IlJEz'],
    ['abcdefghijklmnopqrstuvwxyzABCD', '4dNndU'],
    ['Zq3Lm9Xw2Kt7Rb5Vn1Yc8Hd4Jf6Gp0', '3GmYJf'],
    ['000000000000000000000000000405', '00azb7'],
  ])('ends %s with the checksum %s that zlib gives too', (random, checksum) => {
    const { text } = KeySecret.create(giving(random));
    expect(text).toBe(`cairn_${random}${checksum}`);
    expect(KeySecret.parse(text)?.text).toBe(text);
  });

  it('is told by its beginning, which gives nothing away of the rest', () => {
    expect(KeySecret.parse(KEY)?.hint).toBe('cairn_Zq3L');
  });

  it('is refused with any one character changed', () => {
    const accepted: string[] = [];
    for (let place = 0; place < KEY.length; place += 1) {
      for (const character of `${ALPHABET}-_ ü`) {
        const text = KEY.slice(0, place) + character + KEY.slice(place + 1);
        if (text !== KEY && KeySecret.parse(text) !== undefined) accepted.push(text);
      }
    }
    expect(accepted).toEqual([]);
  });

  it('is refused with two neighbours swapped', () => {
    for (let place = 6; place < KEY.length - 1; place += 1) {
      const swapped = KEY.charAt(place + 1) + KEY.charAt(place);
      const text = KEY.slice(0, place) + swapped + KEY.slice(place + 2);
      expect(text === KEY ? undefined : KeySecret.parse(text)).toBeUndefined();
    }
  });

  it.each([
    '',
    'cairn_',
    KEY.slice(0, -1),
    `${KEY}0`,
    ` ${KEY}`,
    `${KEY}\n`,
    KEY.slice(6),
    `Bearer ${KEY}`,
    KEY.toLowerCase(),
  ])('is not %j', (text) => {
    expect(KeySecret.parse(text)).toBeUndefined();
  });

  it('is another for every draw, and always well-formed', () => {
    let drawn = 0;
    const ids = { next: (length: number): string => String((drawn += 1)).padStart(length, 'x') };
    const keys = new Set(Array.from({ length: 10_000 }, () => KeySecret.create(ids).text));
    expect(keys.size).toBe(10_000);
    expect([...keys].filter((text) => KeySecret.parse(text)?.text !== text)).toEqual([]);
  });
});
