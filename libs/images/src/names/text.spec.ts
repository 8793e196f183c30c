import { describe, expect, it } from '@jest/globals';
import { utf8Length, utf8Prefix } from './text.js';

const texts = [
  '',
  'plain',
  'Zürich',
  '\u007f\u0080\u07ff\u0800\uffff',
  '海とカモメ',
  'a🏝️b👩‍👧',
  '\u{10000}\u{10ffff}',
];

describe('utf8Length', () => {
  it.each(texts)('counts the bytes of %j', (text) => {
    expect(utf8Length(text)).toBe(encodedLength(text));
  });
});

describe('utf8Prefix', () => {
  it.each(texts)('cuts %j at every limit without cutting a character', (text) => {
    for (let limit = 0; limit <= encodedLength(text) + 1; limit += 1) {
      const prefix = utf8Prefix(text, limit);
      const rest = text.slice(prefix.length);
      expect(prefix + rest).toBe(text);
      expect(encodedLength(prefix)).toBeLessThanOrEqual(limit);
      if (rest !== '') expect(encodedLength(prefix + firstOf(rest))).toBeGreaterThan(limit);
    }
  });
});

function firstOf(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 0);
}

/** Percent-encoding shows every byte of UTF-8, and throws on half of a surrogate pair. */
function encodedLength(text: string): number {
  return encodeURIComponent(text).replaceAll(/%../g, '%').length;
}
