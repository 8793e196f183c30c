import { SigningKeyExists, SigningKeyLimitReached, SigningKeyNotFound } from '@cairn/images';
import { MAX_SIGNING_KEYS, type SigningKey, type SigningKeyRepository } from '@cairn/images/spi';
import type { Database } from '../sql/database.js';
import { insertNew } from '../sql/insert.js';
import { SigningKeySchema, type SigningKeyRow } from './tables/settings-schema.js';

/** Signing keys as rows of a relational database. */
export class TypeOrmSigningKeyRepository implements SigningKeyRepository {
  constructor(private readonly database: Database) {}

  async add(key: SigningKey): Promise<void> {
    await this.database.write(async (manager) => {
      // Otherwise two concurrent calls could each miss the other's key in the count.
      await this.database.dialect.lockTable(manager, SigningKeySchema);
      const keys = manager.repository(SigningKeySchema);
      await insertNew(keys, { ...key, uploadsTo: key.uploadsTo ?? null }, () => new SigningKeyExists());
      if ((await keys.count()) > MAX_SIGNING_KEYS) throw new SigningKeyLimitReached(MAX_SIGNING_KEYS);
    });
  }

  async findByName(name: string): Promise<SigningKey | undefined> {
    const key = await this.database.read((manager) =>
      manager.repository(SigningKeySchema).findOneBy({ name }),
    );
    return key === null ? undefined : toKey(key);
  }

  async list(): Promise<readonly SigningKey[]> {
    const rows = await this.database.read(
      (manager) => manager.repository(SigningKeySchema).find({ order: { createdAt: 'ASC', id: 'ASC' } }),
      { budget: 'listing' },
    );
    return Array.from(rows, toKey);
  }

  async remove(id: string): Promise<void> {
    await this.database.writeEvenIfFull(async (manager) => {
      const { affected } = await manager.repository(SigningKeySchema).delete({ id });
      if (affected === 0) throw new SigningKeyNotFound();
    });
  }
}

const toKey = ({ uploadsTo, ...key }: SigningKeyRow): SigningKey => ({
  ...key,
  ...(uploadsTo !== null && { uploadsTo }),
});
