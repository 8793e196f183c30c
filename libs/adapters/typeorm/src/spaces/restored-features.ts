import { NotInTrash } from '@cairn/kernel';
import { SpaceNotFound, type StoredFeature } from '@cairn/spaces';
import { lockEntry, shrinkEntry } from '../trash/trash-features.js';
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
