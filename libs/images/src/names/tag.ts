import { InvalidInput, type Fault } from '@cairn/kernel';

export const MAX_TAGS = 50;
export const MAX_TAG_LENGTH = 64;

/** NFC shortens a text to a quarter at most, so a text longer than this stays too long. */
const MAX_CODE_UNITS = 4 * 2 * MAX_TAG_LENGTH;

/** After this many different tags, further ones are only counted. */
const MAX_READ = 4 * MAX_TAGS;

/** The form in which a tag is stored and looked up: NFC, no white space at either end. */
export function normalizeTag(text: string): string {
  const tag = text.trim();
  return tag.length > MAX_CODE_UNITS ? tag : tag.normalize('NFC');
}

/**
 * Reads tags: normalized, without empty ones and duplicates, in their order.
 * @throws {InvalidInput} when there are more than 50, or one is longer than 64 characters or has a control character.
 */
export function parseTags(texts: readonly string[]): readonly string[] {
  const tags = new Set<string>();
  let read = 0;
  for (const text of texts) {
    if (tags.size === MAX_READ) break;
    if (text !== '') tags.add(normalizeTag(text));
    read += 1;
  }
  tags.delete('');
  const unread = texts.length - read;
  InvalidInput.throwIfAny(faultsOf(tags, tags.size + unread), unread);
  return [...tags];
}

function* faultsOf(tags: Iterable<string>, count: number): Generator<Fault> {
  if (count > MAX_TAGS)
    yield fault('too-many-tags', `There are ${count} tags; at most ${MAX_TAGS} are allowed.`);
  for (const tag of tags) {
    if (isTooLong(tag)) yield fault('tag-too-long', `A tag is longer than ${MAX_TAG_LENGTH} characters.`);
    else if (/[\p{Cc}\p{Cs}]/u.test(tag))
      yield fault(
        'invalid-character',
        `The tag ${JSON.stringify(tag)} has a control character or half a surrogate pair.`,
      );
  }
}

/** A character is one or two UTF-16 code units. */
function isTooLong(tag: string): boolean {
  return tag.length > 2 * MAX_TAG_LENGTH || [...tag].length > MAX_TAG_LENGTH;
}

function fault(code: string, detail: string): Fault {
  return { pointer: '', code, detail };
}
