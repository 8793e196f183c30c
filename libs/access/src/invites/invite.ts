import type { Grant } from '../grants/grant.js';
import type { Role, User } from '../users/user.js';

const HOUR_MS = 60 * 60 * 1_000;

/** Lifetime of a set-up link. Each start of the server creates another one while nobody can sign in. */
export const SETUP_LIFETIME_MS = 24 * HOUR_MS;

export const INVITE_LIFETIME_MS = 7 * 24 * HOUR_MS;
export const MIN_INVITE_LIFETIME_MS = HOUR_MS / 60;
export const MAX_INVITE_LIFETIME_MS = 30 * 24 * HOUR_MS;

/** A grant whose grantee is not known yet. */
export type InvitedGrant = Pick<Grant, 'id' | 'accountId' | 'resource' | 'role'>;

/** An invite link for one user, without its secret. Times in epoch milliseconds. */
export interface Invite {
  readonly id: string;
  /** `SecretDigest` of the token in the link. */
  readonly digest: string;
  /** `setup` creates the first user. There is at most one, and none once there is a user. */
  readonly purpose: 'setup' | 'invite';
  readonly role: Role;
  /** The account that the user gets, which has no user. Absent for a new one. */
  readonly accountId?: string | undefined;
  /** What the user is granted besides. */
  readonly grant?: InvitedGrant | undefined;
  /**
   * The user who created it; removed with that user. Absent for a set-up link, or if it was created with a key of no
   * user.
   */
  readonly userId?: string | undefined;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** For stores, when the user of the invite is admitted. */
export function grantOfInvite(grant: InvitedGrant, { id, createdAt }: Pick<User, 'id' | 'createdAt'>): Grant {
  return { ...grant, to: { type: 'user', id }, createdAt };
}
