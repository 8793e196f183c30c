import { InviteNotFound, UserNotFound, type Invite, type InviteRepository } from '@cairn/access';
import type { Database } from '../database.js';
import type { Returned } from '../sql/dialect.js';
import { insert } from '../sql/insert.js';
import { selection } from '../sql/selection.js';
import { hasUsers, heldUser } from './typeorm-user-repository.js';
import { InviteSchema, UserSchema, type InviteRow } from './user-schema.js';

type Rows = readonly InviteRow[];

const columns = selection(InviteSchema);

/** Invites as rows of a relational database. */
export class TypeOrmInviteRepository implements InviteRepository {
  constructor(private readonly database: Database) {}

  async openSetup(invite: Invite): Promise<boolean> {
    return await this.database.write(async (manager) => {
      await this.database.dialect.lockTable(manager, UserSchema);
      if (await hasUsers(manager)) return false;
      await manager.sql`DELETE FROM user_invite WHERE purpose = 'setup'`;
      await insert(manager, InviteSchema, [toRow(invite)]);
      return true;
    });
  }

  async add(invite: Invite): Promise<void> {
    const { userId, createdAt } = invite;
    await this.database.write(async (manager) => {
      const user = userId === undefined ? undefined : await heldUser(this.database, manager, userId);
      if (userId !== undefined && user?.role !== 'owner') throw new UserNotFound();
      await manager.sql`DELETE FROM user_invite WHERE expires_at <= ${createdAt} AND purpose = 'invite'`;
      await insert(manager, InviteSchema, [toRow(invite)]);
    });
  }

  async find(digest: string): Promise<Invite | undefined> {
    const [row] = await this.database.read(
      (manager) => manager.sql<Rows>`SELECT ${columns} FROM user_invite WHERE digest = ${digest}`,
    );
    return row && toInvite(row);
  }

  async list(): Promise<readonly Invite[]> {
    const rows = await this.database.read(
      (manager) => manager.sql<Rows>`
        SELECT ${columns} FROM user_invite WHERE purpose = 'invite' ORDER BY created_at, id`,
      { budget: 'listing' },
    );
    return Array.from(rows, toInvite);
  }

  async remove(id: string): Promise<void> {
    await this.database.writeEvenIfFull(async (manager) => {
      const removed = await manager.sql<Returned<unknown>>`
        DELETE FROM user_invite WHERE id = ${id} AND purpose = 'invite' RETURNING id`;
      if (this.database.dialect.rowsOf(removed).length === 0) throw new InviteNotFound();
    });
  }
}

function toRow(invite: Invite): InviteRow {
  const { userId = null } = invite;
  return { ...invite, userId };
}

function toInvite(row: InviteRow): Invite {
  return { ...row, userId: row.userId ?? undefined };
}
