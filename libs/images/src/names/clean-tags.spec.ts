import { describe, expect, it } from '@jest/globals';
import { cleanTags } from './clean-tags.js';
import { parseTags } from './tag.js';

const numbered = (count: number): string[] => Array.from({ length: count }, (_, number) => `tag ${number}`);

describe('cleanTags', () => {
  it.each([
    [
      ['lake', 'cafe\u0301', ' a ', '', '  ', 'lake'],
      ['lake', 'caf\u00e9', 'a'],
    ],
    [
      ['AC/DC', 'a  b', '🏝️'],
      ['AC/DC', 'a  b', '🏝️'],
    ],
  ])('takes %j as %j and says nothing of it', (texts, tags) => {
    expect(cleanTags(texts)).toEqual({ tags, notes: [] });
  });

  it.each([
    ['Smith, John', 'Smith John'],
    ['a\tb', 'a b'],
    ['Ann\nLee', 'Ann Lee'],
    ['a\ufffdb', 'a b'],
    ['\u0000 a \ud800,b\u2028', 'a b'],
    ['x'.repeat(100), 'x'.repeat(64)],
    ['🏝'.repeat(100), '🏝'.repeat(64)],
    ['y'.repeat(1_000_000), 'y'.repeat(64)],
  ])('makes of %# one that can be stored, and says so', (text, tag) => {
    const { tags, notes } = cleanTags(['lake', text]);
    expect(tags).toEqual(['lake', tag]);
    expect(notes).toEqual([expect.stringMatching(/^The tag ".{1,130}" is stored as ".{1,128}"\.$/su)]);
  });

  it('leaves out what has nothing of a tag, and says so', () => {
    expect(cleanTags(['\u0001', ',', 'a'])).toEqual({
      tags: ['a'],
      notes: [
        'The tag "\\u0001" is left out: it has nothing that a tag can have.',
        'The tag "," is left out: it has nothing that a tag can have.',
      ],
    });
  });

  it('has room for what was asked for, before what was found', () => {
    const { tags, notes } = cleanTags(numbered(60), ['tag 59', 'moved']);
    expect(tags).toEqual([...numbered(48), 'tag 59', 'moved']);
    expect(notes).toEqual(['11 tags are left out: an image has at most 50.']);
    expect(cleanTags(['b', 'a'], ['a', 'c']).tags).toEqual(['b', 'a', 'c']);
  });

  it('says little of very many', () => {
    const { tags, notes } = cleanTags(numbered(100_000).map((tag) => `${tag}\t!`));
    expect([tags.length, notes.length]).toEqual([50, 12]);
    expect(parseTags(tags)).toEqual(tags);
  });
});
