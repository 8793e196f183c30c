import { IdentityNotFound, IdentityTaken, UserNotFound, type Identity, type User } from '@cairn/access';
import type { IdentityRepository, LinkedIdentity } from '@cairn/access/spi';
import type { MemorySignInRecords } from '../memory-sign-in-records.js';

/** Keeps identities in memory. Every method completes synchronously, so calls never interleave. */
export class MemoryIdentityRepository implements IdentityRepository {
  constructor(private readonly records: MemorySignInRecords) {}

  async add(identity: LinkedIdentity): Promise<void> {
    if (!this.records.users.has(identity.userId)) throw new UserNotFound();
    if (this.records.identityOf(identity) !== undefined) throw new IdentityTaken();
    this.records.identities.set(identity.id, { ...identity });
  }

  async findUser(identity: Identity): Promise<User | undefined> {
    const linked = this.records.identityOf(identity);
    const user = linked && this.records.users.get(linked.userId);
    return user && { ...user };
  }

  async list(userId: string): Promise<readonly LinkedIdentity[]> {
    return [...this.records.identities.values()]
      .filter((identity) => identity.userId === userId)
      .sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))
      .map((identity) => ({ ...identity }));
  }

  async remove(userId: string, id: string): Promise<void> {
    if (this.records.identities.get(id)?.userId !== userId) throw new IdentityNotFound();
    this.records.assertOtherSignIn(userId);
    this.records.identities.delete(id);
  }
}
