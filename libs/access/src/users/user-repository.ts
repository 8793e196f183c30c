import type { Account } from '../accounts/account.js';
import type { Session } from '../sessions/session.js';
import type { User } from './user.js';

/** How a user comes in: by the invite with this digest, with a new account or with one that is there. */
export interface Admission {
  readonly digest: string;
  /** Stored with the user. Absent if `accountId` is the account of the first administrator. */
  readonly account?: Account | undefined;
}

/** Stores the users. No two have the same `nameKeyOf` their name. */
export abstract class UserRepository {
  /** Whether anybody can sign in. */
  abstract hasAny(): Promise<boolean>;

  /**
   * Stores the user and the account, and removes the invite and every set-up link. If it throws, nothing changes.
   * @throws {InvalidInvite} without an invite of this digest; if it has expired at the user's `createdAt`, or is a
   *   set-up link although there is a user.
   * @throws {UserExists}
   */
  abstract admit(user: User, admission: Admission): Promise<void>;

  /** The user whose name has the same `nameKeyOf`. */
  abstract findByName(name: string): Promise<User | undefined>;

  /** @throws {UserNotFound} */
  abstract get(id: string): Promise<User>;

  /** All of them, oldest first, ties in ascending order of identifiers (code units). */
  abstract list(): Promise<readonly User[]>;

  /** Replaces the password, and all sessions of the user by this one. @throws {UserNotFound} */
  abstract changePassword(id: string, change: PasswordChange): Promise<void>;

  /**
   * Removes the user with their sessions and open invites, and revokes the keys that they made and all descendants of
   * these. Account, images and spaces stay.
   * @throws {UserNotFound}
   * @throws {LastOwner} if no owner would be left; nothing changes.
   */
  abstract remove(id: string, at: number): Promise<void>;
}

export interface PasswordChange {
  readonly passwordHash: string;
  readonly session: Session;
}
