import { toNfc } from '@cairn/kernel';
import { MAX_TAG_LENGTH, MAX_TAGS, parseTags } from './tag.js';

/** Longer texts are cut before any other work is done on them: NFC shortens a text to a quarter at most. */
const MAX_READ_LENGTH = 8 * MAX_TAG_LENGTH;
const MAX_NOTES = 10;
const MORE = 'More tags are stored otherwise or left out.';

/** Characters that no tag can have. */
const unfit = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp},\ufffd]+/u;

/** Tags in a form that can be stored. */
export interface CleanedTags {
  /** In the form that `parseTags` returns. */
  readonly tags: readonly string[];
  /** What was changed or left out, as sentences. */
  readonly notes: readonly string[];
}

/**
 * Makes tags of texts that came with a photo and were not chosen for Cairn. Characters that a tag cannot have become
 * spaces, and texts that are too long are cut. `given` are tags that somebody asked for. If there is no room for all,
 * tags of the photo are left out.
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
