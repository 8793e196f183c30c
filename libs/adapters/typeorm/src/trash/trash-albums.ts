import type { Album } from '@cairn/images';
import { trashedAlbum, type AlbumKey } from '@cairn/images/spi';
import type { Disposal } from '@cairn/kernel';
import type { Dialect } from '../sql/database.js';
import { AlbumSchema, albumRow } from '../images/tables/album-schema.js';
import { run } from '../sql/sql-builder.js';
import type { Statements } from '../sql/statements.js';
import { givePlacesBack, keepPlaces, lockPlaces } from './trash-places.js';
import { putInTrash, takeFromTrash } from './tables/trash-rows.js';

const parse: (json: string) => Album = JSON.parse;

/** Keeps a locked album and its places before it is removed. */
export async function trashAlbum(manager: Statements, album: Album, disposal: Disposal): Promise<void> {
  await keepPlaces(manager, 'album_id', [album.id]);
  await putInTrash(manager, [{ entry: trashedAlbum(album, disposal), record: album }]);
}

/** Takes an album out of the trash, with those of its images that still exist. @throws {NotInTrash} */
export async function restoreAlbum(
  manager: Statements,
  dialect: Dialect,
  { owner, id }: AlbumKey,
): Promise<void> {
  const { record } = await takeFromTrash(manager, dialect, { owner, id, kind: 'album' });
  const album = parse(record);
  await lockPlaces(manager, dialect, { of: 'album_id', id });
  const there = await lockPlacedImages(manager, dialect, album);
  const coverId = there.find((imageId) => imageId === album.coverId);
  await manager.repository(AlbumSchema).insert(albumRow({ ...album, coverId }));
  await givePlacesBack(manager, 'album_id', id);
}

/** The images that get their places and their cover back. Locked, so that none is removed in the meantime. */
async function lockPlacedImages(
  manager: Statements,
  { forUpdate }: Dialect,
  { id, owner, coverId = '' }: Album,
): Promise<readonly string[]> {
  const rows = await run<{ readonly id: string }>(
    manager,
    (parameter) => `SELECT id FROM image WHERE owner = ${parameter(owner)}
      AND id IN (SELECT image_id FROM trash_place WHERE album_id = ${parameter(id)} UNION SELECT ${parameter(coverId)})
      ORDER BY id ${forUpdate()}`,
  );
  return Array.from(rows, (row) => row.id);
}
