import type { Disposal } from '@cairn/kernel';
import type { Space } from '@cairn/spaces';
import { entryOfFeatures, type ContentHead } from '@cairn/spaces/spi';
import { putInTrash } from '../trash/tables/trash-rows.js';
import type { Dialect } from '../sql/database.js';
import type { Statements } from '../sql/statements.js';
import { holdContent } from './held-contents.js';

/** Lost features of a space, in a content of their own. */
interface LostFeatures {
  readonly spaceId: string;
  readonly key: number;
  /** `loose` while they are still among the boxes of another content. */
  readonly state: 'whole' | 'loose';
  readonly before: ContentHead;
  readonly after: ContentHead;
  readonly disposal: Disposal;
}

/** Puts them into the trash. */
export async function disposeOfFeatures(
  manager: Statements,
  dialect: Pick<Dialect, 'contents'>,
  { spaceId, key, state, before, after, disposal }: LostFeatures,
): Promise<void> {
  const [space] = await manager.sql<readonly Pick<Space, 'id' | 'owner' | 'title' | 'createdAt'>[]>`
    SELECT id, owner, title, created_at AS "createdAt" FROM space WHERE id = ${spaceId}`;
  if (space === undefined) return;
  const entry = entryOfFeatures(space, { before, after }, disposal);
  await holdContent(manager, dialect, { entry: entry.id, key, space, state });
  await putInTrash(manager, [{ entry, record: {} }]);
}
