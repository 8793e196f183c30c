import {
  MAX_SIGNING_KEYS,
  SigningKeyExists,
  SigningKeyLimitReached,
  SigningKeyNotFound,
  type SigningKey,
  type SigningKeyRepository,
} from '@cairn/images';
import type { Database } from '../database.js';
import type { Returned } from '../sql/dialect.js';
import { insertUnlessTaken } from '../sql/insert.js';
import { selection } from '../sql/selection.js';
import { SigningKeySchema } from './signing-key-schema.js';

type Rows = readonly SigningKey[];

const columns = selection(SigningKeySchema);

/** Signing keys as rows of a relational database. */
export class TypeOrmSigningKeyRepository implements SigningKeyRepository {
  constructor(private readonly database: Database) {}

  async add(key: SigningKey): Promise<void> {
    await this.database.write(async (manager) => {
      // Or two at once would each count without the other.
      await this.database.dialect.lockTable(manager, SigningKeySchema);
      const isAdded = await insertUnlessTaken(manager, SigningKeySchema, { row: key, unique: 'name' });
      if (!isAdded) throw new SigningKeyExists();
      const [row] = await manager.sql<readonly { readonly count: number }[]>`
        SELECT count(*) AS count FROM signing_key`;
      if (Number(row?.count) > MAX_SIGNING_KEYS) throw new SigningKeyLimitReached(MAX_SIGNING_KEYS);
    });
  }

  async findByName(name: string): Promise<SigningKey | undefined> {
    const [row] = await this.database.read(
      (manager) => manager.sql<Rows>`SELECT ${columns} FROM signing_key WHERE name = ${name}`,
    );
    return row && { ...row };
  }

  async list(): Promise<readonly SigningKey[]> {
    const rows = await this.database.read(
      (manager) => manager.sql<Rows>`SELECT ${columns} FROM signing_key ORDER BY created_at, id`,
      { budget: 'listing' },
    );
    return Array.from(rows, (row) => ({ ...row }));
  }

  async remove(id: string): Promise<void> {
    await this.database.writeEvenIfFull(async (manager) => {
      const removed = await manager.sql<Returned<unknown>>`
        DELETE FROM signing_key WHERE id = ${id} RETURNING id`;
      if (this.database.dialect.rowsOf(removed).length === 0) throw new SigningKeyNotFound();
    });
  }
}
