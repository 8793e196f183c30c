import type { User } from '../users/user.js';
import type { Identity, LinkedIdentity } from '../users/identity.js';

/** Stores the identities that users sign in with. An identity belongs to one user, and is removed with the user. */
export abstract class IdentityRepository {
  /** @throws {UserNotFound} {IdentityTaken} also if the user already has it. */
  abstract add(identity: LinkedIdentity): Promise<void>;

  /** The user with this identity. Issuer and subject are compared exactly. */
  abstract findUser(identity: Identity): Promise<User | undefined>;

  /** The identities of a user, oldest first, ties in ascending order of identifiers (code units). */
  abstract list(userId: string): Promise<readonly LinkedIdentity[]>;

  /** @throws {LastSignIn} if the user could no longer sign in. */
  abstract remove(userId: string, id: string): Promise<void>;
}
