import { imageUpdated, updated, type ChangedImages, type DetailsChange } from '@cairn/images/spi';
import { appendEvents } from '../../kernel/append-event.js';
import type { Dialect } from '../../sql/database.js';
import { updateRows } from '../../sql/insert.js';
import type { Statements } from '../../sql/statements.js';
import { ImageSchema } from '../tables/catalog-schema.js';
import { toRow } from '../tables/image-rows.js';
import { indexImages, lockImages, removeIndex } from './index-images.js';

/** Images of an owner, and how they change. */
interface Given {
  readonly owner: string;
  readonly ids: readonly string[];
  readonly change: DetailsChange;
}

/** The columns of details, and those that are made of them. */
const WRITTEN = [
  ...(['title', 'caption', 'favourite', 'rating', 'position', 'words', 'updatedAt'] as const),
  ...(['longitudeE7', 'latitudeE7', 'cell'] as const),
] as const;

/** Changes the details of images, and by what words they are found. They are counted as before. */
export async function writeDetails(
  statements: Statements,
  dialect: Dialect,
  { owner, ids, change }: Given,
): Promise<ChangedImages> {
  const found = await lockImages(statements, dialect, { owner, ids });
  const results = found.map((image) => ({ image, result: updated(image, change) }));
  const unchanged = results.filter(({ image, result }) => image === result).map(({ result }) => result);
  const changed = results.filter(({ image, result }) => image !== result).map(({ result }) => result);
  await updateRows(statements, ImageSchema, WRITTEN, changed.map(toRow));
  const isFoundAnew = change.title !== undefined || change.caption !== undefined;
  if (isFoundAnew && changed.length > 0) {
    await removeIndex(statements, changed);
    await indexImages(statements, changed);
  }
  await appendEvents(statements, changed.map(imageUpdated));
  return { changed, unchanged };
}
