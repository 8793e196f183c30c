import type { ImageFile } from '@cairn/images/spi';
import { NotInTrash, removedSpaceOf, type TrashEntry } from '@cairn/kernel';
import type { Dialect, Returned } from '../../sql/database.js';
import { insertAll } from '../../sql/insert.js';
import { listOf, run } from '../../sql/sql-builder.js';
import type { Statements } from '../../sql/statements.js';
import { TrashSchema, type TrashRow } from './trash-schema.js';

/** The bytes of an image, as its row has them. */
type KeptFile = Pick<ImageFile, 'contentType' | 'sha256'> &
  Pick<TrashRow, 'blobKey' | 'uploadSha256' | 'uploadSize' | 'sharedKey'>;

/** An entry with everything that its repository needs to restore it. */
export interface Removed {
  readonly entry: TrashEntry;
  /** Plain data. */
  readonly record: object;
  /** The bytes that are kept. */
  readonly file?: KeptFile | undefined;
  /** Its bytes that still count in the catalog; 0 by default. */
  readonly countedBytes?: number | undefined;
}

/** Names an entry. */
export type TrashKey = Pick<TrashEntry, 'owner' | 'kind' | 'id'>;

/** The stored members of a removed entry. `record` is JSON. */
export type Taken = Pick<TrashRow, 'record' | 'countedBytes' | 'sharedKey'>;

/** Stores entries in the transaction that removes the things themselves. */
export async function putInTrash(manager: Statements, removed: readonly Removed[]): Promise<void> {
  const rows = removed.map(({ entry, record, file, countedBytes = 0 }) => ({
    ...entry,
    countedBytes,
    features: entry.features ?? null,
    deletedBy: entry.deletedBy ?? null,
    thumbhash: entry.thumbhash ?? null,
    parts: JSON.stringify(entry.parts),
    blobKey: file?.blobKey ?? null,
    contentType: file?.contentType ?? null,
    sha256: file?.sha256 ?? null,
    uploadSha256: file?.uploadSha256 ?? null,
    uploadSize: file?.uploadSize ?? null,
    sharedKey: file?.sharedKey ?? null,
    record: JSON.stringify(record),
    spaceId: removedSpaceOf(entry) ?? null,
  }));
  await insertAll(manager, TrashSchema, rows);
}

/**
 * Removes an entry in the transaction that restores the thing itself. Of two concurrent calls, the second one waits,
 * and finds nothing unless the first one is rolled back.
 * @throws {NotInTrash}
 */
export async function takeFromTrash(
  manager: Statements,
  dialect: Dialect,
  { owner, kind, id }: TrashKey,
): Promise<Taken> {
  const taken = await manager.sql<Returned<Taken>>`
    DELETE FROM trash WHERE id = ${id} AND owner = ${owner} AND kind = ${kind}
    RETURNING record, counted_bytes AS "countedBytes", shared_key AS "sharedKey"`;
  const [row] = dialect.rowsOf(taken);
  if (row === undefined) throw new NotInTrash();
  return row;
}

/** The record of an entry as JSON. @throws {NotInTrash} */
export async function recordInTrash(manager: Statements, { owner, kind, id }: TrashKey): Promise<string> {
  const [row] = await manager.sql<readonly { readonly record: string }[]>`
    SELECT record FROM trash WHERE id = ${id} AND owner = ${owner} AND kind = ${kind}`;
  if (row === undefined) throw new NotInTrash();
  return row.record;
}

/** Of the given ids, those that something of this kind, or an entry of the trash, has, whoever owns it. */
export async function takenIds(
  manager: Statements,
  kind: 'image' | 'album',
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const rows = await run<{ readonly id: string }>(
    manager,
    (parameter) => `SELECT id FROM ${kind} WHERE id IN ${listOf(ids)(parameter)}
      UNION SELECT id FROM trash WHERE id IN ${listOf(ids)(parameter)}
      UNION SELECT id FROM contribution WHERE id IN ${listOf(ids)(parameter)}`,
  );
  return Array.from(rows, ({ id }) => id);
}
