import { type CountQuery, MAX_LEVEL } from '@cairn/spaces/spi';
import type { SqliteConnection } from '../../connection/sqlite-connection.js';
import { isInTree } from './box-tree.js';
import type { SpaceContent } from './space-content.js';

/**
 * Whether the trees alone show that a box has at least as many features as the limit. Does not read rows, which takes a
 * hundred times as long if they are not in memory.
 */
export function exceedsLimit(
  connection: SqliteConnection,
  { key }: SpaceContent,
  query: CountQuery,
): boolean {
  const { limit, boxes = [], filter, window, spatial, part, maxLevel = MAX_LEVEL } = query;
  const [box] = boxes;
  if (key === undefined || limit === undefined || box === undefined || boxes.length > 1) return false;
  if (filter !== undefined || window !== undefined || spatial !== undefined || part !== undefined)
    return false;
  const inside = isInTree(key, box, maxLevel);
  if (inside === undefined || hasLeftFeatures(connection)) return false;
  const count = connection.rows<[count: number]>(
    `SELECT count(*) FROM (SELECT 1 FROM ${inside.text} LIMIT ?)`,
  );
  const [found] = count.get(...inside.values, limit) ?? [0];
  return found >= limit;
}

/** Erased features stay in the trees until they are purged, or settled where the trash holds them. */
function hasLeftFeatures(connection: SqliteConnection): boolean {
  const [isLeft] =
    connection
      .rows<[0 | 1]>(
        `SELECT EXISTS (SELECT 1 FROM space_content WHERE space_id IS NULL AND held = 0)
           OR EXISTS (SELECT 1 FROM held_content WHERE loose = 1)`,
      )
      .get() ?? [];
  return isLeft === 1;
}
