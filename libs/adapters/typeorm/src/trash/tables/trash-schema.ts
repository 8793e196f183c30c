import type { TrashEntry } from '@cairn/kernel';
import { idOf, integer, optional, table, text } from '../../sql/table.js';
import { SHARED_BLOBS, UPLOAD_HASHES, trashHashes } from '../../images/tables/upload-columns.js';

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
  /** As in the row of the image. */
  readonly uploadSha256: string | null;
  readonly uploadSize: number | null;
  readonly sharedKey: string | null;
}

/** The listed columns of a row. */
export type EntryRow = Omit<
  TrashRow,
  | 'blobKey'
  | 'contentType'
  | 'sha256'
  | 'countedBytes'
  | 'record'
  | 'spaceId'
  | 'uploadSha256'
  | 'uploadSize'
  | 'sharedKey'
>;

export const TrashSchema = table<TrashRow>(
  'trash',
  {
    id: text,
    kind: text,
    owner: idOf('owner', 'apart'),
    title: text,
    deletion: text,
    deletedBy: optional(idOf('actor', 'absent')),
    deletedAt: integer,
    expiresAt: integer,
    sizeInBytes: integer,
    features: optional(integer),
    thumbhash: optional(text),
    parts: text,
    blobKey: optional({ ...text, unique: true }),
    contentType: optional(text),
    sha256: optional(text),
    countedBytes: integer,
    record: text,
    spaceId: optional(text),
    uploadSha256: optional({ ...text, since: UPLOAD_HASHES }),
    uploadSize: optional({ ...integer, since: UPLOAD_HASHES }),
    sharedKey: optional({ ...text, since: SHARED_BLOBS }),
  },
  {
    traces: 'trash',
    fills: { [UPLOAD_HASHES]: trashHashes },
    indexes: {
      trash_by_age: '(owner, deleted_at, id)',
      trash_by_expiry: '(expires_at, id)',
      trash_by_space: '(space_id) WHERE space_id IS NOT NULL',
      trash_by_upload: { of: "(owner, upload_sha256) WHERE kind = 'image'", since: UPLOAD_HASHES },
      trash_by_sha256: { of: "(owner, sha256) WHERE kind = 'image'", since: UPLOAD_HASHES },
      trash_by_shared_key: { of: '(shared_key) WHERE shared_key IS NOT NULL', since: SHARED_BLOBS },
      trash_by_kind: '(owner, kind, deleted_at, id, features, size_in_bytes)',
    },
  },
);

/** The place of an image in an album. The image, the album or both are in the trash. As in `album_image`. */
export interface TrashPlaceRow {
  readonly albumId: string;
  readonly imageId: string;
  readonly place: number;
  readonly createdAt: number;
}

export const TrashPlaceSchema = table<TrashPlaceRow>(
  'trash_place',
  {
    // No foreign keys: the album, the image or both are gone.
    albumId: text,
    imageId: text,
    place: integer,
    createdAt: integer,
  },
  {
    primaryKey: ['albumId', 'imageId'],
    indexes: {
      trash_place_by_image: '(image_id)',
    },
    withoutRowid: true,
  },
);

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
