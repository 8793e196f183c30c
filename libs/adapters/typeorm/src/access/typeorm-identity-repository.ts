import {
  IdentityNotFound,
  IdentityTaken,
  UserNotFound,
  type Identity,
  type IdentityRepository,
  type LinkedIdentity,
  type User,
} from '@cairn/access';
import type { Database } from '../database.js';
import type { Returned } from '../sql/dialect.js';
import { selection } from '../sql/selection.js';
import { assertOtherSignIn } from './assert-other-sign-in.js';
import { IdentitySchema, insertIdentity } from './identity-schema.js';
import { holdUser } from './typeorm-user-repository.js';
import { toUser, UserSchema, type UserRow } from './user-schema.js';

const columns = selection(IdentitySchema);
const userColumns = selection(UserSchema);

/** Identities as rows of a relational database. */
export class TypeOrmIdentityRepository implements IdentityRepository {
  constructor(private readonly database: Database) {}

  async add(identity: LinkedIdentity): Promise<void> {
    await this.database.write(async (manager) => {
      if (!(await holdUser(this.database, manager, identity.userId))) throw new UserNotFound();
      if (!(await insertIdentity(manager, identity))) throw new IdentityTaken();
    });
  }

  async findUser({ issuer, subject }: Identity): Promise<User | undefined> {
    const [row] = await this.database.read(
      (manager) => manager.sql<readonly UserRow[]>`
        SELECT ${userColumns} FROM app_user JOIN user_identity ON user_identity.user_id = app_user.id
        WHERE user_identity.issuer = ${issuer} AND user_identity.subject = ${subject}`,
    );
    return row && toUser(row);
  }

  async list(userId: string): Promise<readonly LinkedIdentity[]> {
    const rows = await this.database.read(
      (manager) => manager.sql<readonly LinkedIdentity[]>`
        SELECT ${columns} FROM user_identity WHERE user_id = ${userId} ORDER BY created_at, id`,
      { budget: 'listing' },
    );
    return Array.from(rows, (row) => ({ ...row }));
  }

  async remove(userId: string, id: string): Promise<void> {
    await this.database.writeEvenIfFull(async (manager) => {
      // Held, so that what is removed at the same time does not rely on this one.
      await holdUser(this.database, manager, userId);
      const removed = await manager.sql<Returned<unknown>>`
        DELETE FROM user_identity WHERE id = ${id} AND user_id = ${userId} RETURNING id`;
      if (this.database.dialect.rowsOf(removed).length === 0) throw new IdentityNotFound();
      await assertOtherSignIn(manager, userId);
    });
  }
}
