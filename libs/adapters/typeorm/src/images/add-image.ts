import { ImageNotFound, storedFile, type Image } from '@cairn/images';
import { imageAdded, type AddedBytes, type CopyTerms, type SameBytes } from '@cairn/images/spi';
import type { Dialect } from '../sql/database.js';
import { appendEvent } from '../kernel/append-event.js';
import { insertAll } from '../sql/insert.js';
import type { Statements } from '../sql/statements.js';
import { takeAddress } from './tables/addresses.js';
import { ImageSchema, type StoredImageRow } from './tables/catalog-schema.js';
import { toRow } from './tables/image-rows.js';
import { CountChanges } from './gallery/count-images.js';
import { indexImages, lockImages } from './gallery/index-images.js';
import { compareImage } from './look-alikes/compare-image.js';
import { keysOfCopy } from './tables/upload-columns.js';
import { countImage, lockedUsage } from './tables/usage.js';
import { sameImage } from './same-image.js';

interface Addition {
  readonly image: Image;
  readonly defaultQuota: number;
  readonly bytes: Partial<AddedBytes>;
  /** Its bytes that the catalog counts already, as for an image in the trash; 0 by default. */
  readonly countedBytes?: number | undefined;
  /** Whether its row names a blob that another row has. */
  readonly isCopy?: boolean | undefined;
}

/** Counts, stores and indexes an image. @throws {QuotaExceeded} {ByteQuotaExceeded} {AddressTaken} */
export async function addImage(
  manager: Statements,
  dialect: Dialect,
  { image, countedBytes = 0, isCopy = false, ...limits }: Addition,
): Promise<void> {
  const { owner, file } = image;
  const sizeInBytes = storedFile(file).sizeInBytes - countedBytes;
  await countImage(manager, dialect, { owner, sizeInBytes, ...limits });
  await takeAddress(manager, image);
  await store(manager, image, {
    ...toRow(image),
    ...(isCopy && keysOfCopy(image)),
  });
  await appendEvent(manager, imageAdded(image));
}

/**
 * Adds an image, unless there is one with the same folder and bytes, which is then the result. All adds of an owner wait for
 * the catalog, so the second of two concurrent calls finds the image of the first.
 * @throws {QuotaExceeded} {ByteQuotaExceeded} {AddressTaken}
 */
export async function addOrFindImage(
  manager: Statements,
  dialect: Dialect,
  addition: Pick<Addition, 'image' | 'defaultQuota'> & { readonly bytes: Partial<SameBytes> },
): Promise<Image> {
  const { image, bytes } = addition;
  const { owner, path } = image;
  await lockedUsage(manager, dialect, owner);
  const found = await sameImage(manager, image, { path, compared: bytes.compared });
  if (found !== undefined) return found;
  await addImage(manager, dialect, addition);
  return image;
}

/**
 * Adds an image with the blob of another, which is locked: the blob is needed by the one or the other at any time.
 * @throws {ImageNotFound} {QuotaExceeded} {AddressTaken}
 */
export async function addCopy(
  manager: Statements,
  dialect: Dialect,
  { image, of, defaultQuota }: CopyTerms & { readonly image: Image },
): Promise<void> {
  const { owner, file } = image;
  const [source] = await lockImages(manager, dialect, { owner, ids: [of] });
  if (source === undefined || source.file.blobKey !== file.blobKey) throw new ImageNotFound();
  const countedBytes = storedFile(file).sizeInBytes;
  await addImage(manager, dialect, { image, defaultQuota, bytes: {}, countedBytes, isCopy: true });
}

async function store(manager: Statements, image: Image, row: StoredImageRow): Promise<void> {
  await insertAll(manager, ImageSchema, [row]);
  await indexImages(manager, [image]);
  const counts = new CountChanges();
  counts.add(image, 1);
  await counts.store(manager);
  await compareImage(manager, image);
}
