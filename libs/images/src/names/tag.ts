import { InvalidInput, type Fault } from '@cairn/kernel';

export const MAX_TAGS = 50;
export const MAX_TAG_LENGTH = 64;

/** What decoders put in the place of bytes that they cannot read. */
const UNREADABLE = '\ufffd';

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
 * Reads tags to store: normalized, without empty ones and duplicates, in their order.
 * @throws {InvalidInput} when there are more than 50, or one is longer than 64 characters or has what no tag has: a
 * control character, a comma (it separates tags in uploads and queries), or U+FFFD (it stands for what could not be read).
 */
export function parseTags(texts: readonly string[]): readonly string[] {
  return readTags(texts, faultOfTag);
}

/**
 * Reads tags to search for: like `parseTags`, but allows commas, which tags of earlier releases may have. @throws
 * {InvalidInput}
 */
export function parseWantedTags(texts: readonly string[]): readonly string[] {
  return readTags(texts, (tag) => faultOfTag(tag.replaceAll(',', '')));
}

type TagFault = (tag: string) => Fault | undefined;

function readTags(texts: readonly string[], faultOf: TagFault): readonly string[] {
  const tags = new Set<string>();
  let read = 0;
  for (const text of texts) {
    if (tags.size === MAX_READ) break;
    if (text !== '') tags.add(normalizeTag(text));
    read += 1;
  }
  tags.delete('');
  const unread = texts.length - read;
  InvalidInput.throwIfAny(faultsOf(tags, tags.size + unread, faultOf), unread);
  return [...tags];
}

function* faultsOf(tags: Iterable<string>, count: number, faultOf: TagFault): Generator<Fault> {
  if (count > MAX_TAGS)
    yield fault('too-many-tags', `There are ${count} tags; at most ${MAX_TAGS} are allowed.`);
  for (const tag of tags) {
    const found = faultOf(tag);
    if (found !== undefined) yield found;
  }
}

function faultOfTag(tag: string): Fault | undefined {
  if (isTooLong(tag)) return fault('tag-too-long', `A tag is longer than ${MAX_TAG_LENGTH} characters.`);
  const quoted = (): string => `The tag ${JSON.stringify(tag)}`;
  if (/[\p{Cc}\p{Cs}]/u.test(tag))
    return fault('invalid-character', `${quoted()} has a control character or half a surrogate pair.`);
  if (tag.includes(',')) return fault('invalid-character', `${quoted()} has a comma.`);
  if (!tag.includes(UNREADABLE)) return undefined;
  return fault('invalid-character', `${quoted()} has U+FFFD, which stands for a character that was lost.`);
}

/** A character is one or two UTF-16 code units. */
function isTooLong(tag: string): boolean {
  return tag.length > 2 * MAX_TAG_LENGTH || [...tag].length > MAX_TAG_LENGTH;
}

function fault(code: string, detail: string): Fault {
  return { pointer: '', code, detail };
}
