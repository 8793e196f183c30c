import { addressOf, cameraOf, foldersOf, photoPositionOf, ratioOf } from '@cairn/images';
import {
  comparableHashes,
  hashParts,
  isCompletelyDescribed,
  lookAlikePosition,
  nameKey,
  searchWords,
  takenKey,
  uploadOf,
} from '@cairn/images/spi';
import type { MadePhoto } from './made-photos.js';

/** By column. */
export type Row = Readonly<Record<string, string | number | null>>;

/** The rows of a photo in one table. */
export type RowsOf = (photo: MadePhoto) => readonly Row[];

const rowsOf = {
  image: ({ image }) => {
    const { id, owner, path, fileName, tags, file, description, createdAt, updatedAt } = image;
    const position = photoPositionOf(image);
    const upload = uploadOf(image);
    const words = searchWords(image).map((word) => ` ${word}`);
    return [
      {
        id,
        owner,
        path,
        file_name: fileName,
        tags: JSON.stringify(tags),
        blob_key: file.blobKey,
        content_type: file.contentType,
        size_in_bytes: file.sizeInBytes,
        sha256: file.sha256,
        width: file.width,
        height: file.height,
        frames: file.frames,
        orientation: file.orientation,
        created_at: createdAt,
        updated_at: updatedAt,
        description: JSON.stringify(description),
        described: isCompletelyDescribed(description) ? 2 : 0,
        name_key: nameKey(image),
        words: words.join(''),
        visibility: image.visibility,
        taken_key: takenKey(image),
        longitude_e7: position === undefined ? null : e7(position.longitude),
        latitude_e7: position === undefined ? null : e7(position.latitude),
        cell: position === undefined ? null : cellOf(position.longitude, position.latitude),
        camera: cameraOf(image) ?? null,
        ratio: ratioOf(file),
        upload_sha256: upload.sha256,
        upload_size: upload.sizeInBytes ?? null,
        favourite: image.favourite === true ? 1 : 0,
        rating: image.rating ?? null,
      },
    ];
  },
  address: ({ image }) => [{ address: addressOf(image), image_id: image.id }],
  image_term: ({ image }) => {
    const { id, owner, path, createdAt, file } = image;
    const terms = [
      `m:${file.contentType}`,
      `d:${path}`,
      ...foldersOf(path).map((folder) => `f:${folder}`),
      ...searchWords(image).map((word) => `w:${word}`),
    ];
    return terms.map((term) => ({ owner, term, created_at: createdAt, image_id: id }));
  },
  image_tag: ({ image: { id, owner, tags, createdAt } }) =>
    tags.map((tag) => ({ owner, tag, created_at: createdAt, image_id: id })),
  image_hash: ({ image }) => {
    const hashes = comparableHashes(image.description);
    if (hashes === undefined) return [];
    const [high, low] = halvesOf(hashes.perceptualHash);
    const [dctHigh, dctLow] = halvesOf(hashes.dctHash);
    const { at } = lookAlikePosition(image);
    return hashParts(hashes.perceptualHash).map((value, index) => ({
      owner: image.owner,
      part: index * 0x1_0000 + value,
      image_id: image.id,
      hash_high: high,
      hash_low: low,
      dct_high: dctHigh,
      dct_low: dctLow,
      at,
    }));
  },
  look_alike: ({ image, alike }) =>
    alike.map(({ id, distance }) => {
      const { at } = lookAlikePosition(image);
      return { newer_id: image.id, older_id: id, owner: image.owner, newer_at: at, distance, dismissed: 0 };
    }),
} as const satisfies Readonly<Record<string, RowsOf>>;

/** The tables that photos are in, in an order in which they may be filled. */
export const tables = Object.entries<RowsOf>(rowsOf);

const e7 = (degrees: number): number => Math.round(degrees * 1e7);

const cellOf = (longitude: number, latitude: number): number =>
  Math.floor((e7(latitude) + 900_000_000) / 1e6) * 3_600 + Math.floor((e7(longitude) + 1_800_000_000) / 1e6);

const halvesOf = (hash: string): readonly [high: number, low: number] => [
  Number.parseInt(hash.slice(0, 8), 16),
  Number.parseInt(hash.slice(8), 16),
];
