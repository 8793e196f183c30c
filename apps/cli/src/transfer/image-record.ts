import type { EditChange, FormerRecord, Image, ImageSettings } from '@cairn/images';
import { parseCapturedAt } from '@cairn/image-structure';
import { EXPORT_FORMAT, time } from './export-layout.js';
import type { Fields } from './fields.js';

/** Every member has to be named, so that the compiler finds each place that does not copy a new one. */
export type Whole<T> = { readonly [Name in keyof T]-?: T[Name] };

/** An image to export. Times in epoch milliseconds. */
export type ExportedImage = Whole<Omit<Image, 'owner' | 'addedBy' | 'guest' | 'file'>> & {
  /** What is exported: the whole file if it is stored. */
  readonly file: Pick<Image['file'], 'contentType' | 'sizeInBytes' | 'sha256' | 'orientation'>;
  /** How the picture is turned and cropped. The bytes are not. */
  readonly edit: EditChange | undefined;
  readonly metadata: ExportedMetadata;
};

/** Whether what is exported of an image is more than what is served of it. */
export type ExportedMetadata = 'hide' | 'keep';

/** What an image may lack. */
export const NOTHING_MORE: {
  readonly [Name in keyof ExportedImage as undefined extends ExportedImage[Name] ? Name : never]: undefined;
} = {
  takenAt: undefined,
  description: undefined,
  title: undefined,
  caption: undefined,
  favourite: undefined,
  rating: undefined,
  position: undefined,
  edit: undefined,
};

/** An image as the file beside it in an export describes it. */
export interface ImageRecord {
  readonly path: string;
  readonly settings: Whole<ImageSettings>;
  /** The SHA-256 of the image file beside the record. */
  readonly sha256: string;
  /** How it is to be stored again. */
  readonly metadata: ExportedMetadata;
  readonly former: FormerRecord;
}

/** The settings of an image without a record. */
export const NO_SETTINGS: Whole<ImageSettings> = {
  tags: undefined,
  visibility: undefined,
  takenAt: undefined,
  title: undefined,
  caption: undefined,
  favourite: undefined,
  rating: undefined,
  position: undefined,
};

/** The JSON beside an image in an export, which `readImageRecord` reads. */
export function imageRecord(image: ExportedImage): Readonly<Record<string, unknown>> {
  const { id, path, fileName, tags, visibility, takenAt, createdAt, updatedAt } = image;
  const { title, caption, favourite, rating, position, edit } = image;
  // The size of an upload is not told by HTTP, and is that of the file again where it is imported whole.
  const { keyId: _, uploadSizeInBytes: _size, ...description } = image.description ?? {};
  const { contentType, sizeInBytes, sha256 } = image.file;
  const own: Omit<ExportedImage, 'createdAt' | 'updatedAt' | 'description' | 'file' | 'metadata'> = {
    id,
    path,
    fileName,
    tags,
    visibility,
    takenAt,
    title,
    caption,
    favourite,
    rating,
    position,
    edit,
  };
  return {
    cairn: EXPORT_FORMAT,
    ...own,
    createdAt: time(createdAt),
    updatedAt: time(updatedAt),
    contentType,
    sizeInBytes,
    sha256,
    ...(image.metadata === 'hide' && { metadata: image.metadata }),
    description: sorted(description),
  };
}

/** Sorts the members by name, because stores return them in any order. */
const sorted = (members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));

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
    settings: {
      tags: json.texts('tags'),
      visibility: json.text('visibility'),
      takenAt: parseCapturedAt(json.text('takenAt') ?? ''),
      title: json.text('title'),
      caption: json.text('caption'),
      favourite: json.value('favourite') === true ? true : undefined,
      rating: json.number('rating'),
      position: positionIn(json.object('position')),
    },
    sha256,
    metadata: json.text('metadata') === 'hide' ? 'hide' : 'keep',
    former: {
      id,
      fileName,
      createdAt,
      updatedAt,
      description: descriptionIn(json.object('description')),
      ...(json.has('edit') && { edit: editIn(json.object('edit')) }),
    },
  };
}

function positionIn(json: Fields): { readonly longitude: number; readonly latitude: number } | undefined {
  const [longitude, latitude] = [json.number('longitude'), json.number('latitude')];
  return longitude === undefined || latitude === undefined ? undefined : { longitude, latitude };
}

const TURNS = [90, 180, 270] as const;

/** 0 for anything else. */
export const turnIn = (degrees: number | undefined): NonNullable<EditChange['turn']> =>
  TURNS.find((turn) => turn === degrees) ?? 0;

function editIn(json: Fields): EditChange {
  const crop = json.object('crop');
  const [left, top, width, height] = ['left', 'top', 'width', 'height'].map((name) => crop.number(name));
  const isWhole = left === undefined || top === undefined || width === undefined || height === undefined;
  return {
    turn: turnIn(json.number('turn')),
    mirror: json.value('mirror') === true,
    ...(!isWhole && { crop: { left, top, width, height } }),
  };
}

function descriptionIn(json: Fields): FormerRecord['description'] {
  const uploadSha256 = json.text('uploadSha256');
  if (uploadSha256 === undefined) return undefined;
  const { make, model } = {
    make: json.object('camera').text('make'),
    model: json.object('camera').text('model'),
  };
  const position = positionIn(json.object('position'));
  const look = json.object('appearance');
  const [color, thumbhash, perceptualHash, dctHash] = ['color', 'thumbhash', 'perceptualHash', 'dctHash'].map(
    (name) => look.text(name),
  );
  const [capturedAt, timeInName, fileModifiedAt] = ['capturedAt', 'timeInName', 'fileModifiedAt'].map(
    (name) => json.text(name),
  );
  return {
    uploadSha256,
    removed: json.texts('removed'),
    ...(capturedAt !== undefined && { capturedAt }),
    ...(timeInName !== undefined && { timeInName }),
    ...(fileModifiedAt !== undefined && { fileModifiedAt }),
    ...(json.has('camera') && {
      camera: { ...(make !== undefined && { make }), ...(model !== undefined && { model }) },
    }),
    ...(position && { position }),
    ...(json.text('appearance') === 'unknown' && { appearance: 'unknown' }),
    ...(color !== undefined &&
      thumbhash !== undefined &&
      perceptualHash !== undefined && {
        appearance: { color, thumbhash, perceptualHash, ...(dctHash !== undefined && { dctHash }) },
      }),
  };
}
