import type { Image } from '@cairn/images';
import type { ByteReservation, ImageFile, PreparedBlob } from '@cairn/images/spi';
import { DAYS, filledColumns } from './photo-columns.js';
import { SHARED_BLOBS, type SharedColumns, type UploadColumns } from './upload-columns.js';
import { CONTRIBUTIONS } from './contributions-mark.js';
import { wholeColumns, type WholeRow } from './whole-file.js';
import { idOf, integer, oneOf, optional, propertiesOf, selection, table, text } from '../../sql/table.js';

/** An owner's image count, and the bytes of their originals. A quota is null for the default one. */
export interface CatalogRow {
  readonly owner: string;
  readonly imageCount: number;
  readonly quota: number | null;
  readonly bytes: number;
  readonly byteQuota: number | null;
}

export const CatalogSchema = table<CatalogRow>(
  'catalog',
  {
    owner: idOf('owner'),
    imageCount: { ...integer, check: 'image_count >= 0' },
    quota: optional({ ...integer, check: 'quota >= 0' }),
    bytes: { ...integer, check: 'bytes >= 0', default: 0 },
    byteQuota: optional({ ...integer, check: 'byte_quota >= 0' }),
  },
  {
    traces: 'quotas',
    withoutRowid: true,
  },
);

/** Room for an image that is arriving. */
export const ByteReservationSchema = table<ByteReservation>(
  'byte_reservation',
  {
    owner: idOf('owner'),
    id: text,
    sizeInBytes: integer,
    expiresAt: integer,
  },
  {
    traces: 'reservations',
    primaryKey: ['owner', 'id'],
    withoutRowid: true,
  },
);

/** The blob of an upload whose record is still to come. */
export interface PreparedUploadRow extends Omit<PreparedBlob, 'reservation'> {
  readonly reservation: string | null;
  /** 1 if nobody may take it any more, else 0. */
  readonly givenUp: number;
}

export const PreparedUploadSchema = table<PreparedUploadRow>(
  'prepared_upload',
  {
    blobKey: text,
    owner: idOf('owner', 'apart'),
    reservation: optional(text),
    preparedAt: integer,
    givenUp: { ...integer, default: 0 },
  },
  { since: 'PreparedUploads1796800000200', traces: 'preparedUploads', withoutRowid: true },
);

/**
 * An address that was given to an image. It outlives the image, and then records the owner and hash of its bytes: nobody
 * else ever gets the address. Both are null while an image has it, or if they are unknown. An address that an image had
 * before it was moved has both, and still leads to it.
 */
export interface AddressRow {
  readonly address: string;
  readonly imageId: string;
  readonly freedOwner: string | null;
  readonly freedSha256: string | null;
}

export const AddressSchema = table<AddressRow>(
  'address',
  {
    address: text,
    // No foreign key: an address outlives its image.
    imageId: text,
    freedOwner: optional(idOf('owner', 'apart')),
    freedSha256: optional(text),
  },
  {
    traces: 'addresses',
    indexes: {
      address_freed: '(freed_owner, freed_sha256) WHERE freed_owner IS NOT NULL',
    },
    withoutRowid: true,
  },
);

type Nullable<T> = { readonly [P in keyof T]-?: undefined extends T[P] ? NonNullable<T[P]> | null : T[P] };

/** An image and its file in one row: what may be absent is null. `tags` is a JSON array of strings. */
export interface ImageRow
  extends
    Nullable<Omit<Image, 'tags' | 'file' | 'description' | 'favourite' | 'position'>>,
    Omit<ImageFile, 'whole' | 'edit'>,
    SharedColumns,
    WholeRow {
  readonly tags: string;
  /** 1 or 0. */
  readonly favourite: number;
  /** JSON; null if nobody has set it. */
  readonly position: string | null;
  /** JSON; null if there is none. */
  readonly edit: string | null;
  /** JSON; null if there is none. */
  readonly description: string | null;
  /** 0 without an appearance in the description, 1 with one that lacks the second hash, 2 with a complete one. */
  readonly described: number;
}

/** An image with the columns that listings sort by and search, which are derived from it. */
export interface StoredImageRow extends ImageRow, UploadColumns {
  readonly nameKey: string;
  /** By `joinedWords`. */
  readonly words: string;
  readonly takenKey: number;
  /** In ten millionths of a degree, as exact as positions are kept. */
  readonly longitudeE7: number | null;
  readonly latitudeE7: number | null;
  /** By `cellOf`. */
  readonly cell: number | null;
  /** By `cameraOf`. */
  readonly camera: string | null;
  /** By `ratioOf`. */
  readonly ratio: number;
}

const PHOTO_DETAILS = 'PhotoDetails1796800000700';

export const ImageSchema = table<StoredImageRow>(
  'image',
  {
    id: text,
    owner: { ...idOf('owner', 'apart'), references: 'catalog (owner)' },
    path: text,
    fileName: text,
    tags: text,
    blobKey: { ...text, unique: true },
    contentType: text,
    sizeInBytes: integer,
    sha256: text,
    width: integer,
    height: integer,
    frames: integer,
    orientation: integer,
    createdAt: integer,
    updatedAt: integer,
    description: optional(text),
    described: { ...integer, default: 0 },
    nameKey: { ...text, default: '' },
    words: { ...text, default: '' },
    visibility: { ...oneOf('public', 'unlisted', 'private'), default: 'public' },
    addedBy: optional(idOf('actor', 'absent')),
    takenAt: { ...optional(text), since: DAYS },
    takenKey: { ...integer, default: 0, since: DAYS },
    longitudeE7: { ...optional(integer), since: DAYS },
    latitudeE7: { ...optional(integer), since: DAYS },
    cell: { ...optional(integer), since: DAYS },
    camera: { ...optional(text), since: DAYS },
    ratio: { ...integer, default: 1_000, since: DAYS },
    uploadSha256: { ...text, default: '', since: DAYS },
    uploadSize: optional({ ...integer, since: DAYS }),
    ...wholeColumns,
    sharedKey: optional({ ...text, since: SHARED_BLOBS }),
    title: optional({ ...text, since: PHOTO_DETAILS }),
    caption: optional({ ...text, since: PHOTO_DETAILS }),
    favourite: { ...integer, default: 0, since: PHOTO_DETAILS },
    rating: optional({ ...integer, since: PHOTO_DETAILS }),
    position: optional({ ...text, since: PHOTO_DETAILS }),
    edit: optional({ ...text, since: PHOTO_DETAILS }),
    guest: optional({ ...text, since: CONTRIBUTIONS }),
  },
  {
    traces: 'images',
    fills: { [DAYS]: filledColumns },
    indexes: {
      image_by_upload: { of: '(owner, upload_sha256)', since: DAYS },
      // Only of images that something was cut out of.
      image_by_sha256: { of: '(owner, sha256) WHERE sha256 <> upload_sha256', since: DAYS },
      image_by_upload_size: { of: '(owner, upload_size)', since: DAYS },
      image_by_shared_key: { of: '(shared_key) WHERE shared_key IS NOT NULL', since: SHARED_BLOBS },
      image_undescribed: '(id) WHERE described = 0',
      image_incomplete: { of: '(id) WHERE described < 2', since: 'LookAlikes1796800000600' },
      // With `created_at` and `id`, the terms and tags of an image are found without reading its row.
      image_by_age: '(owner, created_at, id)',
      image_by_name: '(owner, name_key, id, created_at)',
      image_by_size: '(owner, size_in_bytes, id, created_at)',
      // Only images that are not public, because most are.
      image_not_public: `(owner, created_at, id, visibility) WHERE visibility <> 'public'`,
      // With what days of a filter are counted by, so that the rows of all images are not read for it.
      image_by_taken: {
        of: '(owner, taken_key, id, created_at, ratio, path, visibility, content_type)',
        since: DAYS,
      },
      // With all that a box and its days are found by, without reading the rows.
      image_by_place: {
        of: '(owner, taken_key, id, longitude_e7, latitude_e7, ratio) WHERE longitude_e7 IS NOT NULL',
        since: DAYS,
      },
      image_by_cell: { of: '(owner, cell) WHERE cell IS NOT NULL', since: DAYS },
      image_by_camera: { of: '(owner, camera, taken_key, id, ratio) WHERE camera IS NOT NULL', since: DAYS },
      image_without_place: { of: '(owner, taken_key, id, ratio) WHERE longitude_e7 IS NULL', since: DAYS },
      image_without_tags: { of: `(owner, taken_key, id, ratio) WHERE tags = '[]'`, since: DAYS },
      image_favourite: { of: '(owner, created_at, id) WHERE favourite = 1', since: PHOTO_DETAILS },
      image_by_contributor: {
        of: '(owner, added_by, taken_key, id, ratio) WHERE added_by IS NOT NULL',
        since: CONTRIBUTIONS,
      },
      image_by_guest: {
        of: '(owner, guest, taken_key, id, ratio) WHERE guest IS NOT NULL',
        since: CONTRIBUTIONS,
      },
      image_rated: { of: '(owner, rating, created_at, id) WHERE rating IS NOT NULL', since: PHOTO_DETAILS },
    },
  },
);

/** The columns of an image that are made of others. */
export const derivedProperties = [
  ...([
    'nameKey',
    'words',
    'takenKey',
    'longitudeE7',
    'latitudeE7',
    'cell',
    'camera',
    'ratio',
    'uploadSha256',
    'uploadSize',
  ] as const),
] satisfies readonly (keyof StoredImageRow)[];

const derived: ReadonlySet<string> = new Set(derivedProperties);

/** The select list of an `ImageRow`. */
export const imageColumns = selection(
  ImageSchema,
  propertiesOf(ImageSchema).filter((property) => !derived.has(property)),
);
