import { lockCatalog } from '../images/tables/usage.js';
import { storedFile, type Image } from '@cairn/images';
import { trashedImage, updated, type ImageRestoring } from '@cairn/images/spi';
import type { Disposal } from '@cairn/kernel';
import type { Dialect } from '../sql/database.js';
import { listOf, run } from '../sql/sql-builder.js';
import type { Statements } from '../sql/statements.js';
import { countedBytesOf } from '../images/tables/blobs.js';
import { keysOfCopy, uploadRow } from '../images/tables/upload-columns.js';
import { givePlacesBack, keepPlaces, lockPlaces } from './trash-places.js';
import { putInTrash, recordInTrash, takeFromTrash, type TrashKey } from './tables/trash-rows.js';

/** An image in the trash. */
interface ImageRecord {
  readonly image: Image;
  /** Albums that had chosen it as their cover. */
  readonly coverOf: readonly string[];
}

const parse: (json: string) => ImageRecord = JSON.parse;

interface Named {
  readonly albumId: string;
  readonly imageId: string;
}

/** Keeps locked images, and everything that is removed with them, before they are removed. */
export async function trashImages(
  manager: Statements,
  images: readonly Image[],
  disposal: Disposal,
): Promise<void> {
  const ids = images.map(({ id }) => id);
  await keepPlaces(manager, 'image_id', ids);
  const places = await run<Named>(
    manager,
    (parameter) => `SELECT album_id AS "albumId", image_id AS "imageId" FROM album_image
      WHERE image_id IN ${listOf(ids)(parameter)} ORDER BY album_id`,
  );
  const covers = await run<Named>(
    manager,
    (parameter) => `SELECT id AS "albumId", cover_id AS "imageId" FROM album
      WHERE cover_id IN ${listOf(ids)(parameter)} ORDER BY id`,
  );
  const copies = await run<{ readonly id: string }>(
    manager,
    (parameter) => `SELECT id FROM image WHERE id IN ${listOf(ids)(parameter)} AND shared_key IS NOT NULL`,
  );
  const shared = new Set(Array.from(copies, ({ id }) => id));
  const albumsIn = (named: readonly Named[], id: string): readonly string[] =>
    named.filter(({ imageId }) => imageId === id).map(({ albumId }) => albumId);
  await putInTrash(
    manager,
    images.map((image) => ({
      entry: trashedImage(image, albumsIn(places, image.id), disposal),
      record: { image, coverOf: albumsIn(covers, image.id) },
      file: {
        ...image.file,
        ...storedFile(image.file),
        ...uploadRow(image),
        sharedKey: null,
        ...(shared.has(image.id) && keysOfCopy(image)),
      },
      countedBytes: disposal.countsBytes ? storedFile(image.file).sizeInBytes : 0,
    })),
  );
}

/** @throws {NotInTrash} */
export async function imageInTrash(manager: Statements, key: Omit<TrashKey, 'kind'>): Promise<Image> {
  return parse(await recordInTrash(manager, { ...key, kind: 'image' })).image;
}

interface Restored {
  readonly key: Omit<TrashKey, 'kind'>;
  readonly restoring: ImageRestoring;
  /** Adds the image as `add` does for a new one. */
  readonly add: (
    image: Image,
    added: { readonly countedBytes: number; readonly isCopy: boolean },
  ) => Promise<void>;
}

/** Takes an image out of the trash and adds it, with what was removed with it. @throws {NotInTrash} */
export async function restoreImage(
  manager: Statements,
  dialect: Dialect,
  { key, restoring, add }: Restored,
): Promise<Image> {
  const { id } = key;
  const { record, countedBytes, sharedKey } = await takeFromTrash(manager, dialect, {
    ...key,
    kind: 'image',
  });
  const taken = parse(record);
  const { fileName = taken.image.fileName, now } = restoring;
  const image = updated(taken.image, { fileName, now });
  await lockPlaces(manager, dialect, { of: 'image_id', id });
  await lockAlbums(manager, dialect, id, taken.coverOf);
  await lockCatalog(manager, dialect, image.owner);
  const { blobKey } = image.file;
  const others = (await countedBytesOf(manager, [blobKey])).get(blobKey) ?? 0;
  await add(image, { countedBytes: Math.max(countedBytes, others), isCopy: sharedKey !== null });
  await givePlacesBack(manager, 'image_id', id);
  if (taken.coverOf.length > 0)
    await run(
      manager,
      (parameter) => `UPDATE album SET cover_id = ${parameter(id)}
        WHERE cover_id IS NULL AND id IN ${listOf(taken.coverOf)(parameter)}`,
    );
  return image;
}

/** An album that is being removed either waits or is found without its row. Albums are locked before the catalog. */
async function lockAlbums(
  manager: Statements,
  { forUpdate }: Dialect,
  imageId: string,
  covers: readonly string[],
): Promise<void> {
  await run(
    manager,
    (parameter) => `SELECT 1 FROM album
      WHERE id IN (SELECT album_id FROM trash_place WHERE image_id = ${parameter(imageId)})
        OR id IN ${listOf([...covers, ''])(parameter)} ORDER BY id ${forUpdate()}`,
  );
}
