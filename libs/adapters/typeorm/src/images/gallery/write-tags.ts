import type { Image } from '@cairn/images';
import {
  changeTags,
  imageUpdated,
  searchWords,
  type ChangedImages,
  type TagChangeRequest,
} from '@cairn/images/spi';
import { appendEvents } from '../../kernel/append-event.js';
import type { Dialect } from '../../sql/database.js';
import type { Statements } from '../../sql/statements.js';
import { CountChanges } from './count-images.js';
import { indexImages, lockCatalog, lockImages, removeIndex } from './index-images.js';
import { run } from '../../sql/sql-builder.js';
import { joinedWords } from '../tables/terms.js';

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
  await updateRows(statements, images);
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

async function updateRows(statements: Statements, images: readonly Image[]): Promise<void> {
  await run(statements, (parameter) => {
    const tuples = images.map(
      (image) =>
        `(${[image.id, JSON.stringify(image.tags), joinedWords(searchWords(image)), String(image.updatedAt)].map(parameter).join(', ')})`,
    );
    return `UPDATE image SET tags = given.column2, words = given.column3, updated_at = CAST(given.column4 AS bigint)
      FROM (VALUES ${tuples.join(', ')}) AS given WHERE image.id = given.column1`;
  });
}
