import { imageUpdated, updated, type ChangedImages, type VisibilityChange } from '@cairn/images/spi';
import { appendEvents } from '../../kernel/append-event.js';
import type { Dialect } from '../../sql/database.js';
import { updateRows } from '../../sql/insert.js';
import type { Statements } from '../../sql/statements.js';
import { ImageSchema } from '../tables/catalog-schema.js';
import { toRow } from '../tables/image-rows.js';
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
  await updateRows(statements, ImageSchema, ['visibility', 'updatedAt'], changed.map(toRow));
  await appendEvents(statements, changed.map(imageUpdated));
  return { changed, unchanged };
}
