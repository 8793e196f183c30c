import { AccountHasUser, InviteNotFound, UserNotFound, type Invite } from '@cairn/access';
import type { InviteRepository } from '@cairn/access/spi';
import { LessThanOrEqual } from 'typeorm';
import type { Database } from '../sql/database.js';
import { lockRow } from '../sql/lock-row.js';
import { InviteSchema, inviteRow, toInvite, UserSchema } from './user-schema.js';

/** Invites as rows of a relational database. */
export class TypeOrmInviteRepository implements InviteRepository {
  constructor(private readonly database: Database) {}

  async openSetup(invite: Invite): Promise<boolean> {
    return await this.database.write(async (manager) => {
      await this.database.dialect.lockTable(manager, UserSchema);
      if (await manager.repository(UserSchema).exists()) return false;
      const invites = manager.repository(InviteSchema);
      await invites.delete({ purpose: 'setup' });
      await invites.insert(inviteRow(invite));
      return true;
    });
  }

  async add(invite: Invite): Promise<void> {
    const { userId, accountId, createdAt } = invite;
    await this.database.write(async (manager) => {
      if (userId !== undefined) {
        await lockRow(manager, this.database.dialect, { table: UserSchema, id: userId });
        const isOwner = await manager.repository(UserSchema).existsBy({ id: userId, role: 'owner' });
        if (!isOwner) throw new UserNotFound();
      }
      if (accountId !== undefined && (await manager.repository(UserSchema).existsBy({ accountId })))
        throw new AccountHasUser();
      const invites = manager.repository(InviteSchema);
      await invites.delete({ expiresAt: LessThanOrEqual(createdAt), purpose: 'invite' });
      await invites.insert(inviteRow(invite));
    });
  }

  async find(digest: string): Promise<Invite | undefined> {
    const row = await this.database.read((manager) => manager.repository(InviteSchema).findOneBy({ digest }));
    return row === null ? undefined : toInvite(row);
  }

  async list(): Promise<readonly Invite[]> {
    const rows = await this.database.read(
      (manager) =>
        manager
          .repository(InviteSchema)
          .find({ where: { purpose: 'invite' }, order: { createdAt: 'ASC', id: 'ASC' } }),
      { budget: 'listing' },
    );
    return Array.from(rows, toInvite);
  }

  async remove(id: string): Promise<void> {
    await this.database.writeEvenIfFull(async (manager) => {
      const { affected } = await manager.repository(InviteSchema).delete({ id, purpose: 'invite' });
      if (affected === 0) throw new InviteNotFound();
    });
  }
}
