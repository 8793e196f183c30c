import { lockCatalog } from '../tables/usage.js';
import { changeTaken, imageUpdated, type ChangedImages, type TakenChange } from '@cairn/images/spi';
import { appendEvents } from '../../kernel/append-event.js';
import type { Dialect } from '../../sql/database.js';
import { updateRows } from '../../sql/insert.js';
import type { Statements } from '../../sql/statements.js';
import { ImageSchema } from '../tables/catalog-schema.js';
import { toRow } from '../tables/image-rows.js';
import { CountChanges } from './count-images.js';
import { lockImages } from './index-images.js';

/** Images of an owner, and how their times change. */
interface Given {
  readonly owner: string;
  readonly ids: readonly string[];
  readonly change: TakenChange;
}

/** Changes when images were taken, and the days that they are counted under. */
export async function writeTaken(
  statements: Statements,
  dialect: Dialect,
  { owner, ids, change }: Given,
): Promise<ChangedImages> {
  const found = await lockImages(statements, dialect, { owner, ids });
  const results = found.map((image) => ({ image, result: changeTaken(image, change) }));
  const changed = results.filter(({ image, result }) => image !== result);
  const unchanged = results.filter(({ image, result }) => image === result).map(({ result }) => result);
  if (changed.length === 0) return { changed: [], unchanged };
  const images = changed.map(({ result }) => result);
  await updateRows(statements, ImageSchema, ['takenAt', 'takenKey', 'updatedAt'], images.map(toRow));
  await lockCatalog(statements, dialect, owner);
  const counts = new CountChanges();
  for (const { image, result } of changed) {
    counts.addDay(image, -1);
    counts.addDay(result, 1);
  }
  await counts.store(statements);
  await appendEvents(statements, images.map(imageUpdated));
  return { changed: images, unchanged };
}
