import { lockCatalog } from '../tables/usage.js';
import { addressOf, ImageNotFound, type Image } from '@cairn/images';
import { imageUpdated, updated, type ImageUpdate } from '@cairn/images/spi';
import { appendEvent } from '../../kernel/append-event.js';
import type { Dialect } from '../../sql/database.js';
import { updateRow } from '../../sql/insert.js';
import type { Statements } from '../../sql/statements.js';
import { freeAddress, takeAddress } from '../tables/addresses.js';
import { CountChanges } from './count-images.js';
import { indexImages, lockImages, removeIndex } from './index-images.js';
import { ImageSchema } from '../tables/catalog-schema.js';
import { toRow } from '../tables/image-rows.js';
import { termsOf } from '../tables/terms.js';

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
  if (addressOf(result) !== addressOf(image)) {
    await lockCatalog(statements, dialect, owner);
    await takeAddress(statements, result);
    await freeAddress(statements, image);
  }
  await replaceImage(statements, dialect, { image, result });
  await appendEvent(statements, imageUpdated(result));
  return result;
}

/** Two states of a locked image. */
interface Replacement {
  readonly image: Image;
  readonly result: Image;
}

/** Stores another state of an image, and what it is found by and counted under. */
export async function replaceImage(
  statements: Statements,
  dialect: Dialect,
  { image, result }: Replacement,
): Promise<void> {
  await updateRow(statements, ImageSchema, { from: toRow(image), to: toRow(result) });
  const counts = new CountChanges();
  counts.add(image, -1);
  counts.add(result, 1);
  if (counts.changed().length > 0) {
    await lockCatalog(statements, dialect, image.owner);
    await counts.store(statements);
  }
  if (isSame(entriesOf(image), entriesOf(result))) return;
  await removeIndex(statements, [image]);
  await indexImages(statements, [result]);
}

const entriesOf = (image: Image): readonly string[] => [...termsOf(image), ...image.tags];
const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one, index) => one === others[index]);
