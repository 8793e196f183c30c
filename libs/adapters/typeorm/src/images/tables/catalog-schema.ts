import type { EntitySchemaColumnOptions } from 'typeorm';
import type { Image, ImageDescription } from '@cairn/images';
import { nameKey, searchWords, type ByteReservation, type ImageFile } from '@cairn/images/spi';
import { joinedWords } from './terms.js';
import { selection, parseStringList, type Table } from '../../sql/table.js';

const text = { type: 'text' } satisfies EntitySchemaColumnOptions;
const integer = { type: 'integer' } satisfies EntitySchemaColumnOptions;

/** An owner's image count, and the bytes of their originals. A quota is null for the default one. */
export interface CatalogRow {
  readonly owner: string;
  readonly imageCount: number;
  readonly quota: number | null;
  readonly bytes: number;
  readonly byteQuota: number | null;
}

export const CatalogSchema: Table<CatalogRow> = {
  name: 'catalog',
  columns: {
    owner: { ...text, primary: true },
    imageCount: { ...integer, name: 'image_count' },
    quota: { ...integer, nullable: true },
    bytes: integer,
    byteQuota: { ...integer, name: 'byte_quota', nullable: true },
  },
};

/** Room for an image that is arriving. */
export const ByteReservationSchema: Table<ByteReservation> = {
  name: 'byte_reservation',
  columns: {
    owner: { ...text, primary: true },
    id: { ...text, primary: true },
    sizeInBytes: { ...integer, name: 'size_in_bytes' },
    expiresAt: { ...integer, name: 'expires_at' },
  },
};

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

export const AddressSchema: Table<AddressRow> = {
  name: 'address',
  columns: {
    address: { ...text, primary: true },
    imageId: { ...text, name: 'image_id' },
    freedOwner: { ...text, name: 'freed_owner', nullable: true },
    freedSha256: { ...text, name: 'freed_sha256', nullable: true },
  },
};

/** An image and its file in one row. `tags` is a JSON array of strings. */
export interface ImageRow extends Omit<Image, 'tags' | 'addedBy' | 'file' | 'description'>, ImageFile {
  readonly tags: string;
  /** Null for the account itself. */
  readonly addedBy: string | null;
  /** JSON; null if there is none. */
  readonly description: string | null;
  /** 1 if the description has an appearance, else 0. */
  readonly described: number;
}

/** An image with the columns that listings sort by and search, which are derived from it. */
export interface StoredImageRow extends ImageRow {
  readonly nameKey: string;
  /** By `joinedWords`. */
  readonly words: string;
}

export const ImageSchema: Table<StoredImageRow> = {
  name: 'image',
  columns: {
    id: { ...text, primary: true },
    owner: text,
    path: text,
    fileName: { ...text, name: 'file_name' },
    tags: text,
    blobKey: { ...text, name: 'blob_key', unique: true },
    contentType: { ...text, name: 'content_type' },
    sizeInBytes: { ...integer, name: 'size_in_bytes' },
    sha256: text,
    width: integer,
    height: integer,
    frames: integer,
    orientation: integer,
    createdAt: { ...integer, name: 'created_at' },
    updatedAt: { ...integer, name: 'updated_at' },
    description: { ...text, nullable: true },
    described: integer,
    nameKey: { ...text, name: 'name_key' },
    words: text,
    visibility: text,
    addedBy: { ...text, name: 'added_by', nullable: true },
  },
};

/** The select list of an `ImageRow`. */
export const imageColumns = selection(ImageSchema, [
  'id',
  'owner',
  'path',
  'fileName',
  'tags',
  'visibility',
  'addedBy',
  'blobKey',
  'contentType',
  'sizeInBytes',
  'sha256',
  'width',
  'height',
  'frames',
  'orientation',
  'createdAt',
  'updatedAt',
  'description',
  'described',
]);

export function toRow(given: Image): StoredImageRow {
  const { tags, addedBy = null, file, description, ...image } = given;
  const found = { nameKey: nameKey(given), words: joinedWords(searchWords(given)) };
  return { ...image, ...file, ...found, addedBy, tags: JSON.stringify(tags), ...descriptionRow(description) };
}

export function descriptionRow(
  description: ImageDescription | undefined,
): Pick<ImageRow, 'description' | 'described'> {
  return {
    description: description === undefined ? null : JSON.stringify(description),
    described: description?.appearance === undefined ? 0 : 1,
  };
}

const parseDescription: (json: string) => ImageDescription = JSON.parse;

export function toImage(row: ImageRow): Image {
  const { id, owner, path, fileName, visibility, createdAt, updatedAt, ...rest } = row;
  const { tags, addedBy, description, described, ...file } = rest;
  const placed = { id, owner, path, fileName, tags: parseStringList(tags), visibility };
  const image = { ...placed, ...(addedBy !== null && { addedBy }), file, createdAt, updatedAt };
  return description === null ? image : { ...image, description: parseDescription(description) };
}

/** A tag of an image, in the order in which an owner's images with the tag are listed. */
export interface ImageTagRow {
  readonly owner: string;
  readonly tag: string;
  readonly createdAt: number;
  readonly imageId: string;
}

export const ImageTagSchema: Table<ImageTagRow> = {
  name: 'image_tag',
  columns: {
    owner: { ...text, primary: true },
    tag: { ...text, primary: true },
    createdAt: { ...integer, primary: true, name: 'created_at' },
    imageId: { ...text, primary: true, name: 'image_id' },
  },
};
