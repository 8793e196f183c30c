import { foldersOf, type Image } from '@cairn/images';

/** What the terms of an image are made of. */
export interface TermSource extends Pick<Image, 'path'> {
  readonly contentType: string;
  /** By `searchWords`. */
  readonly words: readonly string[];
}

/** The term of a kind: of a word, a media type, a folder itself, or a folder with those below it. */
export const termOf = {
  word: (word: string): string => `w:${word}`,
  type: (type: string): string => `m:${type}`,
  ownFolder: (path: string): string => `d:${path}`,
  tree: (path: string): string => `f:${path}`,
};

/** The terms that an image is found by, besides its tags. */
export function termsOf({ path, contentType, words }: TermSource): readonly string[] {
  return [
    termOf.type(contentType),
    termOf.ownFolder(path),
    ...foldersOf(path).map(termOf.tree),
    ...words.map(termOf.word),
  ];
}

/** Joins words to one text, each after a space, so that a prefix of a word is found as a substring. */
export function joinedWords(words: readonly string[]): string {
  return words.map((word) => ` ${word}`).join('');
}
