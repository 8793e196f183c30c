import { QuotaExceeded } from '@cairn/images';
import type { Usage } from '@cairn/images/spi';
import type { Dialect, Returned } from '../database.js';
import type { Statements } from '../sql/statements.js';
import type { CatalogRow } from './catalog-schema.js';

export async function storeQuota(
  manager: Statements,
  owner: string,
  quota: number | undefined,
): Promise<void> {
  await manager.sql`
    INSERT INTO catalog (owner, image_count, quota) VALUES (${owner}, 0, ${quota ?? null})
    ON CONFLICT (owner) DO UPDATE SET quota = excluded.quota`;
}

interface Place {
  readonly owner: string;
  readonly defaultQuota: number;
}

/**
 * Counts an image before it is stored: concurrent adds to the same catalog wait here.
 * @throws {QuotaExceeded}
 */
export async function reserveQuota(manager: Statements, dialect: Dialect, place: Place): Promise<void> {
  const { owner, defaultQuota } = place;
  if (await count(manager, dialect, place)) return;
  await manager.sql`INSERT INTO catalog (owner, image_count) VALUES (${owner}, 0) ON CONFLICT (owner) DO NOTHING`;
  if (await count(manager, dialect, place)) return;
  const { imageCount, quota = defaultQuota } = await usage(manager, owner);
  throw new QuotaExceeded(imageCount, quota);
}

/** Checks and counts in one statement: a count read before may be out of date when it is used. */
async function count(manager: Statements, dialect: Dialect, place: Place): Promise<boolean> {
  const { owner, defaultQuota } = place;
  const counted = await manager.sql<Returned<unknown>>`
    UPDATE catalog SET image_count = image_count + 1
    WHERE owner = ${owner} AND image_count < COALESCE(quota, ${defaultQuota}) RETURNING 1`;
  return dialect.rowsOf(counted).length > 0;
}

export async function usage(manager: Statements, owner: string): Promise<Usage> {
  const [row] = await manager.sql<readonly Omit<CatalogRow, 'owner'>[]>`
    SELECT image_count AS "imageCount", quota FROM catalog WHERE owner = ${owner}`;
  if (row === undefined) return { imageCount: 0 };
  const { imageCount, quota } = row;
  return quota === null ? { imageCount } : { imageCount, quota };
}
