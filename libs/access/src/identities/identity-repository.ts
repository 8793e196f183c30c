import type { User } from '../users/user.js';
import type { Identity, LinkedIdentity } from './identity.js';

/** Stores by which identities users sign in. No two users have the same one. They go with their user. */
export abstract class IdentityRepository {
  /** @throws {UserNotFound} {IdentityTaken} also if it is the user's own already. */
  abstract add(identity: LinkedIdentity): Promise<void>;

  /** The user with this identity. Issuer and subject are compared exactly. */
  abstract findUser(identity: Identity): Promise<User | undefined>;

  /** The identities of a user, oldest first, ties in ascending order of identifiers (code units). */
  abstract list(userId: string): Promise<readonly LinkedIdentity[]>;

  /**
   * @throws {IdentityNotFound} also if it is an identity of another user.
   * @throws {LastSignIn} if the user could not sign in any more.
   */
  abstract remove(userId: string, id: string): Promise<void>;
}
