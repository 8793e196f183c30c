import { ByteQuotaExceeded, QuotaExceeded } from '@cairn/images';
import type { AddedBytes, Usage } from '@cairn/images/spi';
import type { Dialect, Returned } from '../../sql/database.js';
import type { Statements } from '../../sql/statements.js';
import { countedByOwner } from './blobs.js';
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

export async function storeByteQuota(
  manager: Statements,
  owner: string,
  quota: number | undefined,
): Promise<void> {
  await manager.sql`
    INSERT INTO catalog (owner, image_count, byte_quota) VALUES (${owner}, 0, ${quota ?? null})
    ON CONFLICT (owner) DO UPDATE SET byte_quota = excluded.byte_quota`;
}

/** An image to count, and the limits of its owner. */
interface Added {
  readonly owner: string;
  /** 0 if the bytes are counted already. */
  readonly sizeInBytes: number;
  readonly defaultQuota: number;
  readonly bytes: Partial<AddedBytes>;
}

/**
 * Counts an image before it is stored: concurrent adds to the same catalog wait here.
 * @throws {QuotaExceeded} {ByteQuotaExceeded}
 */
export async function countImage(manager: Statements, dialect: Dialect, added: Added): Promise<void> {
  if (await countWithoutByteQuota(manager, dialect, added)) return;
  const { owner, sizeInBytes, defaultQuota, bytes } = added;
  const { imageCount, quota = defaultQuota, ...used } = await lockedUsage(manager, dialect, owner);
  if (imageCount >= quota) throw new QuotaExceeded(imageCount, quota);
  await assertRoom(manager, { owner, used, sizeInBytes, bytes });
  await manager.sql`
    UPDATE catalog SET image_count = image_count + 1, bytes = bytes + ${sizeInBytes} WHERE owner = ${owner}`;
  if (bytes.reservation !== undefined)
    await manager.sql`DELETE FROM byte_reservation WHERE id = ${bytes.reservation} AND owner = ${owner}`;
}

/** Checks and counts in one statement: a count read before may be out of date when it is used. */
async function countWithoutByteQuota(manager: Statements, dialect: Dialect, added: Added): Promise<boolean> {
  const { owner, sizeInBytes, defaultQuota, bytes } = added;
  if (bytes.defaultQuota !== undefined) return false;
  const counted = await manager.sql<Returned<unknown>>`
    UPDATE catalog SET image_count = image_count + 1, bytes = bytes + ${sizeInBytes}
    WHERE owner = ${owner} AND image_count < COALESCE(quota, ${defaultQuota}) AND byte_quota IS NULL
    RETURNING 1`;
  return dialect.rowsOf(counted).length > 0;
}

/** Subtracts removed images and bytes. The statement also locks the row. */
export async function uncount(
  manager: Statements,
  owner: string,
  { images, bytes }: { readonly images: number; readonly bytes: number },
): Promise<void> {
  await manager.sql`
    UPDATE catalog SET image_count = image_count - ${images}, bytes = bytes - ${bytes} WHERE owner = ${owner}`;
}

/**
 * Sets the counts of a catalog to those of its images, which should be equal anyway. Returns whether they were
 * different.
 */
export async function recountImages(manager: Statements, dialect: Dialect, owner: string): Promise<boolean> {
  await lockedUsage(manager, dialect, owner);
  const recounted = await manager.sql<Returned<unknown>>`
    UPDATE catalog SET image_count = found.image_count, bytes = found.bytes
    FROM (SELECT COALESCE(SUM(own), 0) AS image_count, COALESCE(SUM(own_bytes), 0) AS bytes
      FROM (${countedByOwner}) AS counted WHERE counted.owner = ${owner}) AS found
    WHERE owner = ${owner} AND (catalog.image_count <> found.image_count OR catalog.bytes <> found.bytes)
    RETURNING 1`;
  return dialect.rowsOf(recounted).length > 0;
}

/** The usage of a catalog, which is locked until the end of the transaction. Creates the catalog if there is none. */
export async function lockedUsage(
  manager: Statements,
  dialect: Dialect,
  owner: string,
): Promise<LockedUsage> {
  await manager.sql`INSERT INTO catalog (owner, image_count) VALUES (${owner}, 0) ON CONFLICT (owner) DO NOTHING`;
  const [row] = await manager.sql<readonly Omit<CatalogRow, 'owner'>[]>`
    SELECT image_count AS "imageCount", quota, bytes, byte_quota AS "byteQuota" FROM catalog
    WHERE owner = ${owner} ${dialect.forUpdate}`;
  if (row === undefined)
    throw new Error('The catalog was erased at this moment, with all that its owner had.');
  return { ...toUsage(row), usedBytes: row.bytes };
}

/** The bytes of a catalog. */
export type BytesRow = Pick<CatalogRow, 'bytes' | 'byteQuota'>;

interface LockedUsage extends Usage {
  readonly usedBytes: number;
}

/** Bytes that need room in a locked catalog. */
interface NeededRoom {
  readonly owner: string;
  readonly used: Pick<LockedUsage, 'usedBytes' | 'byteQuota'>;
  readonly sizeInBytes: number;
  readonly bytes: Partial<AddedBytes>;
}

/** @throws {ByteQuotaExceeded} */
export async function assertRoom(manager: Statements, needed: NeededRoom): Promise<void> {
  const { owner, used, sizeInBytes, bytes } = needed;
  const { usedBytes, byteQuota = bytes.defaultQuota } = used;
  if (byteQuota === undefined || sizeInBytes === 0) return;
  const taken = usedBytes + (await reservedBytes(manager, owner, bytes));
  if (taken + sizeInBytes > byteQuota) throw new ByteQuotaExceeded(taken, byteQuota);
}

/** The bytes reserved by others than `reservation`. */
export async function reservedBytes(
  manager: Statements,
  owner: string,
  { reservation = '', now = 0 }: Partial<AddedBytes>,
): Promise<number> {
  const [sum] = await manager.sql<readonly [{ readonly reserved: number }]>`
    SELECT CAST(COALESCE(SUM(size_in_bytes), 0) AS double precision) AS reserved FROM byte_reservation
    WHERE owner = ${owner} AND expires_at > ${now} AND id <> ${reservation}`;
  return sum.reserved;
}

export async function usage(manager: Statements, owner: string): Promise<Usage> {
  const [row] = await manager.sql<readonly Omit<CatalogRow, 'owner' | 'bytes'>[]>`
    SELECT image_count AS "imageCount", quota, byte_quota AS "byteQuota" FROM catalog WHERE owner = ${owner}`;
  return row === undefined ? { imageCount: 0 } : toUsage(row);
}

function toUsage({ imageCount, quota, byteQuota }: Omit<CatalogRow, 'owner' | 'bytes'>): Usage {
  return { imageCount, ...(quota !== null && { quota }), ...(byteQuota !== null && { byteQuota }) };
}

/** Locks the owner's catalog. The counts of the owner's images change under this lock only. */
export async function lockCatalog(
  statements: Statements,
  { forUpdate }: Dialect,
  owner: string,
): Promise<void> {
  await statements.sql`SELECT 1 FROM catalog WHERE owner = ${owner} ${forUpdate}`;
}
