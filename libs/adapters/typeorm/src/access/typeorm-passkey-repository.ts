import {
  PasskeyCopied,
  PasskeyExists,
  PasskeyNotFound,
  UserNotFound,
  type Passkey,
  type User,
} from '@cairn/access';
import type { PasskeyRepository } from '@cairn/access/spi';
import { LessThan } from 'typeorm';
import type { Database } from '../sql/database.js';
import { insertNew } from '../sql/insert.js';
import { lockRow } from '../sql/lock-row.js';
import { PasskeySchema, toPasskey, toPasskeyRow } from './passkey-schema.js';
import { assertOtherSignIn } from './typeorm-user-repository.js';
import { toUser, UserSchema } from './user-schema.js';

/** Passkeys as rows of a relational database. */
export class TypeOrmPasskeyRepository implements PasskeyRepository {
  constructor(private readonly database: Database) {}

  async add(passkey: Passkey): Promise<void> {
    const { dialect } = this.database;
    await this.database.write(async (manager) => {
      if (!(await lockRow(manager, dialect, { table: UserSchema, id: passkey.userId })))
        throw new UserNotFound();
      await insertNew(manager.repository(PasskeySchema), toPasskeyRow(passkey), () => new PasskeyExists());
    });
  }

  async find(credentialId: string): Promise<{ readonly passkey: Passkey; readonly user: User } | undefined> {
    return await this.database.read(async (manager) => {
      const passkey = await manager.repository(PasskeySchema).findOneBy({ credentialId });
      if (passkey === null) return undefined;
      const user = await manager.repository(UserSchema).findOneBy({ id: passkey.userId });
      return user === null ? undefined : { passkey: toPasskey(passkey), user: toUser(user) };
    });
  }

  async list(userId: string): Promise<readonly Passkey[]> {
    const rows = await this.database.read(
      (manager) =>
        manager.repository(PasskeySchema).find({ where: { userId }, order: { createdAt: 'ASC', id: 'ASC' } }),
      { budget: 'listing' },
    );
    return Array.from(rows, toPasskey);
  }

  async use(id: string, { counter, at }: { readonly counter: number; readonly at: number }): Promise<void> {
    await this.database.write(async (manager) => {
      const passkeys = manager.repository(PasskeySchema);
      // A counter that stays 0 belongs to an authenticator without one.
      const former = counter === 0 ? 0 : LessThan(counter);
      const { affected } = await passkeys.update({ id, counter: former }, { counter, lastUsedAt: at });
      if (affected !== 0) return;
      throw (await passkeys.existsBy({ id })) ? new PasskeyCopied() : new PasskeyNotFound();
    });
  }

  async remove(userId: string, id: string): Promise<void> {
    await this.database.writeEvenIfFull(async (manager) => {
      // Otherwise two ways to sign in, removed at the same time, could each rely on the other.
      await lockRow(manager, this.database.dialect, { table: UserSchema, id: userId });
      const { affected } = await manager.repository(PasskeySchema).delete({ id, userId });
      if (affected === 0) throw new PasskeyNotFound();
      await assertOtherSignIn(manager, userId);
    });
  }
}
