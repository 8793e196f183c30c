import { NotInTrash } from '@cairn/kernel';
import { SpaceNotFound, type StoredFeature } from '@cairn/spaces';
import type { Dialect } from '../sql/database.js';
import type { Statements } from '../sql/statements.js';
import { findHeldContent, releaseContent, type HeldContent } from './held-contents.js';

/** The content that an entry of the trash holds for this space. @throws {SpaceNotFound} {NotInTrash} */
export async function heldContentOf(
  manager: Statements,
  dialect: Pick<Dialect, 'forUpdate'>,
  { spaceId, entry }: { readonly spaceId: string; readonly entry: string },
): Promise<HeldContent> {
  const [space] = await manager.sql<readonly { readonly createdAt: number }[]>`
    SELECT created_at AS "createdAt" FROM space WHERE id = ${spaceId}`;
  if (space === undefined) throw new SpaceNotFound(spaceId);
  const held = (await lockEntry(manager, dialect, entry)) ? await findHeldContent(manager, entry) : undefined;
  // A later space with the same id is a different space.
  if (held?.spaceId !== spaceId || held.spaceCreatedAt !== space.createdAt) throw new NotInTrash();
  return held;
}

/** Updates the entry after features were restored. Removes it with its last feature. */
export async function afterRestoring(
  manager: Statements,
  dialect: Pick<Dialect, 'contents'>,
  {
    entry,
    restored,
    hasMore,
  }: { readonly entry: string; readonly restored: readonly StoredFeature[]; readonly hasMore: boolean },
): Promise<void> {
  if (hasMore) {
    const sizeInBytes = restored.reduce((sum, { body }) => sum + body.length, 0);
    await shrinkEntry(manager, entry, { features: restored.length, sizeInBytes });
    return;
  }
  await shrinkEntry(manager, entry, 'all');
  await releaseContent(manager, dialect, entry);
}

/** Whether the entry exists. Locks it until the end of the transaction. */
async function lockEntry(
  manager: Statements,
  { forUpdate }: Pick<Dialect, 'forUpdate'>,
  id: string,
): Promise<boolean> {
  const rows = await manager.sql<readonly unknown[]>`SELECT 1 FROM trash WHERE id = ${id} ${forUpdate}`;
  return rows.length > 0;
}

/** Records that an entry has lost some features, or all. */
async function shrinkEntry(
  manager: Statements,
  id: string,
  lost: { readonly features: number; readonly sizeInBytes: number } | 'all',
): Promise<void> {
  if (lost === 'all') await manager.sql`DELETE FROM trash WHERE id = ${id}`;
  else
    await manager.sql`UPDATE trash SET features = features - ${lost.features},
        size_in_bytes = CASE WHEN size_in_bytes > ${lost.sizeInBytes} THEN size_in_bytes - ${lost.sizeInBytes} ELSE 0 END
      WHERE id = ${id}`;
}
