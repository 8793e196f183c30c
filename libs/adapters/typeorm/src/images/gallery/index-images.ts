import type { Image } from '@cairn/images';
import type { Dialect } from '../../sql/database.js';
import { insertAll } from '../../sql/insert.js';
import type { Statements } from '../../sql/statements.js';
import { imageColumns, type ImageRow } from '../tables/catalog-schema.js';
import { ImageTagSchema, ImageTermSchema } from '../tables/gallery-schema.js';
import { toImage } from '../tables/image-rows.js';
import { listOf, run } from '../../sql/sql-builder.js';
import { termsOf } from '../tables/terms.js';

/** Makes images findable by their tags and terms. */
export async function indexImages(statements: Statements, images: readonly Image[]): Promise<void> {
  const tags = images.flatMap(({ id: imageId, owner, createdAt, tags: all }) =>
    all.map((tag) => ({ owner, tag, createdAt, imageId })),
  );
  await insertAll(statements, ImageTagSchema, tags);
  const terms = images.flatMap((image) => {
    const { id: imageId, owner, createdAt } = image;
    return termsOf(image).map((term) => ({ owner, term, createdAt, imageId }));
  });
  await insertAll(statements, ImageTermSchema, terms);
}

/** Undoes `indexImages`. */
export async function removeIndex(statements: Statements, images: readonly Image[]): Promise<void> {
  const ids = listOf(images.map(({ id }) => id));
  for (const table of ['image_tag', 'image_term'])
    await run(statements, (parameter) => `DELETE FROM ${table} WHERE image_id IN ${ids(parameter)}`);
}

/**
 * The given images that the owner has, locked in the order of their identifiers. A transaction that locks images and a
 * catalog locks the images first, so that there is no deadlock.
 */
export async function lockImages(
  statements: Statements,
  { forUpdate }: Dialect,
  wanted: WantedImages,
): Promise<readonly Image[]> {
  return await findImages(statements, wanted, forUpdate());
}

/** Some images of an owner, by their identifiers. */
interface WantedImages {
  readonly owner: string;
  readonly ids: readonly string[];
}

/** The given images that the owner has, by ascending identifier. */
export async function findImages(
  statements: Statements,
  { owner, ids }: WantedImages,
  lock = '',
): Promise<readonly Image[]> {
  if (ids.length === 0) return [];
  // An expression, so that SQLite does not read all images of the owner by an index, which it prefers for many ids.
  const rows = await run<ImageRow>(
    statements,
    (parameter) => `SELECT ${imageColumns()} FROM image
      WHERE owner || '' = ${parameter(owner)} AND id IN ${listOf(ids)(parameter)} ORDER BY id ${lock}`,
  );
  return Array.from(rows, toImage);
}
