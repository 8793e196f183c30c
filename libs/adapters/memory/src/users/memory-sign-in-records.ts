import {
  LastSignIn,
  type Challenge,
  type Identity,
  type Invite,
  type Passkey,
  type Session,
  type User,
} from '@cairn/access';
import type { LinkedIdentity } from '@cairn/access/spi';

/** The records shared by the in-memory repositories of users and all that is removed with them. By identifier. */
export class MemorySignInRecords {
  readonly users = new Map<string, User>();
  readonly sessions = new Map<string, Session>();
  readonly invites = new Map<string, Invite>();
  readonly identities = new Map<string, LinkedIdentity>();
  readonly passkeys = new Map<string, Passkey>();
  /** By digest. */
  readonly challenges = new Map<string, Challenge>();

  /** The stored form of an identity. */
  identityOf({ issuer, subject }: Identity): LinkedIdentity | undefined {
    return [...this.identities.values()].find((one) => one.issuer === issuer && one.subject === subject);
  }

  /** @throws {LastSignIn} unless the user has at least two ways to sign in. */
  assertOtherSignIn(userId: string): void {
    const password = this.users.get(userId)?.passwordHash === undefined ? 0 : 1;
    const others = [...this.identities.values(), ...this.passkeys.values()];
    if (password + others.filter((one) => one.userId === userId).length < 2) throw new LastSignIn();
  }
}
