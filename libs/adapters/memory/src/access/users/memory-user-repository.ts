import {
  IdentityTaken,
  InvalidInvite,
  InvalidPasswordReset,
  LastOwner,
  nameKeyOf,
  UserExists,
  UserNotFound,
  WrongPassword,
  type Invite,
  type User,
} from '@cairn/access';
import { grantOfInvite } from '@cairn/access/spi';
import type {
  AccountRepository,
  Admission,
  PasswordChange,
  RoleChange,
  UserRepository,
} from '@cairn/access/spi';
import type { MemoryApiKeyRepository } from '../memory-api-key-repository.js';
import type { MemorySignInRecords } from '../memory-sign-in-records.js';

/** Keeps users in memory. Every method changes everything at once, so calls never interleave. */
export class MemoryUserRepository implements UserRepository {
  constructor(
    private readonly records: MemorySignInRecords,
    private readonly others: {
      readonly accounts: AccountRepository;
      readonly keys: Pick<MemoryApiKeyRepository, 'revokeOfUser'>;
    },
  ) {}

  async hasAny(): Promise<boolean> {
    return this.records.users.size > 0;
  }

  async admit(user: User, { digest, account, identity }: Admission): Promise<void> {
    const { users, invites, identities, grants } = this.records;
    const invite = digest === undefined ? undefined : this.inviteOf(digest, user.createdAt);
    const isForFirst = digest === undefined ? account === undefined : invite?.purpose === 'setup';
    if (isForFirst && users.size > 0) throw new InvalidInvite();
    if (invite?.accountId !== undefined) this.assertFree(invite.accountId, user);
    if (this.named(user.name) !== undefined) throw new UserExists();
    if (identity !== undefined && this.records.identityOf(identity) !== undefined) throw new IdentityTaken();
    for (const { id, purpose } of invites.values())
      if (purpose === 'setup' || id === invite?.id) invites.delete(id);
    users.set(user.id, { ...user });
    if (invite?.grant !== undefined) grants.set(invite.grant.id, grantOfInvite(invite.grant, user));
    if (identity !== undefined) identities.set(identity.id, { ...identity });
    if (account !== undefined) await this.others.accounts.add(account);
  }

  async findByName(name: string): Promise<User | undefined> {
    const user = this.named(name);
    return user && { ...user };
  }

  async get(id: string): Promise<User> {
    return { ...this.userOf(id) };
  }

  async find(ids: readonly string[]): Promise<readonly User[]> {
    return (await this.list()).filter(({ id }) => ids.includes(id));
  }

  async list(): Promise<readonly User[]> {
    return [...this.records.users.values()]
      .sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))
      .map((user) => ({ ...user }));
  }

  async changePassword(id: string, { replaced, passwordHash, session }: PasswordChange): Promise<void> {
    if (this.userOf(id).passwordHash !== replaced) throw new WrongPassword();
    this.setPassword({ passwordHash, session });
  }

  async resetPassword(digest: string, reset: Omit<PasswordChange, 'replaced'>): Promise<void> {
    const { userId, createdAt } = reset.session;
    const challenge = this.records.challenges.get(digest);
    if (challenge?.purpose !== 'password-reset' || challenge.userId !== userId)
      throw new InvalidPasswordReset();
    if (challenge.expiresAt <= createdAt) throw new InvalidPasswordReset();
    this.setPassword(reset);
  }

  async markActivitySeen(id: string, at: number): Promise<void> {
    const user = this.userOf(id);
    this.records.users.set(id, { ...user, activitySeenAt: Math.max(at, user.activitySeenAt ?? at) });
  }

  async changeRole(id: string, { role, at }: RoleChange): Promise<User> {
    const user = { ...this.userOf(id), role };
    if (role === 'member') {
      this.assertOtherOwner(id);
      this.withdrawInvites(id);
      this.others.keys.revokeOfUser(id, { at, of: 'owner' });
    }
    this.records.users.set(id, user);
    return { ...user };
  }

  async rename(id: string, name: string): Promise<User> {
    const user = { ...this.userOf(id), name };
    const named = this.named(name);
    if (named !== undefined && named.id !== id) throw new UserExists();
    this.records.users.set(id, user);
    return { ...user };
  }

  async remove(id: string, at: number): Promise<void> {
    const { users, identities, passkeys } = this.records;
    this.assertOtherOwner(id);
    this.records.removeGrants(this.userOf(id));
    users.delete(id);
    this.endSessions(id);
    this.withdrawInvites(id);
    for (const identity of identities.values()) if (identity.userId === id) identities.delete(identity.id);
    for (const passkey of passkeys.values()) if (passkey.userId === id) passkeys.delete(passkey.id);
    this.records.endChallenges(id);
    this.records.removeUploadTokens(`user:${id}`);
    this.others.keys.revokeOfUser(id, { at, of: 'all' });
  }

  private setPassword({ passwordHash, session }: Omit<PasswordChange, 'replaced'>): void {
    const { users, sessions } = this.records;
    const { userId } = session;
    users.set(userId, { ...this.userOf(userId), passwordHash });
    this.endSessions(userId);
    this.records.endChallenges(userId);
    sessions.set(session.id, { ...session });
  }

  /** @throws {InvalidInvite} if the account does not match the user, or already has a user. */
  private assertFree(accountId: string, user: User): void {
    if (user.accountId !== accountId || this.records.hasUser(accountId)) throw new InvalidInvite();
  }

  private inviteOf(digest: string, now: number): Invite {
    const invite = [...this.records.invites.values()].find((one) => one.digest === digest);
    if (invite === undefined || invite.expiresAt <= now) throw new InvalidInvite();
    return invite;
  }

  /** @throws {UserNotFound} {LastOwner} if it is the only one. */
  private assertOtherOwner(id: string): void {
    const { role } = this.userOf(id);
    const owners = [...this.records.users.values()].filter((user) => user.role === 'owner');
    if (role === 'owner' && owners.length === 1) throw new LastOwner();
  }

  private withdrawInvites(userId: string): void {
    const { invites } = this.records;
    for (const invite of invites.values()) if (invite.userId === userId) invites.delete(invite.id);
  }

  private endSessions(userId: string): void {
    const { sessions } = this.records;
    for (const session of sessions.values()) if (session.userId === userId) sessions.delete(session.id);
  }

  private named(name: string): User | undefined {
    return [...this.records.users.values()].find((user) => nameKeyOf(user.name) === nameKeyOf(name));
  }

  private userOf(id: string): User {
    const user = this.records.users.get(id);
    if (user === undefined) throw new UserNotFound();
    return user;
  }
}
