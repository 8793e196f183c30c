import { describe, expect, it } from '@jest/globals';
import { MAX_WORDS, searchWords, wordsOf } from './search-words.js';

const image = { fileName: 'x.jpg', tags: [], path: '' };

describe('search words', () => {
  it('are runs of letters and digits, without case and accents, each once', () => {
    expect(wordsOf('IMG_0001-Zürich am  See (2) zurich.JPG')).toEqual([
      'img',
      '0001',
      'zurich',
      'am',
      'see',
      '2',
      'jpg',
    ]);
    expect(wordsOf('İstanbul ﬁsh Straße ½')).toEqual(['istanbul', 'fish', 'straße', '1', '2']);
    expect(wordsOf(' _-. ')).toEqual([]);
  });

  it('are cut after 32 characters', () => {
    expect(wordsOf('a'.repeat(40))).toEqual(['a'.repeat(32)]);
  });

  it('come from the name, the tags and the path', () => {
    expect(searchWords({ fileName: 'lake.png', tags: ['big sky'], path: 'a/b' })).toEqual([
      'lake',
      'png',
      'big',
      'sky',
      'a',
      'b',
    ]);
  });

  it('begin at each character in scripts without spaces', () => {
    expect(searchWords({ ...image, fileName: '海と.jpg' })).toEqual(['海と', 'と', 'jpg']);
  });

  it(`are at most ${MAX_WORDS}`, () => {
    const tags = Array.from(
      { length: 50 },
      (_, index) => `a${index} b${index} c${index} d${index} e${index}`,
    );
    expect(searchWords({ ...image, tags })).toHaveLength(MAX_WORDS);
  });
});
