import {
  administers,
  InvalidKey,
  isUsable,
  KeyExists,
  KeyNotFound,
  LastAdminKey,
  positionOf,
  scopes,
  type ApiKey,
  type ApiKeyRepository,
  type Revocation,
  type Scope,
} from '@cairn/access';
import { toPage, type Page, type PageRequest } from '@cairn/kernel';
import { ApiKeySchema, type ApiKeyRow } from './account-schema.js';
import type { Database } from '../database.js';
import type { Returned } from '../sql/dialect.js';
import { insertUnlessTaken } from '../sql/insert.js';
import { BEFORE_OLDEST } from '../sql/listing.js';
import { Lookup } from '../sql/lookup.js';
import { selection } from '../sql/selection.js';
import { listOf, run } from '../sql/sql-builder.js';
import type { Statements } from '../sql/statements.js';
import { parseStringList } from '../sql/string-list.js';
import { heldUser } from './typeorm-user-repository.js';

type Rows = readonly ApiKeyRow[];

const columns = selection(ApiKeySchema);

/** API keys as rows of a relational database. */
export class TypeOrmApiKeyRepository implements ApiKeyRepository {
  private readonly byDigest = new Lookup<ApiKeyRow>(
    (digest) => `SELECT ${columns()} FROM api_key WHERE digest = ${digest}`,
  );

  constructor(private readonly database: Database) {}

  async add(key: ApiKey): Promise<void> {
    const row = toRow(key);
    await this.database.write(async (manager) => {
      if (key.parentId !== undefined) await this.assertUsable(manager, key.parentId, key.createdAt);
      if (key.userId !== undefined) await this.assertMayMake(manager, key.userId, key);
      if (!(await insertUnlessTaken(manager, ApiKeySchema, { row, unique: 'digest' }))) throw new KeyExists();
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

  async list(
    accountId: string | undefined,
    { limit, after = BEFORE_OLDEST }: PageRequest,
  ): Promise<Page<ApiKey>> {
    const rows = await this.database.read(
      (manager) =>
        accountId === undefined
          ? manager.sql<Rows>`
            SELECT ${columns} FROM api_key WHERE (created_at, id) > (${after.at}, ${after.id})
            ORDER BY created_at, id LIMIT ${limit + 1}`
          : manager.sql<Rows>`
            SELECT ${columns} FROM api_key
            WHERE account_id = ${accountId} AND (created_at, id) > (${after.at}, ${after.id})
            ORDER BY created_at, id LIMIT ${limit + 1}`,
      { budget: 'listing' },
    );
    return toPage(Array.from(rows, toKey), limit, positionOf);
  }

  async listUsable(ids: readonly string[], now: number): Promise<readonly string[]> {
    const rows = await this.database.read((manager) =>
      run<Pick<ApiKeyRow, 'id'>>(
        manager,
        (parameter) => `SELECT id FROM api_key WHERE id IN ${listOf(ids)(parameter)}
          AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${parameter(now)})`,
      ),
    );
    return Array.from(rows, ({ id }) => id);
  }

  async revoke(id: string, { at, lastAdmin }: Revocation): Promise<ApiKey> {
    return await this.database.writeEvenIfFull(async (manager) => {
      // Concurrent revocations could each rely on the administrator that the other revokes, or miss a key being
      // added.
      await this.database.dialect.lockTable(manager, ApiKeySchema);
      const revoked = await this.revokeWithDescendants(manager, id, at);
      const administered = revoked.some((key) => administers({ ...key, revokedAt: undefined }, at));
      if (administered && lastAdmin === 'refuse') await assertAdministrable(manager, at);
      const key = await find(manager, id);
      if (key === undefined) throw new KeyNotFound();
      return key;
    });
  }

  async touch(id: string, at: number): Promise<void> {
    await this.database.write(
      (manager) => manager.sql`
        UPDATE api_key SET last_used_at = ${at}
        WHERE id = ${id} AND (last_used_at IS NULL OR last_used_at < ${at})`,
    );
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
    const user = await heldUser(this.database, manager, userId);
    const isOwn = user?.accountId === key.accountId && !key.scopes.includes('admin');
    if (user === undefined || (user.role === 'member' && !isOwn)) throw new InvalidKey();
  }

  /** Returns the keys that were not revoked before. */
  private async revokeWithDescendants(
    manager: Statements,
    id: string,
    at: number,
  ): Promise<readonly ApiKey[]> {
    const revoked = await manager.sql<Returned<ApiKeyRow>>`
      UPDATE api_key SET revoked_at = ${at} WHERE revoked_at IS NULL AND id IN (
        WITH RECURSIVE branch (id) AS (
          SELECT id FROM api_key WHERE id = ${id}
          UNION SELECT child.id FROM branch JOIN api_key AS child ON child.parent_id = branch.id
        ) SELECT id FROM branch
      ) RETURNING ${columns}`;
    return Array.from(this.database.dialect.rowsOf(revoked), toKey);
  }
}

async function find(manager: Statements, id: string): Promise<ApiKey | undefined> {
  const [row] = await manager.sql<Rows>`SELECT ${columns} FROM api_key WHERE id = ${id}`;
  return row && toKey(row);
}

async function assertAdministrable(manager: Statements, now: number): Promise<void> {
  const rows = await manager.sql<readonly unknown[]>`
    SELECT 1 FROM api_key
    WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now}) AND scopes LIKE '%"admin"%'
    LIMIT 1`;
  if (rows.length === 0) throw new LastAdminKey();
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
