import type { Account } from '../accounts/account.js';
import type { LinkedIdentity } from './identity.js';
import type { Session } from './session.js';
import type { Role, User } from './user.js';

/** The admission of a user: by an invite or an identity provider, with a new or an existing account. */
export interface Admission {
  /** The digest of the invite. Absent if only an identity provider vouches for the user. */
  readonly digest?: string | undefined;
  /** Stored with the user. Absent if `accountId` is that of the invite, or of the first administrator. */
  readonly account?: Account | undefined;
  /** The identity that the user signs in with, stored with the user. */
  readonly identity?: LinkedIdentity | undefined;
}

/** Stores the users. `nameKeyOf` of their names is unique. */
export abstract class UserRepository {
  /** Whether any user can sign in. */
  abstract hasAny(): Promise<boolean>;

  /**
   * Stores the user and the account, and removes the invite and every set-up link. If it throws, nothing changes.
   * @throws {InvalidInvite} if there is no invite of the digest, it has expired at the user's `createdAt`, or it is a
   *   set-up link although there is a user; if it is for an account, and the user's is another one or has a user already; and
   *   with neither digest nor account if there is a user.
   * @throws {UserExists} {IdentityTaken}
   */
  abstract admit(user: User, admission: Admission): Promise<void>;

  /** The user whose name has the same `nameKeyOf`. */
  abstract findByName(name: string): Promise<User | undefined>;

  /** @throws {UserNotFound} */
  abstract get(id: string): Promise<User>;

  /** The given users that exist, in any order. */
  abstract find(ids: readonly string[]): Promise<readonly User[]>;

  /** All of them, oldest first, ties in ascending order of identifiers (code units). */
  abstract list(): Promise<readonly User[]>;

  /**
   * Replaces the password, replaces all sessions of the user with this one, and removes the user's challenges.
   * @throws {UserNotFound}
   * @throws {WrongPassword} if the password is not the one to be replaced; nothing changes.
   */
  abstract changePassword(id: string, change: PasswordChange): Promise<void>;

  /**
   * Redeems the `password-reset` of the digest: sets the password of the session's user, replaces all their sessions
   * with this one, and removes their challenges. Of concurrent calls, only one succeeds.
   * @throws {InvalidPasswordReset} if there is none for this user, or it has expired at the session's `createdAt`;
   * nothing changes.
   */
  abstract resetPassword(digest: string, reset: Omit<PasswordChange, 'replaced'>): Promise<void>;

  /**
   * Returns the user with the new role. If it makes them a member, removes their open invites, and revokes their keys
   * with `admin` or for other accounts, including all descendants.
   * @throws {UserNotFound}
   * @throws {LastOwner} if no owner would be left; nothing changes.
   */
  abstract changeRole(id: string, change: RoleChange): Promise<User>;

  /** Sets `activitySeenAt`, unless the stored time is later. @throws {UserNotFound} */
  abstract markActivitySeen(id: string, at: number): Promise<void>;

  /**
   * Gives the user another name, and returns them so. Their sessions and keys stay. Of concurrent calls that would give
   * two users the same `nameKeyOf`, only one succeeds.
   * @throws {UserNotFound} {UserExists}
   */
  abstract rename(id: string, name: string): Promise<User>;

  /**
   * Removes the user with their sessions and open invites, and revokes their keys with all descendants. Account, images
   * and spaces stay.
   * @throws {UserNotFound}
   * @throws {LastOwner} if no owner would be left; nothing changes.
   */
  abstract remove(id: string, at: number): Promise<void>;
}

export interface RoleChange {
  readonly role: Role;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface PasswordChange {
  /** The hash to replace. Absent for a user without a password. */
  readonly replaced?: string | undefined;
  readonly passwordHash: string;
  readonly session: Session;
}
