import { describe, expect, it } from '@jest/globals';
import { InvalidInput } from '@cairn/kernel';
import { normalizeTag, parseTags } from './tag.js';

const numbered = (count: number): string[] => Array.from({ length: count }, (_, number) => `tag ${number}`);

describe('parseTags', () => {
  it.each([
    [[], []],
    [
      ['b', 'a', 'b'],
      ['b', 'a'],
    ],
    [
      [' a ', '\ta\n', 'A'],
      ['a', 'A'],
    ],
    [['', '  ', 'a'], ['a']],
    [['cafe\u0301', 'caf\u00e9'], ['caf\u00e9']],
    [
      ['a b', 'a,b', '🏝️', '%_"\''],
      ['a b', 'a,b', '🏝️', '%_"\''],
    ],
    [['x'.repeat(64)], ['x'.repeat(64)]],
    [['🏝'.repeat(64)], ['🏝'.repeat(64)]],
    [numbered(50), numbered(50)],
    [[...numbered(50), ...numbered(50), ''], numbered(50)],
  ])('reads %j as %j', (texts, tags) => {
    expect(parseTags(texts)).toEqual(tags);
  });

  it.each([
    [['x'.repeat(65)], ['tag-too-long']],
    [['🏝'.repeat(65)], ['tag-too-long']],
    [['a\0b'], ['invalid-character']],
    [
      ['a\tb', 'fine', 'c\u0085d'],
      ['invalid-character', 'invalid-character'],
    ],
    [['\ud800'], ['invalid-character']],
    [numbered(51), ['too-many-tags']],
    [
      ['x'.repeat(65), 'a\u001fb', ...numbered(49)],
      ['tag-too-long', 'invalid-character', 'too-many-tags'],
    ],
  ])('refuses %j naming every fault', (texts, codes) => {
    expect(codesOf(() => parseTags(texts))).toEqual(codes);
  });
});

describe('normalizeTag', () => {
  it('makes the same of every writing of a tag, and nothing of a blank one', () => {
    expect(normalizeTag('\u00a0cafe\u0301 ')).toBe('caf\u00e9');
    expect(normalizeTag(' \n')).toBe('');
  });
});

function codesOf(parse: () => unknown): readonly string[] | undefined {
  try {
    parse();
  } catch (error) {
    if (error instanceof InvalidInput) return error.faults.map((fault) => fault.code);
  }
  return undefined;
}
