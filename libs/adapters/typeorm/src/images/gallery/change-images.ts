import type { Image } from '@cairn/images';
import {
  changeTags,
  changeTaken,
  imageUpdated,
  updated,
  type ChangedImages,
  type DetailsChange,
  type TagChangeRequest,
  type TakenChange,
  type VisibilityChange,
} from '@cairn/images/spi';
import { appendEvents } from '../../kernel/append-event.js';
import type { Dialect } from '../../sql/database.js';
import { updateRows } from '../../sql/insert.js';
import type { Statements } from '../../sql/statements.js';
import { ImageSchema, type StoredImageRow } from '../tables/catalog-schema.js';
import { toRow } from '../tables/image-rows.js';
import { lockCatalog } from '../tables/usage.js';
import { CountChanges } from './count-images.js';
import { indexImages, lockImages, removeIndex } from './index-images.js';

/** Images of an owner, and how they change. */
interface Given<Change> {
  readonly owner: string;
  readonly ids: readonly string[];
  readonly change: Change;
}

/** A kind of change. */
interface Kind {
  /** The image after it; the same object if nothing changes. */
  readonly of: (image: Image) => Image;
  /** The columns that it changes, and those that are made of them. */
  readonly columns: readonly (keyof StoredImageRow)[];
  /** Whether the image is found by other words or tags. */
  readonly isFoundAnew?: boolean | undefined;
  /** Counts what the image is counted under and may change; `by` is 1 or -1. */
  readonly count?: ((counts: CountChanges, image: Image, by: number) => void) | undefined;
}

export async function writeTags(
  statements: Statements,
  dialect: Dialect,
  { change: { change, now }, ...wanted }: Given<TagChangeRequest>,
): Promise<ChangedImages> {
  return await changeImages(statements, dialect, {
    ...wanted,
    change: {
      of: (image) => changeTags(image, change, now),
      columns: ['tags', 'words', 'updatedAt'],
      isFoundAnew: true,
      count: (counts, { owner, tags }, by) => counts.addTags(owner, tags, by),
    },
  });
}

export async function writeTaken(
  statements: Statements,
  dialect: Dialect,
  { change, ...wanted }: Given<TakenChange>,
): Promise<ChangedImages> {
  return await changeImages(statements, dialect, {
    ...wanted,
    change: {
      of: (image) => changeTaken(image, change),
      columns: ['takenAt', 'takenKey', 'updatedAt'],
      count: (counts, image, by) => counts.addDay(image, by),
    },
  });
}

export async function writeVisibility(
  statements: Statements,
  dialect: Dialect,
  { change, ...wanted }: Given<VisibilityChange>,
): Promise<ChangedImages> {
  return await changeImages(statements, dialect, {
    ...wanted,
    change: { of: (image) => updated(image, change), columns: ['visibility', 'updatedAt'] },
  });
}

export async function writeDetails(
  statements: Statements,
  dialect: Dialect,
  { change, ...wanted }: Given<DetailsChange>,
): Promise<ChangedImages> {
  return await changeImages(statements, dialect, {
    ...wanted,
    change: {
      of: (image) => updated(image, change),
      columns: [
        ...(['title', 'caption', 'favourite', 'rating', 'position', 'words', 'updatedAt'] as const),
        ...(['longitudeE7', 'latitudeE7', 'cell'] as const),
      ],
      isFoundAnew: change.title !== undefined || change.caption !== undefined,
    },
  });
}

/** Changes images, and what they are found by and counted under. */
async function changeImages(
  statements: Statements,
  dialect: Dialect,
  { owner, ids, change: { of, columns, isFoundAnew = false, count } }: Given<Kind>,
): Promise<ChangedImages> {
  const found = await lockImages(statements, dialect, { owner, ids });
  const results = found.map((image) => ({ image, result: of(image) }));
  const changed = results.filter(({ image, result }) => image !== result);
  const unchanged = results.filter(({ image, result }) => image === result).map(({ result }) => result);
  if (changed.length === 0) return { changed: [], unchanged };
  const images = changed.map(({ result }) => result);
  await updateRows(statements, ImageSchema, columns, images.map(toRow));
  if (isFoundAnew) {
    await removeIndex(statements, images);
    await indexImages(statements, images);
  }
  if (count !== undefined) {
    await lockCatalog(statements, dialect, owner);
    const counts = new CountChanges();
    for (const { image, result } of changed) {
      count(counts, image, -1);
      count(counts, result, 1);
    }
    await counts.store(statements);
  }
  await appendEvents(statements, images.map(imageUpdated));
  return { changed: images, unchanged };
}
