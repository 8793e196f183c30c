import { InvalidInput, parseAll, type Position, type EventFact } from '@cairn/kernel';
import { parseOwner } from './owner.js';
import { patchedSettings, settingsOf, settingsParsers } from './settings/parse-settings.js';
import { parseText, type GivenMembers } from './settings/readers.js';
import type { SpaceSettings } from './settings/space-settings.js';

/** Maximum spaces of one owner, if no token says how many. */
export const MAX_SPACES = 10_000;

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
  readonly settings: SpaceSettings;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly contentUpdatedAt: number;
}

/** The members of a space that clients can set. */
export interface SpaceDetails {
  readonly title: string;
  readonly description: string;
}

/** What to change. Absent members stay the same. */
export interface SpaceChange {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly owner?: string | undefined;
  /** A merge patch (RFC 7396) of the settings: `null` gives a member its default back. */
  readonly settings?: GivenMembers | undefined;
}

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
  const { owner: wanted } = change;
  const patched = settingsParsers(patchedSettings(space.settings, change.settings ?? {}));
  const { title, description, owner, ...settings } = parseAll({
    title: () => parseTitle(change.title ?? space.title),
    description: () => parseDescription(change.description ?? space.description),
    owner: () => (wanted === undefined || wanted === space.owner ? space.owner : parseOwner(wanted)),
    ...patched,
    versionsToKeep: () => keptVersions(patched.versionsToKeep(), space.settings),
  });
  const updatedAt = Math.max(now, space.updatedAt);
  const { indexedByUse } = space.settings;
  const kept = indexedByUse === undefined ? {} : { indexedByUse };
  return { ...space, title, description, owner, settings: { ...settingsOf(settings), ...kept }, updatedAt };
}

/** Changing settings does not discard a history that was kept before. */
function keptVersions(
  wanted: number | undefined,
  { versionsToKeep: kept = 1 }: SpaceSettings,
): number | undefined {
  if (kept > 1 && (wanted ?? 1) === 1)
    throw InvalidInput.of('fixed', 'The versionsToKeep cannot go back to 1.');
  return wanted;
}

/** The position of a space in listings: oldest first, ties in ascending order of identifiers. */
export function positionOf(space: Space): Position {
  return { at: space.createdAt, id: space.id };
}

export function spaceCreated(space: Space): EventFact {
  return fact('space-created', space);
}

/** The payload has the values after the change. */
export function spaceUpdated(space: Space): EventFact {
  return fact('space-updated', space);
}

export function spaceDeleted(space: Space): EventFact {
  return fact('space-deleted', space);
}

function fact(type: string, { id, owner, updatedAt }: Space): EventFact {
  return { type, aggregateId: id, payload: { owner, updatedAt } };
}
