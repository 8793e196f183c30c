import { addressOf, ImageNotFound, type Image } from '@cairn/images';
import { imageUpdated, updated, type ImageUpdate } from '@cairn/images/spi';
import { appendEvent } from '../../kernel/append-event.js';
import type { Dialect } from '../../sql/database.js';
import { updateRow } from '../../sql/insert.js';
import type { Statements } from '../../sql/statements.js';
import { freeAddress, takeAddress } from '../tables/addresses.js';
import { CountChanges } from './count-images.js';
import { indexImages, lockCatalog, lockImages, removeIndex } from './index-images.js';
import { ImageSchema, toRow } from '../tables/catalog-schema.js';

/** Changes an image, and updates everything derived from it. */
export async function updateImage(
  statements: Statements,
  dialect: Dialect,
  { owner, id, update }: { readonly owner: string; readonly id: string; readonly update: ImageUpdate },
): Promise<Image> {
  const [image] = await lockImages(statements, dialect, { owner, ids: [id] });
  if (image === undefined) throw new ImageNotFound();
  const result = updated(image, update);
  if (result === image) return image;
  // Nothing that an image is found by or counted under is derived from its visibility.
  const isFoundAsBefore = addressOf(result) === addressOf(image) && result.tags === image.tags;
  if (!isFoundAsBefore) await lockCatalog(statements, dialect, owner);
  if (addressOf(result) !== addressOf(image)) {
    await takeAddress(statements, result);
    await freeAddress(statements, image);
  }
  await updateRow(statements, ImageSchema, { from: toRow(image), to: toRow(result) });
  if (!isFoundAsBefore) await indexAnew(statements, image, result);
  await appendEvent(statements, imageUpdated(result));
  return result;
}

async function indexAnew(statements: Statements, image: Image, result: Image): Promise<void> {
  await removeIndex(statements, [image]);
  await indexImages(statements, [result]);
  const counts = new CountChanges();
  counts.add({ ...image, contentType: image.file.contentType }, -1);
  counts.add({ ...result, contentType: result.file.contentType }, 1);
  await counts.store(statements);
}
