import { InvalidInput } from '@cairn/kernel';
import { scopes, type Scope } from '../permissions/scope.js';

/** The role of a user in the installation. An owner administers it; a member uses their own account. */
export const roles = ['owner', 'member'] as const;

export const MAX_USER_NAME_LENGTH = 64;

/**
 * A person who signs in with a name and a password, or with an identity. Every user has exactly one account. Times in
 * epoch milliseconds.
 */
export interface User {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly role: Role;
  /** From `PasswordHash`. Absent for a user without a password. */
  readonly passwordHash?: string | undefined;
  readonly createdAt: number;
  /** Accurate to a minute. Absent until the first session is used. */
  readonly lastSeenAt?: number | undefined;
  /** Up to when they have seen what others added to their account. Absent if they never looked. */
  readonly activitySeenAt?: number | undefined;
}

/** Parses the name of a user: NFKC, trimmed, 1 to 64 characters. @throws {InvalidInput} */
export function parseUserName(text: string): string {
  const name = isLong(text) ? '' : text.normalize('NFKC').trim();
  if (name === '' || [...name].length > MAX_USER_NAME_LENGTH)
    throw InvalidInput.of('invalid-length', `The name must have 1 to ${MAX_USER_NAME_LENGTH} characters.`);
  if (/[\p{Cc}\p{Cf}\p{Cs}]/u.test(name))
    throw InvalidInput.of('invalid-character', 'The name has a character that cannot be seen.');
  return name;
}

/** Equal for names that differ only in case, Unicode form or surrounding spaces. Unique among users. */
export function nameKeyOf(text: string): string {
  return isLong(text) ? '' : text.normalize('NFKC').trim().toUpperCase().toLowerCase().normalize('NFKC');
}

/**
 * Whether a text is too long for a name in any form. Checked first, because normalization takes more than linear time.
 */
function isLong(text: string): boolean {
  return text.length > 4 * MAX_USER_NAME_LENGTH;
}

export type Role = (typeof roles)[number];

/** The scopes of a session of a user with this role. */
export function scopesOf(role: Role): readonly Scope[] {
  return role === 'owner' ? scopes : scopes.filter((scope) => scope !== 'admin');
}
