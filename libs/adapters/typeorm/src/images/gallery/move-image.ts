import { ImageNotFound, type Image } from '@cairn/images';
import { imageUpdated, moved, nameKey, searchWords, type Move } from '@cairn/images/spi';
import { appendEvent } from '../../kernel/append-event.js';
import type { Dialect } from '../../database.js';
import type { Statements } from '../../sql/statements.js';
import { freeAddress, takeAddress } from '../addresses.js';
import { CountChanges } from './count-images.js';
import { indexImages, lockCatalog, lockImages, removeIndex } from './index-images.js';
import { joinedWords } from './terms.js';

/** Gives an image another address, and updates everything derived from it. */
export async function moveImage(
  statements: Statements,
  dialect: Dialect,
  { owner, id, place }: { readonly owner: string; readonly id: string; readonly place: Move },
): Promise<Image> {
  const [image] = await lockImages(statements, dialect, { owner, ids: [id] });
  if (image === undefined) throw new ImageNotFound();
  const result = moved(image, place);
  if (result === image) return image;
  await lockCatalog(statements, dialect, owner);
  await takeAddress(statements, result);
  await freeAddress(statements, image);
  await updateRow(statements, result);
  await removeIndex(statements, [image]);
  await indexImages(statements, [result]);
  const counts = new CountChanges();
  counts.add({ ...image, contentType: image.file.contentType }, -1);
  counts.add({ ...result, contentType: result.file.contentType }, 1);
  await counts.store(statements);
  await appendEvent(statements, imageUpdated(result));
  return result;
}

async function updateRow(statements: Statements, image: Image): Promise<void> {
  const { id, path, fileName, updatedAt } = image;
  const words = joinedWords(searchWords(image));
  await statements.sql`
    UPDATE image SET path = ${path}, file_name = ${fileName}, name_key = ${nameKey(image)}, words = ${words},
      updated_at = ${updatedAt} WHERE id = ${id}`;
}
