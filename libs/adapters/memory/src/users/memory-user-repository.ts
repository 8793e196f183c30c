import {
  InvalidInvite,
  LastOwner,
  nameKeyOf,
  UserExists,
  UserNotFound,
  type AccountRepository,
  type Admission,
  type PasswordChange,
  type User,
  type UserRepository,
} from '@cairn/access';
import type { MemoryApiKeyRepository } from '../memory-api-key-repository.js';
import type { MemorySignInRecords } from './memory-sign-in-records.js';

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

  async admit(user: User, { digest, account }: Admission): Promise<void> {
    const { users, invites } = this.records;
    const invite = [...invites.values()].find((one) => one.digest === digest);
    if (invite === undefined || invite.expiresAt <= user.createdAt) throw new InvalidInvite();
    if (invite.purpose === 'setup' && users.size > 0) throw new InvalidInvite();
    if (this.named(user.name) !== undefined) throw new UserExists();
    for (const { id, purpose } of invites.values()) if (purpose === 'setup') invites.delete(id);
    invites.delete(invite.id);
    users.set(user.id, { ...user });
    if (account !== undefined) await this.others.accounts.add(account);
  }

  async findByName(name: string): Promise<User | undefined> {
    const user = this.named(name);
    return user && { ...user };
  }

  async get(id: string): Promise<User> {
    return { ...this.userOf(id) };
  }

  async list(): Promise<readonly User[]> {
    return [...this.records.users.values()]
      .sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))
      .map((user) => ({ ...user }));
  }

  async changePassword(id: string, { passwordHash, session }: PasswordChange): Promise<void> {
    this.records.users.set(id, { ...this.userOf(id), passwordHash });
    this.endSessions(id);
    this.records.sessions.set(session.id, { ...session });
  }

  async remove(id: string, at: number): Promise<void> {
    const { users, invites } = this.records;
    const { role } = this.userOf(id);
    const owners = [...users.values()].filter((user) => user.role === 'owner');
    if (role === 'owner' && owners.length === 1) throw new LastOwner();
    users.delete(id);
    this.endSessions(id);
    for (const invite of invites.values()) if (invite.userId === id) invites.delete(invite.id);
    this.others.keys.revokeOfUser(id, at);
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
