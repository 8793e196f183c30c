import {
  PasskeyCopied,
  PasskeyExists,
  PasskeyNotFound,
  UserNotFound,
  type Passkey,
  type PasskeyRepository,
  type User,
} from '@cairn/access';
import type { Database } from '../database.js';
import type { Returned } from '../sql/dialect.js';
import { insertUnlessTaken } from '../sql/insert.js';
import { selection } from '../sql/selection.js';
import { assertOtherSignIn } from './assert-other-sign-in.js';
import { PasskeySchema, toPasskey, toPasskeyRow, type PasskeyRow } from './passkey-schema.js';
import { holdUser } from './typeorm-user-repository.js';
import { toUser, UserSchema, type UserRow } from './user-schema.js';

const columns = selection(PasskeySchema);
const userColumns = selection(UserSchema);

/** Passkeys as rows of a relational database. */
export class TypeOrmPasskeyRepository implements PasskeyRepository {
  constructor(private readonly database: Database) {}

  async add(passkey: Passkey): Promise<void> {
    const row = toPasskeyRow(passkey);
    await this.database.write(async (manager) => {
      if (!(await holdUser(this.database, manager, passkey.userId))) throw new UserNotFound();
      if (!(await insertUnlessTaken(manager, PasskeySchema, { row, unique: 'credentialId' })))
        throw new PasskeyExists();
    });
  }

  async find(credentialId: string): Promise<{ readonly passkey: Passkey; readonly user: User } | undefined> {
    return await this.database.read(async (manager) => {
      const [passkey] = await manager.sql<readonly PasskeyRow[]>`
        SELECT ${columns} FROM user_passkey WHERE credential_id = ${credentialId}`;
      if (passkey === undefined) return undefined;
      const [user] = await manager.sql<readonly UserRow[]>`
        SELECT ${userColumns} FROM app_user WHERE id = ${passkey.userId}`;
      return user && { passkey: toPasskey(passkey), user: toUser(user) };
    });
  }

  async list(userId: string): Promise<readonly Passkey[]> {
    const rows = await this.database.read(
      (manager) => manager.sql<readonly PasskeyRow[]>`
        SELECT ${columns} FROM user_passkey WHERE user_id = ${userId} ORDER BY created_at, id`,
      { budget: 'listing' },
    );
    return Array.from(rows, toPasskey);
  }

  async use(id: string, { counter, at }: { readonly counter: number; readonly at: number }): Promise<void> {
    await this.database.write(async (manager) => {
      const used = await manager.sql<Returned<unknown>>`
        UPDATE user_passkey SET counter = ${counter}, last_used_at = ${at}
        WHERE id = ${id} AND (counter < ${counter} OR (counter = 0 AND ${counter} = 0)) RETURNING id`;
      if (this.database.dialect.rowsOf(used).length > 0) return;
      const known = await manager.sql<readonly unknown[]>`SELECT 1 FROM user_passkey WHERE id = ${id}`;
      throw known.length > 0 ? new PasskeyCopied() : new PasskeyNotFound();
    });
  }

  async remove(userId: string, id: string): Promise<void> {
    await this.database.writeEvenIfFull(async (manager) => {
      // Held, so that what is removed at the same time does not rely on this one.
      await holdUser(this.database, manager, userId);
      const removed = await manager.sql<Returned<unknown>>`
        DELETE FROM user_passkey WHERE id = ${id} AND user_id = ${userId} RETURNING id`;
      if (this.database.dialect.rowsOf(removed).length === 0) throw new PasskeyNotFound();
      await assertOtherSignIn(manager, userId);
    });
  }
}
