import {
  cameraOf,
  photoPositionOf,
  ratioOf,
  type Image,
  type ImageDescription,
  type ImageEdit,
} from '@cairn/images';
import { isCompletelyDescribed, nameKey, searchWords, takenKey, type PhotoPosition } from '@cairn/images/spi';
import { parseStringList } from '../../sql/table.js';
import type { ImageRow, StoredImageRow } from './catalog-schema.js';
import { cellOf, e7 } from './photo-columns.js';
import { joinedWords } from './terms.js';
import { uploadRow } from './upload-columns.js';
import { fileRow, wholeIn } from './whole-file.js';

export function toRow(given: Image): StoredImageRow {
  const { addedBy = null, guest = null, takenAt = null, tags, file, description, ...image } = given;
  const { edit, ...bytes } = file;
  const { title = null, caption = null, favourite = false, rating = null, position } = given;
  return {
    ...image,
    ...fileRow(bytes),
    edit: edit === undefined ? null : JSON.stringify(edit),
    addedBy,
    guest,
    takenAt,
    title,
    caption,
    favourite: favourite ? 1 : 0,
    rating,
    position: position === undefined ? null : JSON.stringify(position),
    description: description === undefined ? null : JSON.stringify(description),
    described: description?.appearance === undefined ? 0 : isCompletelyDescribed(description) ? 2 : 1,
    tags: JSON.stringify(tags),
    ...derivedColumns(given),
    sharedKey: null,
  };
}

/** The values of those columns. */
export function derivedColumns(image: Image): Omit<StoredImageRow, keyof ImageRow> {
  const position = photoPositionOf(image);
  return {
    nameKey: nameKey(image),
    words: joinedWords(searchWords(image)),
    takenKey: takenKey(image),
    longitudeE7: position === undefined ? null : e7(position.longitude),
    latitudeE7: position === undefined ? null : e7(position.latitude),
    cell: position === undefined ? null : cellOf(position),
    camera: cameraOf(image) ?? null,
    ratio: ratioOf(image.file),
    ...uploadRow(image),
  };
}

const parseDescription: (json: string) => ImageDescription = JSON.parse;
const parsePosition: (json: string) => PhotoPosition = JSON.parse;
export const parseEdit: (json: string) => ImageEdit = JSON.parse;

export function toImage({ addedBy, guest, takenAt, tags, description, described, ...row }: ImageRow): Image {
  const { contentType, sizeInBytes, sha256, width, height, frames, orientation, ...others } = row;
  const { storedBytes, storedSha256, edits, edit, ...rest } = others;
  const { title, caption, favourite, rating, position, blobKey: ownKey, sharedKey, ...own } = rest;
  const blobKey = sharedKey ?? ownKey;
  const whole = wholeIn({ storedBytes, storedSha256, edits });
  const bytes = { blobKey, contentType, sizeInBytes, sha256, width, height, frames, orientation };
  const image = {
    ...own,
    ...(addedBy !== null && { addedBy }),
    ...(guest !== null && { guest }),
    ...(takenAt !== null && { takenAt }),
    ...(title !== null && { title }),
    ...(caption !== null && { caption }),
    ...(favourite === 1 && { favourite: true }),
    ...(rating !== null && { rating }),
    ...(position !== null && { position: parsePosition(position) }),
    tags: parseStringList(tags),
    file: { ...bytes, ...whole, ...(edit !== null && { edit: parseEdit(edit) }) },
  };
  return description === null ? image : { ...image, description: parseDescription(description) };
}
