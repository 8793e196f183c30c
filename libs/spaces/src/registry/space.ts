import { InvalidInput, parseAll, type Position } from '@cairn/kernel';

export const MAX_SPACE_ID_LENGTH = 255;
export const MAX_TITLE_LENGTH = 1_000;
export const MAX_DESCRIPTION_LENGTH = 10_000;

/** A container of geodata. Times in epoch milliseconds. */
export interface Space {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly owner: string;
  /** The type of store that holds the content. */
  readonly storageId: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly contentUpdatedAt: number;
}

/** The members of a space that clients can set. */
export interface SpaceDetails {
  readonly title: string;
  readonly description: string;
}

/** The details to change. Absent ones stay the same. */
export type SpaceChange = { readonly [Name in keyof SpaceDetails]?: SpaceDetails[Name] | undefined };

/** @throws {InvalidInput} */
export function parseTitle(title: string): string {
  return parseText(title, { name: 'title', limit: MAX_TITLE_LENGTH });
}

/** @throws {InvalidInput} */
export function parseDescription(description: string): string {
  return parseText(description, { name: 'description', limit: MAX_DESCRIPTION_LENGTH });
}

/** @throws {InvalidInput} if an identifier chosen by a client is empty, too long or not URL-safe. */
export function parseSpaceId(id: string): string {
  if (!/^[\w.~-]+$/.test(id) || id === '.' || id === '..' || id.length > MAX_SPACE_ID_LENGTH) {
    throw InvalidInput.of(
      'invalid-id',
      `The id must have 1 to ${MAX_SPACE_ID_LENGTH} of the characters A-Z, a-z, 0-9 and _.~-, and not be \`.\` or \`..\`.`,
    );
  }
  return id;
}

/** Applies a change at the time `now`. @throws {InvalidInput} */
export function changeSpace(space: Space, change: SpaceChange, now: number): Space {
  const details = parseAll({
    title: () => parseTitle(change.title ?? space.title),
    description: () => parseDescription(change.description ?? space.description),
  });
  return { ...space, ...details, updatedAt: Math.max(now, space.updatedAt) };
}

/** The position of a space in listings: oldest first, ties in ascending order of identifiers. */
export function positionOf(space: Space): Position {
  return { at: space.createdAt, id: space.id };
}

function parseText(text: string, { name, limit }: { readonly name: string; readonly limit: number }): string {
  // Stores such as PostgreSQL cannot store NUL, or half a surrogate pair, in a text.
  if (/[\0\p{Cs}]/u.test(text))
    throw InvalidInput.of('invalid-character', `The ${name} has a NUL character or half a surrogate pair.`);
  if ([...text].length > limit)
    throw InvalidInput.of('text-too-long', `The ${name} is longer than ${limit} characters.`);
  return text;
}
