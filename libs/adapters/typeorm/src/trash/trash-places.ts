import type { Dialect } from '../sql/database.js';
import { listOf, run } from '../sql/sql-builder.js';
import type { Statements } from '../sql/statements.js';

/** The column of a place that names what is removed or restored. */
type PlaceOf = 'album_id' | 'image_id';

/** Keeps the places of albums or images that are about to be removed. A foreign key removes them with those. */
export async function keepPlaces(manager: Statements, of: PlaceOf, ids: readonly string[]): Promise<void> {
  await run(
    manager,
    (parameter) => `INSERT INTO trash_place (album_id, image_id, place, created_at)
      SELECT album_id, image_id, place, created_at FROM album_image WHERE ${of} IN ${listOf(ids)(parameter)}
      ON CONFLICT (album_id, image_id) DO NOTHING`,
  );
}

/**
 * Locks the kept places of an album or image that is about to be restored, always in the same order. An album and an image
 * that are restored at once wait here for each other, so that the second one finds the first one.
 */
export async function lockPlaces(
  manager: Statements,
  { forUpdate }: Dialect,
  { of, id }: { readonly of: PlaceOf; readonly id: string },
): Promise<void> {
  await run(
    manager,
    (parameter) =>
      `SELECT 1 FROM trash_place WHERE ${of} = ${parameter(id)} ORDER BY album_id, image_id ${forUpdate()}`,
  );
}

/** Restores the kept places whose album and image both exist. */
export async function givePlacesBack(manager: Statements, of: PlaceOf, id: string): Promise<void> {
  const kept = `FROM trash_place WHERE trash_place.${of} =`;
  const complete = `AND EXISTS (SELECT 1 FROM album WHERE album.id = trash_place.album_id)
    AND EXISTS (SELECT 1 FROM image WHERE image.id = trash_place.image_id)`;
  await run(
    manager,
    (parameter) => `INSERT INTO album_image (album_id, image_id, place, created_at)
      SELECT album_id, image_id, place, created_at ${kept} ${parameter(id)} ${complete}
      ON CONFLICT (album_id, image_id) DO NOTHING`,
  );
  await run(manager, (parameter) => `DELETE ${kept} ${parameter(id)} ${complete}`);
}

/** Deletes the kept places of albums and images that were deleted for good. */
export async function forgetPlaces(manager: Statements, ids: readonly string[]): Promise<void> {
  for (const of of ['album_id', 'image_id'])
    await run(manager, (parameter) => `DELETE FROM trash_place WHERE ${of} IN ${listOf(ids)(parameter)}`);
}
