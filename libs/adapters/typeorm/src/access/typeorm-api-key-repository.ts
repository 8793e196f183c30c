import {
  InvalidKey,
  KeyExists,
  KeyLimitReached,
  KeyNotFound,
  LastAdminKey,
  scopes,
  type ApiKey,
  type Scope,
} from '@cairn/access';
import { administers, isUsable, positionOf, type ApiKeyRepository, type Revocation } from '@cairn/access/spi';
import { toPage, type Page, type PageRequest } from '@cairn/kernel';
import { In, IsNull, LessThan, Like, MoreThan, Not, Or } from 'typeorm';
import { ApiKeySchema, type ApiKeyRow } from './account-schema.js';
import type { Database, Returned } from '../sql/database.js';
import { insertNew } from '../sql/insert.js';
import { BEFORE_OLDEST } from '../sql/listing.js';
import { lockRow } from '../sql/lock-row.js';
import { Lookup } from '../sql/lookup.js';
import { selection, parseStringList } from '../sql/table.js';
import { run, type Sql } from '../sql/sql-builder.js';
import type { Statements } from '../sql/statements.js';
import { UserSchema } from './user-schema.js';

const columns = selection(ApiKeySchema);

/** API keys as rows of a relational database. */
export class TypeOrmApiKeyRepository implements ApiKeyRepository {
  // In SQL: nearly every request needs it, and building the query takes longer than running it.
  private readonly byDigest = new Lookup<ApiKeyRow>(
    (digest) => `SELECT ${columns()} FROM api_key WHERE digest = ${digest}`,
  );

  constructor(private readonly database: Database) {}

  async add(key: ApiKey, limit = Infinity): Promise<void> {
    await this.database.write(async (manager) => {
      if (key.parentId !== undefined) await this.assertUsable(manager, key.parentId, key.createdAt);
      if (key.userId !== undefined) await this.assertMayMake(manager, key.userId, key);
      if (limit < Infinity) await this.makeRoom(manager, key.accountId, limit);
      await insertNew(manager.repository(ApiKeySchema), toRow(key), () => new KeyExists());
    });
  }

  async findByDigest(digest: string): Promise<ApiKey | undefined> {
    const row = await this.database.read((manager) => this.byDigest.find(manager, digest));
    return row && toKey(row);
  }

  async get(id: string): Promise<ApiKey> {
    const key = await this.database.read((manager) => find(manager, id));
    if (key === undefined) throw new KeyNotFound();
    return key;
  }

  async find(ids: readonly string[]): Promise<readonly ApiKey[]> {
    const rows = await this.database.read((manager) =>
      manager.repository(ApiKeySchema).findBy({ id: In(ids) }),
    );
    return Array.from(rows, toKey);
  }

  async list(
    accountId: string | undefined,
    { limit, after = BEFORE_OLDEST }: PageRequest,
  ): Promise<Page<ApiKey>> {
    const rows = await this.database.read(
      (manager) =>
        manager
          .repository(ApiKeySchema)
          .createQueryBuilder('key')
          .where(accountId === undefined ? {} : { accountId })
          .andWhere('(key.createdAt, key.id) > (:at, :id)', after)
          .orderBy('key.createdAt')
          .addOrderBy('key.id')
          .limit(limit + 1)
          .getMany(),
      { budget: 'listing' },
    );
    return toPage(Array.from(rows, toKey), limit, positionOf);
  }

  async listUsable(ids: readonly string[], now: number): Promise<readonly string[]> {
    const rows = await this.database.read((manager) =>
      manager.repository(ApiKeySchema).find({
        select: { id: true },
        where: { id: In(ids), revokedAt: IsNull(), expiresAt: Or(IsNull(), MoreThan(now)) },
      }),
    );
    return Array.from(rows, ({ id }) => id);
  }

  async revoke(id: string, { at, lastAdmin }: Revocation): Promise<ApiKey> {
    return await this.database.writeEvenIfFull(async (manager) => {
      // Concurrent revocations could each rely on the administrator that the other revokes, or miss a new key.
      await this.database.dialect.lockTable(manager, ApiKeySchema);
      const revoked = await revokeBranches(manager, at, (parameter) => `id = ${parameter(id)}`);
      const keys = Array.from(this.database.dialect.rowsOf(revoked), toKey);
      const administered = keys.some((key) => administers({ ...key, revokedAt: undefined }, at));
      if (administered && lastAdmin === 'refuse') await assertAdministrable(manager, at);
      const key = await find(manager, id);
      if (key === undefined) throw new KeyNotFound();
      return key;
    });
  }

  async rename(id: string, name: string): Promise<ApiKey> {
    return await this.database.write(async (manager) => {
      await manager.repository(ApiKeySchema).update({ id }, { name });
      const key = await find(manager, id);
      if (key === undefined) throw new KeyNotFound();
      return key;
    });
  }

  async touch(id: string, at: number): Promise<void> {
    await this.database.write((manager) =>
      manager
        .repository(ApiKeySchema)
        .update({ id, lastUsedAt: Or(IsNull(), LessThan(at)) }, { lastUsedAt: at }),
    );
  }

  /** Locks the keys, or concurrent calls could each miss the others in the count. */
  private async makeRoom(manager: Statements, accountId: string, limit: number): Promise<void> {
    await this.database.dialect.lockTable(manager, ApiKeySchema);
    const keys = manager.repository(ApiKeySchema);
    if ((await keys.countBy({ accountId, revokedAt: IsNull() })) >= limit) throw new KeyLimitReached(limit);
    const spare = (await keys.countBy({ accountId, revokedAt: Not(IsNull()) })) - limit;
    if (spare > 0)
      await manager.sql`DELETE FROM api_key WHERE id IN (SELECT id FROM api_key AS key
        WHERE account_id = ${accountId} AND revoked_at IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM api_key AS child WHERE child.parent_id = key.id)
        ORDER BY created_at, id LIMIT ${spare})`;
  }

  /** Locks the parent: a concurrent revocation would miss the key that is being added. */
  private async assertUsable(manager: Statements, id: string, now: number): Promise<void> {
    await this.database.dialect.lockTable(manager, ApiKeySchema);
    const key = await find(manager, id);
    if (key === undefined || !isUsable(key, now)) throw new InvalidKey();
  }

  /** Locks the keys before the user, as a removal of the user waits for both. */
  private async assertMayMake(manager: Statements, userId: string, key: ApiKey): Promise<void> {
    await this.database.dialect.lockTable(manager, ApiKeySchema);
    await lockRow(manager, this.database.dialect, { table: UserSchema, id: userId });
    const user = await manager.repository(UserSchema).findOneBy({ id: userId });
    const isOwn = user?.accountId === key.accountId && !key.scopes.includes('admin');
    if (user === null || (user.role === 'member' && !isOwn)) throw new InvalidKey();
  }
}

/**
 * Revokes the keys that fulfil `isRoot`, with their descendants, and deletes the upload tokens that they made. Returns those that were not revoked before. In SQL, as the
 * query builder has no recursion.
 */
export async function revokeBranches(
  manager: Statements,
  at: number,
  isRoot: Sql,
): Promise<Returned<ApiKeyRow>> {
  const revoked = await run<ApiKeyRow>(
    manager,
    (parameter) => `
      UPDATE api_key SET revoked_at = ${parameter(at)} WHERE revoked_at IS NULL AND id IN (
        WITH RECURSIVE branch (id) AS (
          SELECT id FROM api_key WHERE ${isRoot(parameter)}
          UNION SELECT child.id FROM branch JOIN api_key AS child ON child.parent_id = branch.id
        ) SELECT id FROM branch
      ) RETURNING ${columns()}`,
  );
  await manager.sql`DELETE FROM upload_token
    WHERE created_by IN (SELECT 'key:' || id FROM api_key WHERE revoked_at IS NOT NULL)`;
  return revoked;
}

async function find(manager: Statements, id: string): Promise<ApiKey | undefined> {
  const row = await manager.repository(ApiKeySchema).findOneBy({ id });
  return row === null ? undefined : toKey(row);
}

async function assertAdministrable(manager: Statements, now: number): Promise<void> {
  const isAdministrable = await manager.repository(ApiKeySchema).existsBy({
    revokedAt: IsNull(),
    expiresAt: Or(IsNull(), MoreThan(now)),
    scopes: Like('%"admin"%'),
  });
  if (!isAdministrable) throw new LastAdminKey();
}

function toRow(key: ApiKey): ApiKeyRow {
  const { parentId = null, userId = null, expiresAt = null, revokedAt = null, lastUsedAt = null } = key;
  return { ...key, scopes: JSON.stringify(key.scopes), parentId, userId, expiresAt, revokedAt, lastUsedAt };
}

function toKey(row: ApiKeyRow): ApiKey {
  return {
    ...row,
    parentId: row.parentId ?? undefined,
    userId: row.userId ?? undefined,
    scopes: parseStringList(row.scopes).filter(isScope),
    expiresAt: row.expiresAt ?? undefined,
    revokedAt: row.revokedAt ?? undefined,
    lastUsedAt: row.lastUsedAt ?? undefined,
  };
}

function isScope(text: string): text is Scope {
  return scopes.some((scope) => scope === text);
}
