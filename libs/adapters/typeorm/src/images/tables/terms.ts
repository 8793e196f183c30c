import { foldersOf, type Image } from '@cairn/images';
import { searchWords } from '@cairn/images/spi';

/** The term of a kind: of a word, a media type, a folder itself, or a folder with those below it. */
export const termOf = {
  word: (word: string): string => `w:${word}`,
  type: (type: string): string => `m:${type}`,
  ownFolder: (path: string): string => `d:${path}`,
  tree: (path: string): string => `f:${path}`,
};

/** The terms that an image is found by, besides its tags. */
export function termsOf(image: Image): readonly string[] {
  const { path, file } = image;
  return [
    termOf.type(file.contentType),
    termOf.ownFolder(path),
    ...foldersOf(path).map(termOf.tree),
    ...searchWords(image).map(termOf.word),
  ];
}

/** Joins words to one text, each after a space, so that a prefix of a word is found as a substring. */
export function joinedWords(words: readonly string[]): string {
  return words.map((word) => ` ${word}`).join('');
}
