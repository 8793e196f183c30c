import { addressOf, storedFile, type Image } from '@cairn/images';
import { imageRemoved } from '@cairn/images/spi';
import type { Disposal } from '@cairn/kernel';
import { appendEvents } from '../../kernel/append-event.js';
import type { Dialect } from '../../sql/database.js';
import type { Statements } from '../../sql/statements.js';
import { freedBytes } from '../tables/blobs.js';
import { lockCatalog, uncount } from '../tables/usage.js';
import { CountChanges } from './count-images.js';
import { lockImages } from './index-images.js';
import { forgetLookAlikes } from '../look-alikes/compare-image.js';
import { listOf, run } from '../../sql/sql-builder.js';
import { forgetShared } from '../../trash/shared-resources.js';
import { trashImages } from '../../trash/trash-images.js';

interface Removal {
  readonly owner: string;
  readonly ids: readonly string[];
  /** `undefined` if nothing of the images is kept. */
  readonly disposal: Disposal | undefined;
}

/** Removes the given images of the owner, and frees their places in the quota and their addresses. */
export async function removeImages(
  statements: Statements,
  dialect: Dialect,
  given: Removal,
): Promise<readonly Image[]> {
  const { owner, disposal } = given;
  const images = await lockImages(statements, dialect, given);
  if (images.length === 0) return [];
  if (disposal !== undefined) await trashImages(statements, images, disposal);
  else
    await forgetShared(
      statements,
      images.map(({ id }) => ({ owner, type: 'image', id })),
    );
  await run(
    statements,
    (parameter) => `DELETE FROM image WHERE id IN ${listOf(images.map(({ id }) => id))(parameter)}`,
  );
  await lockCatalog(statements, dialect, owner);
  await forgetLookAlikes(
    statements,
    images.map(({ id }) => id),
  );
  const held = new Map(images.map(({ file }) => [file.blobKey, storedFile(file).sizeInBytes]));
  await uncount(statements, owner, { images: images.length, bytes: await freedBytes(statements, held) });
  const counts = new CountChanges();
  for (const image of images) counts.add(image, -1);
  await counts.store(statements);
  await freeAddresses(statements, owner, images);
  await appendEvents(statements, images.map(imageRemoved));
  return images;
}

/** Frees the addresses for the same bytes of the same owner. */
async function freeAddresses(statements: Statements, owner: string, images: readonly Image[]): Promise<void> {
  await run(statements, (parameter) => {
    const freed = `freed_owner = ${parameter(owner)}, freed_sha256 = given.column2`;
    const tuples = images.map((image) => `(${parameter(addressOf(image))}, ${parameter(image.file.sha256)})`);
    return `UPDATE address SET ${freed} FROM (VALUES ${tuples.join(', ')}) AS given
      WHERE address.address = given.column1`;
  });
}
