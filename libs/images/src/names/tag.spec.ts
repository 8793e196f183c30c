import { describe, expect, it } from '@jest/globals';
import { InvalidInput, type Fault } from '@cairn/kernel';
import { normalizeTag, parseTags, parseWantedTags } from './tag.js';

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
      ['a b', 'a/b', '🏝️', '%_"\''],
      ['a b', 'a/b', '🏝️', '%_"\''],
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
    [
      ['Smith, John', 'a\ufffdb'],
      ['invalid-character', 'invalid-character'],
    ],
    [numbered(51), ['too-many-tags']],
    [
      ['x'.repeat(65), 'a\u001fb', ...numbered(49)],
      ['too-many-tags', 'tag-too-long', 'invalid-character'],
    ],
  ])('refuses %j naming every fault', (texts, codes) => {
    expect(codesOf(() => parseTags(texts))).toEqual(codes);
  });
});

it('a tag of an earlier release, which has a comma, can be looked for', () => {
  expect(parseWantedTags(['a,b', ' c '])).toEqual(['a,b', 'c']);
  expect(codesOf(() => parseWantedTags(['a\tb,', 'c\ufffd']))).toEqual([
    'invalid-character',
    'invalid-character',
  ]);
});

describe('the faults of 220,000 bad tags', () => {
  it('are cut at 100, and the last one says how many more there are', () => {
    const faults = faultsOf(() => parseTags(numbered(220_000).map((tag) => `${tag}\t!`)));
    expect(faults).toHaveLength(101);
    expect(faults[0]?.detail).toBe('There are 220000 tags; at most 50 are allowed.');
    expect(faults[100]?.detail).toBe('… and 219901 more.');
  });
});

describe('normalizeTag', () => {
  it('makes the same of every writing of a tag, and nothing of a blank one', () => {
    expect(normalizeTag('\u00a0cafe\u0301 ')).toBe('caf\u00e9');
    expect(normalizeTag(' \n')).toBe('');
  });
});

function codesOf(parse: () => unknown): readonly string[] {
  return faultsOf(parse).map((fault) => fault.code);
}

function faultsOf(parse: () => unknown): readonly Fault[] {
  try {
    parse();
  } catch (error) {
    if (error instanceof InvalidInput) return error.faults;
    throw error;
  }
  return [];
}
