import { AccountHasUser, InviteNotFound, UserNotFound, type Invite } from '@cairn/access';
import type { InviteRepository } from '@cairn/access/spi';
import type { MemorySignInRecords } from '../memory-sign-in-records.js';

/** Keeps invites in memory. Every method completes synchronously, so calls never interleave. */
export class MemoryInviteRepository implements InviteRepository {
  constructor(private readonly records: MemorySignInRecords) {}

  async openSetup(invite: Invite): Promise<boolean> {
    const { users, invites } = this.records;
    if (users.size > 0) return false;
    for (const { id, purpose } of invites.values()) if (purpose === 'setup') invites.delete(id);
    invites.set(invite.id, { ...invite });
    return true;
  }

  async add(invite: Invite): Promise<void> {
    const { users, invites } = this.records;
    if (invite.userId !== undefined && users.get(invite.userId)?.role !== 'owner') throw new UserNotFound();
    if (invite.accountId !== undefined && this.records.hasUser(invite.accountId)) throw new AccountHasUser();
    for (const { id, expiresAt, purpose } of invites.values())
      if (purpose === 'invite' && expiresAt <= invite.createdAt) invites.delete(id);
    invites.set(invite.id, { ...invite });
  }

  async find(digest: string): Promise<Invite | undefined> {
    const invite = [...this.records.invites.values()].find((one) => one.digest === digest);
    return invite && { ...invite };
  }

  async list(): Promise<readonly Invite[]> {
    return [...this.records.invites.values()]
      .filter(({ purpose }) => purpose === 'invite')
      .sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))
      .map((invite) => ({ ...invite }));
  }

  async remove(id: string): Promise<void> {
    if (this.records.invites.get(id)?.purpose !== 'invite') throw new InviteNotFound();
    this.records.invites.delete(id);
  }
}
