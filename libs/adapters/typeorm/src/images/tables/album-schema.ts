import type { Album } from '@cairn/images';
import { idOf, integer, oneOf, optional, table, text } from '../../sql/table.js';

/** An album without its images. `query` is JSON; null of an album whose images are placed in it. */
export interface AlbumRow extends Omit<Album, 'coverId' | 'query'> {
  readonly coverId: string | null;
  readonly query: string | null;
}

/** `order` is a word of SQL. A foreign key forgets a cover that is removed. */
export const AlbumSchema = table<AlbumRow>(
  'album',
  {
    id: text,
    owner: idOf('owner', 'apart'),
    title: text,
    description: text,
    order: { ...oneOf('manual', 'newest', 'oldest'), column: 'image_order' },
    coverId: optional({ ...text, references: 'image (id) ON DELETE SET NULL' }),
    query: optional(text),
    createdAt: integer,
    updatedAt: integer,
  },
  {
    traces: 'albums',
    indexes: {
      album_by_age: '(owner, created_at, id)',
      // Without it, removing an image would scan all albums.
      album_by_cover: '(cover_id) WHERE cover_id IS NOT NULL',
    },
  },
);

/** An image of an album. A foreign key removes it with the image. `createdAt` is the image's. */
export interface AlbumImageRow {
  readonly albumId: string;
  readonly imageId: string;
  readonly place: number;
  readonly createdAt: number;
}

export const AlbumImageSchema = table<AlbumImageRow>(
  'album_image',
  {
    albumId: { ...text, references: 'album (id) ON DELETE CASCADE' },
    imageId: { ...text, references: 'image (id) ON DELETE CASCADE' },
    place: integer,
    createdAt: integer,
  },
  {
    primaryKey: ['albumId', 'imageId'],
    indexes: {
      album_image_by_place: '(album_id, place, image_id)',
      album_image_by_age: '(album_id, created_at, image_id)',
      album_image_by_image: '(image_id)',
    },
    withoutRowid: true,
  },
);

const parseQuery: (json: string) => NonNullable<Album['query']> = JSON.parse;

export function toAlbum(row: AlbumRow): Album {
  const { id, owner, title, description, order, coverId, query, createdAt, updatedAt } = row;
  return {
    id,
    owner,
    title,
    description,
    order,
    ...(coverId !== null && { coverId }),
    ...(query !== null && { query: parseQuery(query) }),
    createdAt,
    updatedAt,
  };
}

export function albumRow({ coverId, query, ...album }: Album): AlbumRow {
  return { ...album, coverId: coverId ?? null, query: query === undefined ? null : JSON.stringify(query) };
}
