import type { TrashEntry } from '@cairn/kernel';
import type { Table } from '../../sql/table.js';

/** An entry of the trash with everything that its repository needs to restore it. */
export interface TrashRow extends Omit<TrashEntry, 'deletedBy' | 'features' | 'thumbhash' | 'parts'> {
  readonly deletedBy: string | null;
  readonly features: number | null;
  readonly thumbhash: string | null;
  /** JSON. */
  readonly parts: string;
  /** The blob in the area `originals` that is kept for the entry. */
  readonly blobKey: string | null;
  /** Of the blob. */
  readonly contentType: string | null;
  readonly sha256: string | null;
  /** Its bytes that count in the catalog, or 0. */
  readonly countedBytes: number;
  /** JSON, in a format of its kind. */
  readonly record: string;
  /** The identifier of a removed space. It is reserved for its owner. */
  readonly spaceId: string | null;
}

/** The listed columns of a row. */
export type EntryRow = Omit<
  TrashRow,
  'blobKey' | 'contentType' | 'sha256' | 'countedBytes' | 'record' | 'spaceId'
>;

export const TrashSchema: Table<TrashRow> = {
  name: 'trash',
  columns: {
    id: { type: 'text', primary: true },
    kind: { type: 'text' },
    owner: { type: 'text' },
    title: { type: 'text' },
    deletion: { type: 'text' },
    deletedBy: { type: 'text', name: 'deleted_by', nullable: true },
    deletedAt: { type: 'integer', name: 'deleted_at' },
    expiresAt: { type: 'integer', name: 'expires_at' },
    sizeInBytes: { type: 'integer', name: 'size_in_bytes' },
    features: { type: 'integer', nullable: true },
    thumbhash: { type: 'text', nullable: true },
    parts: { type: 'text' },
    blobKey: { type: 'text', name: 'blob_key', nullable: true, unique: true },
    contentType: { type: 'text', name: 'content_type', nullable: true },
    sha256: { type: 'text', nullable: true },
    countedBytes: { type: 'integer', name: 'counted_bytes' },
    record: { type: 'text' },
    spaceId: { type: 'text', name: 'space_id', nullable: true },
  },
};

/** The place of an image in an album. The image, the album or both are in the trash. As in `album_image`. */
export interface TrashPlaceRow {
  readonly albumId: string;
  readonly imageId: string;
  readonly place: number;
  readonly createdAt: number;
}

export const TrashPlaceSchema: Table<TrashPlaceRow> = {
  name: 'trash_place',
  columns: {
    albumId: { type: 'text', name: 'album_id', primary: true },
    imageId: { type: 'text', name: 'image_id', primary: true },
    place: { type: 'integer' },
    createdAt: { type: 'integer', name: 'created_at' },
  },
};

const parseParts: (json: string) => TrashEntry['parts'] = JSON.parse;

export function toEntry({ deletedBy, features, thumbhash, parts, ...row }: EntryRow): TrashEntry {
  return {
    ...row,
    ...(deletedBy !== null && { deletedBy }),
    ...(features !== null && { features }),
    ...(thumbhash !== null && { thumbhash }),
    parts: parseParts(parts),
  };
}
