import type { Album } from '@cairn/images';
import type { Table } from '../../sql/table.js';

/** An album without its images. `query` is JSON; null of an album whose images are placed in it. */
export interface AlbumRow extends Omit<Album, 'coverId' | 'query'> {
  readonly coverId: string | null;
  readonly query: string | null;
}

/** `order` is a word of SQL. A foreign key forgets a cover that is removed. */
export const AlbumSchema: Table<AlbumRow> = {
  name: 'album',
  columns: {
    id: { type: 'text', primary: true },
    owner: { type: 'text' },
    title: { type: 'text' },
    description: { type: 'text' },
    order: { type: 'text', name: 'image_order' },
    coverId: { type: 'text', name: 'cover_id', nullable: true },
    query: { type: 'text', nullable: true },
    createdAt: { type: 'integer', name: 'created_at' },
    updatedAt: { type: 'integer', name: 'updated_at' },
  },
};

/** An image of an album. A foreign key removes it with the image. `createdAt` is the image's. */
export interface AlbumImageRow {
  readonly albumId: string;
  readonly imageId: string;
  readonly place: number;
  readonly createdAt: number;
}

export const AlbumImageSchema: Table<AlbumImageRow> = {
  name: 'album_image',
  columns: {
    albumId: { type: 'text', name: 'album_id', primary: true },
    imageId: { type: 'text', name: 'image_id', primary: true },
    place: { type: 'integer' },
    createdAt: { type: 'integer', name: 'created_at' },
  },
};

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
