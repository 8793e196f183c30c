/** Maximum length of a tag, in characters. */
export const MAX_TAG_LENGTH = 255;
/** Maximum tags of a feature. */
export const MAX_TAGS = 1_000;

/**
 * Tags as they are stored and searched: split at commas, without accents and characters beyond ASCII, in lower case;
 * those with `@` in front as they are, those with `~`, `ref_` or `sourceID_` in front in their own case. None is
 * empty, none comes twice.
 */
export function normaliseTags(tags: readonly string[]): readonly string[] {
  const normalised = tags.flatMap((tag) => (tag.startsWith('@') ? [tag] : tag.split(',').map(normalise)));
  return [...new Set(normalised)].filter((tag) => tag !== '');
}

function normalise(tag: string): string {
  const ascii = tag.normalize('NFD').replace(/[^\0-\x7f]/g, '');
  return /^(?:~|ref_|sourceID_)/.test(ascii) ? ascii : ascii.toLowerCase();
}
