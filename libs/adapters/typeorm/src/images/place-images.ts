import { AlbumFull, ImageNotFound, type Album, type Image } from '@cairn/images';
import { numberedPlace, placesBetween, type Placement } from '@cairn/images/spi';
import { In, LessThan, MoreThanOrEqual, Not } from 'typeorm';
import { insertAll } from '../sql/insert.js';
import type { Statements } from '../sql/statements.js';
import { AlbumImageSchema, AlbumSchema } from './tables/album-schema.js';

interface Placed extends Placement {
  /** Locked, or new. */
  readonly album: Album;
  /** The images of the placement that exist, locked. */
  readonly images: readonly Image[];
}

/**
 * Places images in an album. Returns the identifiers of those that exist.
 * @throws {AlbumFull} {ImageNotFound}
 */
export async function placeImages(
  manager: Statements,
  { album, images, imageIds, before, now, maxImages }: Placed,
): Promise<readonly string[]> {
  const albumId = album.id;
  const times = new Map(images.map(({ id, createdAt }) => [id, createdAt]));
  const found = imageIds.filter((id) => times.has(id));
  const held = manager.repository(AlbumImageSchema);
  const here = await held.find({ where: { albumId, imageId: In(found) } });
  const isHere = new Set(here.map(({ imageId }) => imageId));
  const moving = before === undefined ? found.filter((id) => !isHere.has(id)) : found;
  const next = before === undefined ? undefined : await nextStaying(manager, { albumId, before, moving });
  if (before !== undefined) await held.delete({ albumId, imageId: In(moving) });
  if ((await held.countBy({ albumId })) + moving.length > maxImages) throw new AlbumFull(maxImages);
  const places =
    (await freePlaces(manager, { albumId, next, count: moving.length })) ??
    (await numberedPlaces(manager, { albumId, next, count: moving.length }));
  const rows = moving.map((imageId, index) => ({
    albumId,
    imageId,
    place: places[index] ?? 0,
    createdAt: times.get(imageId) ?? 0,
  }));
  await insertAll(manager, AlbumImageSchema, rows);
  await manager
    .repository(AlbumSchema)
    .update({ id: albumId }, { updatedAt: Math.max(album.updatedAt, now) });
  return found;
}

/**
 * The image that follows the placed images: `before`, or the next image behind it that is not moved itself. `undefined`
 * at the end.
 * @throws {ImageNotFound} if `before` is not in the album.
 */
async function nextStaying(
  manager: Statements,
  given: { readonly albumId: string; readonly before: string; readonly moving: readonly string[] },
): Promise<string | undefined> {
  const { albumId, before, moving } = given;
  const held = manager.repository(AlbumImageSchema);
  const spot = await held.findOneBy({ albumId, imageId: before });
  if (spot === null) throw new ImageNotFound();
  const next = await held.findOne({
    where: { albumId, imageId: Not(In(moving)), place: MoreThanOrEqual(spot.place) },
    order: { place: 'ASC', imageId: 'ASC' },
  });
  return next?.imageId;
}

interface Gap {
  readonly albumId: string;
  /** The image behind the gap; none at the end. */
  readonly next: string | undefined;
  readonly count: number;
}

async function freePlaces(
  manager: Statements,
  { albumId, next, count }: Gap,
): Promise<readonly number[] | undefined> {
  const held = manager.repository(AlbumImageSchema);
  const behind = next === undefined ? null : await held.findOneBy({ albumId, imageId: next });
  const high = behind?.place;
  const low = await held.maximum('place', { albumId, ...(high !== undefined && { place: LessThan(high) }) });
  return placesBetween(count, { low: low ?? undefined, high });
}

/** Renumbers all images of the album, which leaves gaps between all of them. */
async function numberedPlaces(manager: Statements, gap: Gap): Promise<readonly number[]> {
  // A single SQL statement, because an image that is deleted in the meantime must not come back.
  await manager.sql`UPDATE album_image SET place = numbered.place
    FROM (SELECT image_id, row_number() OVER (ORDER BY place, image_id) * ${numberedPlace(0)} AS place
      FROM album_image WHERE album_id = ${gap.albumId}) AS numbered
    WHERE album_image.album_id = ${gap.albumId} AND album_image.image_id = numbered.image_id`;
  return (await freePlaces(manager, gap)) ?? [];
}
