/** Maximum length of a tag, in characters. */
export const MAX_TAG_LENGTH = 255;
/** Maximum tags of a feature. */
export const MAX_TAGS = 1_000;

/**
 * Tags as they are stored and searched: split at commas. Of ASCII alone they are in lower case as XYZ Hub has them, but
 * for those with `~`, `ref_` or `sourceID_` in front. XYZ Hub would drop letters of any other: it stays as it is, in
 * Unicode form NFC. Tags with `@` in front are left alone. None is empty, none comes twice. Tags that are stored already
 * do not change.
 */
export function normaliseTags(tags: readonly string[]): readonly string[] {
  const normalised = tags.flatMap((tag) => (tag.startsWith('@') ? [tag] : tag.split(',').map(normalise)));
  return [...new Set(normalised)].filter((tag) => tag !== '');
}

function normalise(tag: string): string {
  const composed = tag.normalize('NFC');
  const keepsCase = BEYOND_ASCII.test(composed) || /^(?:~|ref_|sourceID_)/.test(composed);
  return keepsCase ? composed : composed.toLowerCase();
}

const BEYOND_ASCII = /[^\0-\x7f]/;
