import {
  KeyExists,
  KeyNotFound,
  positionOf,
  scopes,
  type ApiKey,
  type ApiKeyRepository,
  type Scope,
} from '@cairn/accounts';
import { toPage, type Page, type PageRequest } from '@cairn/kernel';
import { ApiKeySchema, type ApiKeyRow } from './account-schema.js';
import type { Database } from './database.js';
import type { Returned } from './dialect.js';
import { insertUnlessTaken } from './insert.js';
import { BEFORE_OLDEST } from './listing.js';
import { Lookup } from './lookup.js';
import { selection } from './selection.js';
import { parseTexts } from './texts.js';

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
    const added = await this.database.write((manager) =>
      insertUnlessTaken(manager, ApiKeySchema, { row, unique: 'digest' }),
    );
    if (!added) throw new KeyExists();
  }

  async findByDigest(digest: string): Promise<ApiKey | undefined> {
    const row = await this.database.read((manager) => this.byDigest.find(manager, digest));
    return row && toKey(row);
  }

  async get(id: string): Promise<ApiKey> {
    const [row] = await this.database.read(
      (manager) => manager.sql<Rows>`SELECT ${columns} FROM api_key WHERE id = ${id}`,
    );
    if (row === undefined) throw new KeyNotFound();
    return toKey(row);
  }

  async list(
    accountId: string | undefined,
    { limit, after = BEFORE_OLDEST }: PageRequest,
  ): Promise<Page<ApiKey>> {
    const rows = await this.database.read((manager) =>
      accountId === undefined
        ? manager.sql<Rows>`
            SELECT ${columns} FROM api_key WHERE (created_at, id) > (${after.at}, ${after.id})
            ORDER BY created_at, id LIMIT ${limit + 1}`
        : manager.sql<Rows>`
            SELECT ${columns} FROM api_key
            WHERE account_id = ${accountId} AND (created_at, id) > (${after.at}, ${after.id})
            ORDER BY created_at, id LIMIT ${limit + 1}`,
    );
    return toPage(Array.from(rows, toKey), limit, positionOf);
  }

  async revoke(id: string, at: number): Promise<ApiKey> {
    const revoked = await this.database.write(
      (manager) => manager.sql<Returned<ApiKeyRow>>`
        UPDATE api_key SET revoked_at = COALESCE(revoked_at, ${at}) WHERE id = ${id} RETURNING ${columns}`,
    );
    const [row] = this.database.dialect.rowsOf(revoked);
    if (row === undefined) throw new KeyNotFound();
    return toKey(row);
  }

  async touch(id: string, at: number): Promise<void> {
    await this.database.write(
      (manager) => manager.sql`
        UPDATE api_key SET last_used_at = ${at}
        WHERE id = ${id} AND (last_used_at IS NULL OR last_used_at < ${at})`,
    );
  }
}

function toRow(key: ApiKey): ApiKeyRow {
  const { expiresAt = null, revokedAt = null, lastUsedAt = null } = key;
  return { ...key, scopes: JSON.stringify(key.scopes), expiresAt, revokedAt, lastUsedAt };
}

function toKey(row: ApiKeyRow): ApiKey {
  return {
    ...row,
    scopes: parseTexts(row.scopes).filter(isScope),
    expiresAt: row.expiresAt ?? undefined,
    revokedAt: row.revokedAt ?? undefined,
    lastUsedAt: row.lastUsedAt ?? undefined,
  };
}

function isScope(text: string): text is Scope {
  return scopes.some((scope) => scope === text);
}
