import type { Image } from '../../image/image.js';

export const MAX_WORDS = 200;
const MAX_WORD_LENGTH = 32;

/** Scripts written without spaces: a word is indexed from each of its characters on. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Folds a text for comparison: no accents and no case. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '');
}

/** The words of a text: runs of letters and digits, folded, each cut to 32 characters. */
export function wordsOf(text: string): readonly string[] {
  const runs = fold(text).split(/[^\p{L}\p{N}]+/u);
  return [...new Set(runs.filter((run) => run !== '').map(shortened))];
}

/** The index words of an image: those of its file name, tags, path, title and caption, at most 200. */
export function searchWords({
  fileName,
  tags,
  path,
  title = '',
  caption = '',
}: Pick<Image, 'fileName' | 'tags' | 'path' | 'title' | 'caption'>): readonly string[] {
  const words = new Set<string>();
  for (const text of [fileName, ...tags, path, title, caption]) {
    for (const word of wordsOf(text)) {
      for (const start of startsOf(word)) {
        if (words.size === MAX_WORDS) return [...words];
        words.add(start);
      }
    }
  }
  return [...words];
}

function startsOf(word: string): readonly string[] {
  if (!unspaced.test(word)) return [word];
  const characters = [...word];
  return characters.map((_, index) => characters.slice(index).join(''));
}

function shortened(word: string): string {
  return word.length <= MAX_WORD_LENGTH ? word : [...word].slice(0, MAX_WORD_LENGTH).join('');
}
