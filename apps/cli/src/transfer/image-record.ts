import type { FormerRecord } from '@cairn/images';
import { EXPORT_FORMAT } from './export-layout.js';
import type { Fields } from './fields.js';

/** An image as the file beside it in an export describes it. */
export interface ImageRecord {
  readonly path: string;
  readonly tags: readonly string[];
  readonly visibility: string | undefined;
  /** The SHA-256 of the image file beside the record. */
  readonly sha256: string;
  readonly former: FormerRecord;
}

/** Reads the record of an image in an export; `undefined` if the JSON is anything else. */
export function readImageRecord(json: Fields): ImageRecord | undefined {
  const [id, fileName, sha256] = [json.text('id'), json.text('fileName'), json.text('sha256')];
  const [createdAt, updatedAt] = [json.time('createdAt'), json.time('updatedAt')];
  if (json.number('cairn') !== EXPORT_FORMAT || id === undefined || !/^[0-9A-Za-z]{1,64}$/.test(id))
    return undefined;
  if (fileName === undefined || sha256 === undefined || createdAt === undefined || updatedAt === undefined)
    return undefined;
  return {
    path: json.text('path') ?? '',
    tags: json.texts('tags'),
    visibility: json.text('visibility'),
    sha256,
    former: { id, fileName, createdAt, updatedAt, description: descriptionIn(json.object('description')) },
  };
}

function descriptionIn(json: Fields): FormerRecord['description'] {
  const uploadSha256 = json.text('uploadSha256');
  if (uploadSha256 === undefined) return undefined;
  const { make, model } = {
    make: json.object('camera').text('make'),
    model: json.object('camera').text('model'),
  };
  const [longitude, latitude] = ['longitude', 'latitude'].map((name) => json.object('position').number(name));
  const look = json.object('appearance');
  const [color, thumbhash, perceptualHash] = ['color', 'thumbhash', 'perceptualHash'].map((name) =>
    look.text(name),
  );
  const capturedAt = json.text('capturedAt');
  const isPlace = longitude !== undefined && latitude !== undefined;
  return {
    uploadSha256,
    removed: json.texts('removed'),
    ...(capturedAt !== undefined && { capturedAt }),
    ...(json.has('camera') && {
      camera: { ...(make !== undefined && { make }), ...(model !== undefined && { model }) },
    }),
    ...(isPlace && { position: { longitude, latitude } }),
    ...(json.text('appearance') === 'unknown' && { appearance: 'unknown' }),
    ...(color !== undefined &&
      thumbhash !== undefined &&
      perceptualHash !== undefined && { appearance: { color, thumbhash, perceptualHash } }),
  };
}
