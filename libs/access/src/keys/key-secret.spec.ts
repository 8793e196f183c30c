import { describe, expect, it } from '@jest/globals';
import { KeySecret } from './key-secret.js';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const KEY = 'cairn_Zq3Lm9Xw2Kt7Rb5Vn1Yc8Hd4Jf6Gp03GmYJf';

const idsFrom = (text: string): { next: (length: number) => string } => ({
  next: (length) => text.slice(0, length),
});

describe('KeySecret', () => {
  it.each([
    ['000000000000000000000000000000', '2C8GjS'],
    ['zzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', '4IlJEz'],
    ['abcdefghijklmnopqrstuvwxyzABCD', '4dNndU'],
    ['Zq3Lm9Xw2Kt7Rb5Vn1Yc8Hd4Jf6Gp0', '3GmYJf'],
    ['000000000000000000000000000405', '00azb7'],
  ])('appends to %s the checksum %s, which equals that of zlib', (random, checksum) => {
    const { text } = KeySecret.create(idsFrom(random));
    expect(text).toBe(`cairn_${random}${checksum}`);
    expect(KeySecret.parse(text)?.text).toBe(text);
  });

  it('has a hint made of its first characters', () => {
    expect(KeySecret.parse(KEY)?.hint).toBe('cairn_Zq3L');
  });

  it('is invalid if any one character is changed', () => {
    const accepted: string[] = [];
    for (let index = 0; index < KEY.length; index += 1) {
      for (const character of `${ALPHABET}-_ ü`) {
        const text = KEY.slice(0, index) + character + KEY.slice(index + 1);
        if (text !== KEY && KeySecret.parse(text) !== undefined) accepted.push(text);
      }
    }
    expect(accepted).toEqual([]);
  });

  it('is invalid if two adjacent characters are swapped', () => {
    for (let index = 6; index < KEY.length - 1; index += 1) {
      const swapped = KEY.charAt(index + 1) + KEY.charAt(index);
      const text = KEY.slice(0, index) + swapped + KEY.slice(index + 2);
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
  ])('does not accept %j', (text) => {
    expect(KeySecret.parse(text)).toBeUndefined();
  });

  it('is well-formed and unique for unique random characters', () => {
    let calls = 0;
    const ids = { next: (length: number): string => String((calls += 1)).padStart(length, 'x') };
    const keys = new Set(Array.from({ length: 10_000 }, () => KeySecret.create(ids).text));
    expect(keys.size).toBe(10_000);
    expect([...keys].filter((text) => KeySecret.parse(text)?.text !== text)).toEqual([]);
  });
});
