import {
  AlbumByQuery,
  AlbumNotFound,
  ImageNotFound,
  type Album,
  type AlbumChange,
  type FilledAlbum,
  type Image,
} from '@cairn/images';
import {
  albumCreated,
  albumDeleted,
  albumUpdated,
  type AlbumAddition,
  type AlbumImages,
  type AlbumKey,
  type AlbumRepository,
  type Placement,
} from '@cairn/images/spi';
import { toPage, type Disposal, type Page, type PageRequest } from '@cairn/kernel';
import { In } from 'typeorm';
import type { Database } from '../sql/database.js';
import { appendEvent } from '../kernel/append-event.js';
import { BEFORE_NEWEST, BEFORE_OLDEST } from '../sql/listing.js';
import type { Statements } from '../sql/statements.js';
import { selection } from '../sql/table.js';
import { AlbumImageSchema, AlbumSchema, albumRow, toAlbum, type AlbumRow } from './tables/album-schema.js';
import { imageColumns, type ImageRow } from './tables/catalog-schema.js';
import { toImage } from './tables/image-rows.js';
import { findImages, lockImages } from './gallery/index-images.js';
import { forgetShared } from '../trash/shared-resources.js';
import { restoreAlbum, trashAlbum } from '../trash/trash-albums.js';
import { takenIds } from '../trash/tables/trash-rows.js';
import { addToAlbum } from './add-to-album.js';
import { placeImages } from './place-images.js';

type FilledRow = AlbumRow & { readonly imageCount: number; readonly firstId: string | null };

const columns = selection(AlbumSchema);
const first = (order: string): string =>
  `(SELECT image_id FROM album_image WHERE album_id = album.id ORDER BY ${order} LIMIT 1)`;
/** An album with the number of its images and the first of them. */
const filledColumns = (): string => `${columns()},
  (SELECT CAST(count(*) AS double precision) FROM album_image WHERE album_id = album.id) AS "imageCount",
  CASE image_order WHEN 'manual' THEN ${first('place, image_id')}
    WHEN 'oldest' THEN ${first('created_at, image_id')}
    ELSE ${first('created_at DESC, image_id DESC')} END AS "firstId"`;

/** The column that an order sorts by, and its direction. */
const orders = {
  manual: { column: 'place', isDescending: false },
  newest: { column: 'created_at', isDescending: true },
  oldest: { column: 'created_at', isDescending: false },
} as const;

const LISTING = { budget: 'listing' } as const;

/** Albums as rows of a relational database. Its listings are SQL: TypeORM joins no counts and first images. */
export class TypeOrmAlbumRepository implements AlbumRepository {
  constructor(private readonly database: Database) {}

  async add(album: Album, given: AlbumImages): Promise<readonly string[]> {
    const { owner, updatedAt: now, coverId } = album;
    return await this.database.write(async (manager) => {
      const ids = coverId === undefined ? given.imageIds : [...given.imageIds, coverId];
      const images = await lockImages(manager, this.database.dialect, { owner, ids });
      if (coverId !== undefined && !images.some(({ id }) => id === coverId)) throw new ImageNotFound();
      await manager.repository(AlbumSchema).insert(albumRow(album));
      const placed = await placeImages(manager, { album, images, now, ...given });
      await appendEvent(manager, albumCreated(album));
      return placed;
    });
  }

  async get({ owner, id }: AlbumKey): Promise<FilledAlbum> {
    return await this.database.read(async (manager) => {
      const rows = await manager.sql<readonly FilledRow[]>`
        SELECT ${filledColumns} FROM album WHERE id = ${id} AND owner = ${owner}`;
      const [album] = await filled(manager, owner, rows);
      if (album === undefined) throw new AlbumNotFound();
      return album;
    });
  }

  async takenIds(ids: readonly string[]): Promise<readonly string[]> {
    return await this.database.read((manager) => takenIds(manager, 'album', ids));
  }

  async list(
    owner: string,
    { limit, after = BEFORE_NEWEST }: PageRequest,
    holding?: string,
  ): Promise<Page<FilledAlbum>> {
    const albums = await this.database.read(async (manager) => {
      const rows = await manager.sql<readonly FilledRow[]>`
        SELECT ${filledColumns} FROM album WHERE owner = ${owner} AND (created_at, id) < (${after.at}, ${after.id})
          AND (${holding === undefined ? 1 : 0} = 1
            OR id IN (SELECT album_id FROM album_image WHERE image_id = ${holding ?? ''}))
        ORDER BY created_at DESC, id DESC LIMIT ${limit + 1}`;
      return await filled(manager, owner, rows);
    }, LISTING);
    return toPage(albums, limit, ({ album: { createdAt, id } }) => ({ at: createdAt, id }));
  }

  async update(
    key: AlbumKey,
    { now, coverId, ...change }: AlbumChange & { readonly now: number },
  ): Promise<void> {
    const { dialect } = this.database;
    await this.database.write(async (manager) => {
      if (typeof coverId === 'string') {
        const [cover] = await lockImages(manager, dialect, { owner: key.owner, ids: [coverId] });
        if (cover === undefined) throw new ImageNotFound();
      }
      const album = await this.lock(manager, key);
      const changed = {
        title: change.title ?? album.title,
        description: change.description ?? album.description,
        order: change.order ?? album.order,
        coverId: coverId === undefined ? (album.coverId ?? null) : coverId,
        updatedAt: Math.max(album.updatedAt, now),
      };
      await manager.repository(AlbumSchema).update({ id: key.id }, changed);
      await appendEvent(manager, albumUpdated(key));
    });
  }

  async remove(key: AlbumKey, disposal?: Disposal): Promise<void> {
    await this.database.writeEvenIfFull(async (manager) => {
      const album = await this.lock(manager, key);
      if (disposal !== undefined) await trashAlbum(manager, album, disposal);
      else await forgetShared(manager, [{ ...key, type: 'album' }]);
      await manager.repository(AlbumSchema).delete({ id: key.id });
      await appendEvent(manager, albumDeleted(key));
    });
  }

  async restore(key: AlbumKey): Promise<void> {
    await this.database.write(async (manager) => {
      await restoreAlbum(manager, this.database.dialect, key);
      await appendEvent(manager, albumCreated(key));
    });
  }

  async place(key: AlbumKey, placement: Placement): Promise<readonly string[]> {
    const { owner } = key;
    const { dialect } = this.database;
    return await this.database.write(async (manager) => {
      const images = await lockImages(manager, dialect, { owner, ids: placement.imageIds });
      const album = await this.lockPlain(manager, key);
      const placed = await placeImages(manager, { album, images, ...placement });
      await appendEvent(manager, albumUpdated(key));
      return placed;
    });
  }

  async addOrFind(key: AlbumKey, addition: AlbumAddition): Promise<Image> {
    const { dialect } = this.database;
    return await this.database.write(async (manager) => {
      const album = await this.lockPlain(manager, key);
      const image = await addToAlbum(manager, dialect, { album, ...addition });
      if (image.id === addition.image.id) await appendEvent(manager, albumUpdated(key));
      return image;
    });
  }

  async take(key: AlbumKey, imageIds: readonly string[], now: number): Promise<void> {
    await this.database.writeEvenIfFull(async (manager) => {
      const album = await this.lockPlain(manager, key);
      await manager.repository(AlbumImageSchema).delete({ albumId: key.id, imageId: In(imageIds) });
      const { coverId = null } = album;
      const changed = {
        coverId: coverId !== null && imageIds.includes(coverId) ? null : coverId,
        updatedAt: Math.max(album.updatedAt, now),
      };
      await manager.repository(AlbumSchema).update({ id: key.id }, changed);
      await appendEvent(manager, albumUpdated(key));
    });
  }

  async among(owner: string, ids: readonly string[], imageId: string): Promise<readonly Album[]> {
    return await this.database.read(async (manager) => {
      const albums = await manager.repository(AlbumSchema).findBy({ owner, id: In(ids) });
      const places = await manager.repository(AlbumImageSchema).findBy({ imageId, albumId: In(ids) });
      const holding = new Set(places.map(({ albumId }) => albumId));
      return albums.map(toAlbum).filter(({ id, query }) => query !== undefined || holding.has(id));
    });
  }

  async images(key: AlbumKey, { limit, after }: PageRequest): Promise<Page<Image>> {
    const rows = await this.database.read(async (manager) => {
      const album = await manager.repository(AlbumSchema).findOneBy({ id: key.id, owner: key.owner });
      if (album === null) throw new AlbumNotFound();
      const { column, isDescending } = orders[album.order];
      const [than, direction] = isDescending ? ['<', 'DESC'] : ['>', 'ASC'];
      const start = after ?? (isDescending ? BEFORE_NEWEST : BEFORE_OLDEST);
      // Read again, because the places may have been renumbered since.
      const last =
        album.order === 'manual' && after !== undefined
          ? await manager.repository(AlbumImageSchema).findOneBy({ albumId: key.id, imageId: after.id })
          : null;
      return await manager.sql<readonly (ImageRow & { readonly at: number })[]>`
        SELECT ${imageColumns}, ${() => `held.${column}`} AS at FROM album_image AS held
        JOIN image ON image.id = held.image_id
        WHERE held.album_id = ${key.id}
          AND (${() => `held.${column}`}, held.image_id) ${() => than} (${last?.place ?? start.at}, ${start.id})
        ORDER BY ${() => `held.${column} ${direction}, held.image_id ${direction}`} LIMIT ${limit + 1}`;
    }, LISTING);
    const placed = Array.from(rows, ({ at, ...row }) => ({ at, image: toImage(row) }));
    const { items, next } = toPage(placed, limit, ({ at, image: { id } }) => ({ at, id }));
    return { items: items.map(({ image }) => image), ...(next && { next }) };
  }

  private async lock(manager: Statements, { owner, id }: AlbumKey): Promise<Album> {
    const [row] = await manager.sql<readonly AlbumRow[]>`
      SELECT ${columns} FROM album WHERE id = ${id} AND owner = ${owner} ${this.database.dialect.forUpdate}`;
    if (row === undefined) throw new AlbumNotFound();
    return toAlbum(row);
  }

  private async lockPlain(manager: Statements, key: AlbumKey): Promise<Album> {
    const album = await this.lock(manager, key);
    if (album.query !== undefined) throw new AlbumByQuery();
    return album;
  }
}

async function filled(
  manager: Statements,
  owner: string,
  rows: readonly FilledRow[],
): Promise<readonly FilledAlbum[]> {
  const ids = rows.flatMap(({ coverId, firstId }) => coverId ?? firstId ?? []);
  const covers = new Map((await findImages(manager, { owner, ids })).map((image) => [image.id, image]));
  return Array.from(rows, (row) => {
    const cover = covers.get(row.coverId ?? row.firstId ?? '');
    return { album: toAlbum(row), imageCount: row.imageCount, ...(cover && { cover }) };
  });
}
