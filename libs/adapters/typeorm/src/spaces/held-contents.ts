import type { Space } from '@cairn/spaces';
import type { Dialect } from '../sql/database.js';
import type { Statements } from '../sql/statements.js';

type Contents = Pick<Dialect, 'contents'>;

/** A content that the trash keeps. */
export interface HeldContent {
  readonly key: number;
  readonly spaceId: string;
  readonly spaceCreatedAt: number;
}

/** What to hold, and for which entry of the trash. */
interface Holding {
  readonly entry: string;
  readonly key: number;
  readonly space: Pick<Space, 'id' | 'createdAt'>;
  /** `loose` while its features are still among the boxes of another content. */
  readonly state: 'whole' | 'loose';
}

/** Keeps a content without a space from being purged. */
export async function holdContent(manager: Statements, { contents }: Contents, held: Holding): Promise<void> {
  const { entry, key, space, state } = held;
  const loose = Number(state === 'loose');
  await manager.sql`INSERT INTO held_content (entry, content, space_id, space_created_at, loose)
    VALUES (${entry}, ${key}, ${space.id}, ${space.createdAt}, ${loose})`;
  await manager.sql`UPDATE ${() => contents} SET held = 1 WHERE key = ${key}`;
}

export async function findHeldContent(manager: Statements, entry: string): Promise<HeldContent | undefined> {
  const [held] = await manager.sql<readonly HeldContent[]>`
    SELECT content AS key, space_id AS "spaceId", space_created_at AS "spaceCreatedAt"
    FROM held_content WHERE entry = ${entry}`;
  return held;
}

/** Leaves the content to `purge`. Does nothing if none is held. */
export async function releaseContent(
  manager: Statements,
  { contents }: Contents,
  entry: string,
): Promise<void> {
  await manager.sql`UPDATE ${() => contents} SET held = 0
    WHERE key IN (SELECT content FROM held_content WHERE entry = ${entry})`;
  await manager.sql`DELETE FROM held_content WHERE entry = ${entry}`;
}

/** Gives the content back to its space. */
export async function restoreContent(
  manager: Statements,
  { contents }: Contents,
  { entry, spaceId }: { readonly entry: string; readonly spaceId: string },
): Promise<void> {
  await manager.sql`UPDATE ${() => contents} SET held = 0, space_id = ${spaceId}
    WHERE key IN (SELECT content FROM held_content WHERE entry = ${entry})`;
  await manager.sql`DELETE FROM held_content WHERE entry = ${entry}`;
}
