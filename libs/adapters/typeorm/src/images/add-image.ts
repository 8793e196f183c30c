import type { Image } from '@cairn/images';
import { imageAdded, type AddedBytes } from '@cairn/images/spi';
import type { Dialect } from '../sql/database.js';
import { appendEvent } from '../kernel/append-event.js';
import { insertAll } from '../sql/insert.js';
import type { Statements } from '../sql/statements.js';
import { takeAddress } from './tables/addresses.js';
import { ImageSchema, toRow } from './tables/catalog-schema.js';
import { CountChanges } from './gallery/count-images.js';
import { indexImages } from './gallery/index-images.js';
import { countImage } from './tables/usage.js';

interface Addition {
  readonly image: Image;
  readonly defaultQuota: number;
  readonly bytes: Partial<AddedBytes>;
  /** Whether the catalog has counted its bytes all the time, as for an image in the trash. */
  readonly areBytesCounted?: boolean | undefined;
}

/** Counts, stores and indexes an image. @throws {QuotaExceeded} {ByteQuotaExceeded} {AddressTaken} */
export async function addImage(
  manager: Statements,
  dialect: Dialect,
  { image, areBytesCounted = false, ...limits }: Addition,
): Promise<void> {
  const { owner, file } = image;
  const sizeInBytes = areBytesCounted ? 0 : file.sizeInBytes;
  await countImage(manager, dialect, { owner, sizeInBytes, ...limits });
  await takeAddress(manager, image);
  await store(manager, image);
  await appendEvent(manager, imageAdded(image));
}

async function store(manager: Statements, image: Image): Promise<void> {
  await insertAll(manager, ImageSchema, [toRow(image)]);
  await indexImages(manager, [image]);
  const counts = new CountChanges();
  counts.add(image, 1);
  await counts.store(manager);
}
