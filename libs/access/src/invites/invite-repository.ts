import type { Invite } from './invite.js';

/** Stores invite and set-up links. `UserRepository.admit` redeems them. */
export abstract class InviteRepository {
  /**
   * Stores the set-up link in place of an earlier one and returns `true`, or returns `false` if there is a user. Atomic
   * under concurrent calls, including `UserRepository.admit`.
   */
  abstract openSetup(invite: Invite): Promise<boolean>;

  /**
   * Also removes invites that have expired at its `createdAt`.
   * @throws {UserNotFound} if its creator is not an owner.
   * @throws {AccountHasUser} if the account that it is for has a user.
   */
  abstract add(invite: Invite): Promise<void>;

  /** Expired or not. */
  abstract find(digest: string): Promise<Invite | undefined>;

  /** All but the set-up link, oldest first, ties in ascending order of identifiers (code units). */
  abstract list(): Promise<readonly Invite[]>;

  /** @throws {InviteNotFound} also for the set-up link. */
  abstract remove(id: string): Promise<void>;
}
