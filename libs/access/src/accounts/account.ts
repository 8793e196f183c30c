import { InvalidInput, toNfc, type Position } from '@cairn/kernel';
import type { BaseMap } from './base-map.js';

export const MAX_NAME_LENGTH = 200;

/** The name of the first account until somebody gives it one, or the first user comes in and it gets theirs. */
export const FIRST_ACCOUNT_NAME = 'First account';

/** An owner of images, spaces and keys. Times in epoch milliseconds. */
export interface Account {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  /** Absent for the one of the service. */
  readonly baseMap?: BaseMap | undefined;
}

/**
 * Parses the name of an account or a key: NFC, trimmed. What turns the direction of the text that follows would change what
 * strangers read beside the name on the page of a link.
 * @throws {InvalidInput}
 */
export function parseName(text: string): string {
  const name = toNfc(text).trim();
  if (name === '' || [...name].length > MAX_NAME_LENGTH) {
    throw InvalidInput.of('invalid-length', `The name must have 1 to ${MAX_NAME_LENGTH} characters.`);
  }
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(name))
    throw InvalidInput.of('invalid-character', 'The name has a control character or half a surrogate pair.');
  return name;
}

/**
 * The name under which an account shares things with people who have no account: the one that somebody gave it. An address
 * of e-mail was given for something else.
 */
export function publicNameOf({ name }: Pick<Account, 'name'>): string | undefined {
  return name === FIRST_ACCOUNT_NAME || name.includes('@') ? undefined : name;
}

/** The position of an account or a key in listings: oldest first, ties in ascending order of identifiers. */
export function positionOf(item: { readonly createdAt: number; readonly id: string }): Position {
  return { at: item.createdAt, id: item.id };
}
