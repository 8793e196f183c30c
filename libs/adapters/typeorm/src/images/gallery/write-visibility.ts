import { imageUpdated, updated, type ChangedImages, type VisibilityChange } from '@cairn/images/spi';
import { appendEvents } from '../../kernel/append-event.js';
import type { Dialect } from '../../sql/database.js';
import { run } from '../../sql/sql-builder.js';
import type { Statements } from '../../sql/statements.js';
import { lockImages } from './index-images.js';

/** Images of an owner, and how they change. */
interface Given {
  readonly owner: string;
  readonly ids: readonly string[];
  readonly change: VisibilityChange;
}

/** Changes the visibility of images. Nothing that they are found by or counted under is derived from it. */
export async function writeVisibility(
  statements: Statements,
  dialect: Dialect,
  { owner, ids, change }: Given,
): Promise<ChangedImages> {
  const found = await lockImages(statements, dialect, { owner, ids });
  const results = found.map((image) => ({ image, result: updated(image, change) }));
  const changed = results.filter(({ image, result }) => image !== result).map(({ result }) => result);
  const unchanged = results.filter(({ image, result }) => image === result).map(({ result }) => result);
  if (changed.length === 0) return { changed, unchanged };
  await run(statements, (parameter) => {
    const visibility = parameter(change.visibility);
    const tuples = changed.map(({ id, updatedAt }) => `(${parameter(id)}, ${parameter(String(updatedAt))})`);
    return `UPDATE image SET visibility = ${visibility}, updated_at = CAST(given.column2 AS bigint)
      FROM (VALUES ${tuples.join(', ')}) AS given WHERE image.id = given.column1`;
  });
  await appendEvents(statements, changed.map(imageUpdated));
  return { changed, unchanged };
}
