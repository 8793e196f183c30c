import type { Session, SignedIn } from '../users/session.js';

/** Stores the sessions of all users. They are removed with their user. */
export abstract class SessionRepository {
  /** Also removes sessions, of anyone, that have expired at its `createdAt`. @throws {UserNotFound} */
  abstract add(session: Session): Promise<void>;

  /** The session with this digest, expired or not, and its user. No reader finds a removed one. */
  abstract find(digest: string): Promise<SignedIn | undefined>;

  /** The sessions of a user, latest use first, ties in ascending order of identifiers (code units). */
  abstract list(userId: string): Promise<readonly Session[]>;

  /** The given sessions that expire after `now`, in any order. `ids` is not empty and has no duplicates. */
  abstract listLive(ids: readonly string[], now: number): Promise<readonly string[]>;

  /**
   * Sets `lastUsedAt` and `expiresAt`, and the user's `lastSeenAt`. Does nothing if the stored time is later, or the
   * session does not exist.
   */
  abstract touch(id: string, use: { readonly at: number; readonly expiresAt: number }): Promise<void>;

  /** @throws {SessionNotFound} also if it is a session of another user. */
  abstract remove(userId: string, id: string): Promise<void>;

  /** Removes all sessions of the user, except for `kept`. */
  abstract removeAll(userId: string, kept?: string): Promise<void>;

  /** `undefined` for no name. @throws {SessionNotFound} also if it is a session of another user. */
  abstract rename(
    userId: string,
    id: string,
    change: { readonly name: string | undefined },
  ): Promise<Session>;
}
