import { describe, expect, it } from '@jest/globals';
import { InvalidInput } from '@cairn/kernel';
import { ANONYMOUS } from '../caller.js';
import { parseListedOwner, parseOwner } from './owner.js';

describe('parseOwner', () => {
  it.each([
    ['alice', 'alice'],
    [ANONYMOUS, ANONYMOUS],
    [' Ann Lee ', 'Ann Lee'],
    ['cafe\u0301', 'caf\u00e9'],
    ['🗺'.repeat(255), '🗺'.repeat(255)],
    ['Me', 'Me'],
  ])('parses %j as %j', (text, owner) => {
    expect(parseOwner(text)).toBe(owner);
    expect(parseListedOwner(text)).toBe(owner);
  });

  it.each([
    ['', 'invalid-length'],
    [' \t', 'invalid-length'],
    ['x'.repeat(256), 'invalid-length'],
    ['a\0b', 'invalid-character'],
    ['a\nb', 'invalid-character'],
    ['a\u0085b', 'invalid-character'],
    ['\ud83d', 'invalid-character'],
  ])('rejects %j as %s', (text, code) => {
    expect(codeOf(() => parseOwner(text))).toBe(code);
    expect(codeOf(() => parseListedOwner(text))).toBe(code);
  });

  it.each(['me', 'others', '*'])('rejects %j, which is reserved for listings', (word) => {
    expect(codeOf(() => parseOwner(` ${word}`))).toBe('invalid-owner');
    expect(parseListedOwner(word)).toBe(word);
  });
});

function codeOf(parse: () => unknown): string | undefined {
  try {
    parse();
  } catch (error) {
    if (error instanceof InvalidInput) return error.faults[0]?.code;
  }
  return undefined;
}
