import { InvalidInput, type Fault } from '@cairn/kernel';

export const MAX_TAGS = 50;
export const MAX_TAG_LENGTH = 64;

/** The form in which a tag is stored and looked up: NFC, no white space at either end. */
export function normalizeTag(text: string): string {
  return text.normalize('NFC').trim();
}

/**
 * Reads tags: normalised, empty ones dropped, duplicates folded, order kept.
 * @throws {InvalidInput} when there are more than 50, or one is longer than 64 characters or has a control character.
 */
export function parseTags(texts: readonly string[]): readonly string[] {
  const tags = [...new Set(texts.map(normalizeTag))].filter((tag) => tag !== '');
  const faults = tags.flatMap((tag) => faultsOfTag(tag));
  if (tags.length > MAX_TAGS) {
    faults.push({
      pointer: '',
      code: 'too-many-tags',
      detail: `${tags.length} tags were given; at most ${MAX_TAGS} are allowed.`,
    });
  }
  if (faults.length > 0) throw new InvalidInput(faults);
  return tags;
}

function faultsOfTag(tag: string): Fault[] {
  if ([...tag].length > MAX_TAG_LENGTH) {
    return [
      { pointer: '', code: 'tag-too-long', detail: `A tag is longer than ${MAX_TAG_LENGTH} characters.` },
    ];
  }
  if (/[\p{Cc}\p{Cs}]/u.test(tag)) {
    return [
      {
        pointer: '',
        code: 'invalid-character',
        detail: `The tag ${JSON.stringify(tag)} has a control character.`,
      },
    ];
  }
  return [];
}
