import { toNfc } from '@cairn/kernel';
import { MAX_TAG_LENGTH, MAX_TAGS, parseTags } from './tag.js';

/** Longer ones are cut before anything else is done with them: NFC shortens a text to a quarter at most. */
const MAX_READ_LENGTH = 8 * MAX_TAG_LENGTH;
const MAX_NOTES = 10;
const MORE = 'More tags are stored otherwise or left out.';

/** What no tag has. */
const unfit = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp},\ufffd]+/u;

/** Tags as far as they can be stored. */
export interface CleanedTags {
  /** As `parseTags` reads them. */
  readonly tags: readonly string[];
  /** What is stored otherwise, or left out, in sentences. */
  readonly notes: readonly string[];
}

/**
 * Makes tags of texts that came with a photo and nobody chose for Cairn: what a tag cannot have becomes a space, what is too
 * long is cut. `given` are tags that somebody asked for: where there is no room for all, those of the photo are left out.
 */
export function cleanTags(found: readonly string[], given: readonly string[] = []): CleanedTags {
  const notes: string[] = [];
  const cleaned = (texts: readonly string[]): ReadonlySet<string> =>
    new Set(
      texts.flatMap((text) => {
        const tag = cleanTag(text);
        const note = noteOn(text, tag);
        if (note !== undefined && notes.length <= MAX_NOTES) notes.push(note);
        return tag === '' ? [] : [tag];
      }),
    );
  const [own, asked] = [cleaned(found), cleaned(given)];
  const others = [...own].filter((tag) => !asked.has(tag));
  const kept = new Set(others.slice(0, Math.max(0, MAX_TAGS - asked.size)));
  const all = [...new Set([...[...own].filter((tag) => kept.has(tag) || asked.has(tag)), ...asked])];
  const tags = parseTags(all.slice(0, MAX_TAGS));
  const left = others.length + asked.size - tags.length;
  const sentences = notes.length <= MAX_NOTES ? notes : [...notes.slice(0, MAX_NOTES), MORE];
  return {
    tags,
    notes:
      left === 0 ? sentences : [...sentences, `${left} tags are left out: an image has at most ${MAX_TAGS}.`],
  };
}

/** The tag that a text becomes; empty for none. */
function cleanTag(text: string): string {
  const parts = text
    .slice(0, MAX_READ_LENGTH)
    .split(unfit)
    .map((part) => part.trim());
  const tag = toNfc(parts.filter((part) => part !== '').join(' '));
  return [...tag].slice(0, MAX_TAG_LENGTH).join('').trim();
}

function noteOn(text: string, tag: string): string | undefined {
  const start = text.slice(0, MAX_READ_LENGTH).trim();
  if (start === '' || (text.length <= MAX_READ_LENGTH && tag === toNfc(start))) return undefined;
  return tag === ''
    ? `The tag ${quoted(start)} is left out: it has nothing that a tag can have.`
    : `The tag ${quoted(start)} is stored as ${quoted(tag)}.`;
}

function quoted(text: string): string {
  const start = [...text].slice(0, MAX_TAG_LENGTH).join('');
  return JSON.stringify(start === text ? text : `${start}…`);
}
