import type { Usage } from '@cairn/images/spi';
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

export async function usage(manager: Statements, owner: string): Promise<Usage> {
  const [row] = await manager.sql<readonly Omit<CatalogRow, 'owner'>[]>`
    SELECT image_count AS "imageCount", quota FROM catalog WHERE owner = ${owner}`;
  if (row === undefined) return { imageCount: 0 };
  const { imageCount, quota } = row;
  return quota === null ? { imageCount } : { imageCount, quota };
}
