/** Maximum length of a tag, in characters. */
export const MAX_TAG_LENGTH = 255;
/** Maximum tags of a feature. */
export const MAX_TAGS = 1_000;

/**
 * Normalises tags for storing and searching. Splits them at commas. Tags of ASCII alone become lower case as in XYZ
 * Hub, except those that start with `~`, `ref_` or `sourceID_`. All other tags, of which XYZ Hub would drop letters,
 * keep their case and become Unicode NFC. Tags that start with `@` stay as they are. Removes empty tags and duplicates.
 * Stored tags do not change when they are normalised again.
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
