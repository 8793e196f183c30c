import { IdentityNotFound, IdentityTaken, UserNotFound, type Identity, type User } from '@cairn/access';
import type { IdentityRepository, LinkedIdentity } from '@cairn/access/spi';
import type { Database } from '../sql/database.js';
import { insertNew } from '../sql/insert.js';
import { lockRow } from '../sql/lock-row.js';
import { IdentitySchema } from './identity-schema.js';
import { assertOtherSignIn } from './typeorm-user-repository.js';
import { toUser, UserSchema } from './user-schema.js';

/** Identities as rows of a relational database. */
export class TypeOrmIdentityRepository implements IdentityRepository {
  constructor(private readonly database: Database) {}

  async add(identity: LinkedIdentity): Promise<void> {
    const { dialect } = this.database;
    await this.database.write(async (manager) => {
      if (!(await lockRow(manager, dialect, { table: UserSchema, id: identity.userId })))
        throw new UserNotFound();
      await insertNew(manager.repository(IdentitySchema), identity, () => new IdentityTaken());
    });
  }

  async findUser({ issuer, subject }: Identity): Promise<User | undefined> {
    const row = await this.database.read((manager) =>
      manager
        .repository(UserSchema)
        .createQueryBuilder('user')
        .innerJoin(IdentitySchema.name, 'identity', 'identity.userId = user.id')
        .where('identity.issuer = :issuer AND identity.subject = :subject', { issuer, subject })
        .getOne(),
    );
    return row === null ? undefined : toUser(row);
  }

  async list(userId: string): Promise<readonly LinkedIdentity[]> {
    return await this.database.read(
      (manager) =>
        manager
          .repository(IdentitySchema)
          .find({ where: { userId }, order: { createdAt: 'ASC', id: 'ASC' } }),
      { budget: 'listing' },
    );
  }

  async remove(userId: string, id: string): Promise<void> {
    await this.database.writeEvenIfFull(async (manager) => {
      // Otherwise two ways to sign in, removed at the same time, could each rely on the other.
      await lockRow(manager, this.database.dialect, { table: UserSchema, id: userId });
      const { affected } = await manager.repository(IdentitySchema).delete({ id, userId });
      if (affected === 0) throw new IdentityNotFound();
      await assertOtherSignIn(manager, userId);
    });
  }
}
