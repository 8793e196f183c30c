import {
  AccountNeedsOwner,
  LastSignIn,
  type Challenge,
  type Grant,
  type Group,
  type Identity,
  type Invite,
  type Passkey,
  type Session,
  type UploadToken,
  type User,
} from '@cairn/access';
import type { LinkedIdentity } from '@cairn/access/spi';
import { erasedUsers, type Erased } from '@cairn/kernel';
import { counted, going, isAccounts, isErased, isUsers, type TraceHolder } from '../traces.js';

/**
 * The records shared by the in-memory repositories of users and of everything that is removed with a user. By
 * identifier.
 */
export class MemorySignInRecords {
  readonly users = new Map<string, User>();
  readonly sessions = new Map<string, Session>();
  readonly invites = new Map<string, Invite>();
  readonly identities = new Map<string, LinkedIdentity>();
  readonly passkeys = new Map<string, Passkey>();
  /** By digest. */
  readonly challenges = new Map<string, Challenge>();
  readonly grants = new Map<string, Grant>();
  readonly groups = new Map<string, Group>();
  /** By digest. */
  readonly uploadTokens = new Map<string, UploadToken>();
  readonly traces: readonly TraceHolder[] = [
    counted(
      'users',
      () => this.users.values(),
      (user, erased) => isAccounts(user, erased) || erasedUsers(erased).includes(user.id),
    ),
    going('sessions', this.sessions, isUsers),
    going('invites', this.invites, (invite, erased) => isAccounts(invite, erased) || isUsers(invite, erased)),
    going('identities', this.identities, isUsers),
    going('passkeys', this.passkeys, isUsers),
    going('challenges', this.challenges, isUsers),
    going(
      'grants',
      this.grants,
      (grant, erased) => isAccounts(grant, erased) || isErased(`${grant.to.type}:${grant.to.id}`, erased),
    ),
    going('groups', this.groups, isAccounts),
    going(
      'uploadTokens',
      this.uploadTokens,
      (token, erased) => isAccounts(token, erased) || isErased(token.createdBy, erased),
    ),
    {
      kind: 'members',
      count: (erased) => this.membersOf(erased).length,
      erase: (erased) => this.leaveGroups(erased),
    },
  ];

  /** The stored form of an identity. */
  identityOf({ issuer, subject }: Identity): LinkedIdentity | undefined {
    return [...this.identities.values()].find((one) => one.issuer === issuer && one.subject === subject);
  }

  /** Removes the challenges that the user has begun, or only those with this purpose. */
  endChallenges(userId: string, purpose?: Challenge['purpose']): void {
    for (const challenge of this.challenges.values())
      if (challenge.userId === userId && (purpose ?? challenge.purpose) === challenge.purpose)
        this.challenges.delete(challenge.digest);
  }

  /** @throws {LastSignIn} unless the user has at least two ways to sign in. */
  assertOtherSignIn(userId: string): void {
    const password = this.users.get(userId)?.passwordHash === undefined ? 0 : 1;
    const others = [...this.identities.values(), ...this.passkeys.values()];
    if (password + others.filter((one) => one.userId === userId).length < 2) throw new LastSignIn();
  }

  private membersOf(erased: Erased): readonly string[] {
    const users = erasedUsers(erased);
    return [...this.groups.values()].flatMap(({ memberIds }) => memberIds.filter((id) => users.includes(id)));
  }

  private leaveGroups(erased: Erased): number {
    const left = this.membersOf(erased);
    for (const group of this.groups.values())
      this.groups.set(group.id, { ...group, memberIds: group.memberIds.filter((id) => !left.includes(id)) });
    return left.length;
  }

  /** Removes the upload tokens that somebody made. */
  removeUploadTokens(maker: string): void {
    for (const token of this.uploadTokens.values())
      if (token.createdBy === maker) this.uploadTokens.delete(token.digest);
  }

  /** Whether a user belongs to the account. */
  hasUser(accountId: string): boolean {
    return [...this.users.values()].some((user) => user.accountId === accountId);
  }

  /** Whether a user belongs to the account, or one of the given grants makes somebody its owner. */
  hasOwner(accountId: string, counts: (grant: Grant) => boolean): boolean {
    const grants = [...this.grants.values()];
    return (
      this.hasUser(accountId) ||
      grants.some((grant) => grant.role === 'owner' && grant.accountId === accountId && counts(grant))
    );
  }

  /**
   * Removes the user's grants and leaves their groups. @throws {AccountNeedsOwner} if an account would be left with
   * members but without an owner.
   */
  removeGrants({ id, accountId }: User): void {
    const isTheirs = ({ to }: Grant): boolean => to.type === 'user' && to.id === id;
    const others = [...this.grants.values()].filter((grant) => !isTheirs(grant));
    for (const grant of others) {
      const isMember = grant.resource.type === 'account';
      const isOwned =
        others.some((other) => other.role === 'owner' && other.accountId === grant.accountId) ||
        [...this.users.values()].some((user) => user.id !== id && user.accountId === grant.accountId);
      const loses = grant.accountId === accountId || this.owns(id, grant.accountId);
      if (isMember && loses && !isOwned) throw new AccountNeedsOwner();
    }
    for (const grant of this.grants.values()) if (isTheirs(grant)) this.grants.delete(grant.id);
    for (const group of this.groups.values())
      this.groups.set(group.id, { ...group, memberIds: group.memberIds.filter((each) => each !== id) });
  }

  private owns(userId: string, accountId: string): boolean {
    return [...this.grants.values()].some(
      (grant) => grant.role === 'owner' && grant.accountId === accountId && grant.to.id === userId,
    );
  }
}
