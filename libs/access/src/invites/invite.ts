import type { Role } from '../users/role.js';

const HOUR_MS = 60 * 60 * 1_000;

/** How long a set-up link can be used. Each start of the server makes another one while nobody can sign in. */
export const SETUP_LIFETIME_MS = 24 * HOUR_MS;

export const INVITE_LIFETIME_MS = 7 * 24 * HOUR_MS;
export const MIN_INVITE_LIFETIME_MS = HOUR_MS / 60;
export const MAX_INVITE_LIFETIME_MS = 30 * 24 * HOUR_MS;

/** A link by which one user comes in, without its secret. Times in epoch milliseconds. */
export interface Invite {
  readonly id: string;
  /** `SecretDigest` of the token in the link. */
  readonly digest: string;
  /** `setup` makes the first user. There is at most one, and none once there is a user. */
  readonly purpose: 'setup' | 'invite';
  readonly role: Role;
  /** The user who made it, with whom it goes. Absent for a set-up link, or if a key that no user made has made it. */
  readonly userId?: string | undefined;
  readonly createdAt: number;
  readonly expiresAt: number;
}
