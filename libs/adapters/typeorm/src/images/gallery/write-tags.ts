import { lockCatalog } from '../tables/usage.js';
import { changeTags, imageUpdated, type ChangedImages, type TagChangeRequest } from '@cairn/images/spi';
import { appendEvents } from '../../kernel/append-event.js';
import type { Dialect } from '../../sql/database.js';
import type { Statements } from '../../sql/statements.js';
import { CountChanges } from './count-images.js';
import { indexImages, lockImages, removeIndex } from './index-images.js';
import { updateRows } from '../../sql/insert.js';
import { ImageSchema } from '../tables/catalog-schema.js';
import { toRow } from '../tables/image-rows.js';

/** Changes the tags of images, and updates everything derived from them. */
export async function writeTags(
  statements: Statements,
  dialect: Dialect,
  given: TagChangeRequest & { readonly owner: string; readonly ids: readonly string[] },
): Promise<ChangedImages> {
  const { owner, ids, change, now } = given;
  const found = await lockImages(statements, dialect, { owner, ids });
  const results = found.map((image) => ({ image, result: changeTags(image, change, now) }));
  const changed = results.filter(({ image, result }) => image !== result);
  const unchanged = results.filter(({ image, result }) => image === result).map(({ result }) => result);
  if (changed.length === 0) return { changed: [], unchanged };
  await lockCatalog(statements, dialect, owner);
  const images = changed.map(({ result }) => result);
  await updateRows(statements, ImageSchema, ['tags', 'words', 'updatedAt'], images.map(toRow));
  await removeIndex(statements, images);
  await indexImages(statements, images);
  const counts = new CountChanges();
  for (const { image, result } of changed) {
    counts.addTags(owner, image.tags, -1);
    counts.addTags(owner, result.tags, 1);
  }
  await counts.store(statements);
  await appendEvents(statements, images.map(imageUpdated));
  return { changed: images, unchanged };
}
