import type {
  GalleryImage,
  ImageDetails,
  ImageExtra,
  ImageInclusion,
  ImageLayout,
  ImageMetadata,
  ImageRecord,
} from '@cairn/api-schema';
import { editChangeOf, photoPositionOf, ratioOf, takenOf, uprightSize, type Image } from '@cairn/images';
import type { Addresses } from '../messages/addresses.js';
import type { ContributorsOf } from './contributors.js';
import type { SourceSets } from './source-sets.js';
import { timestamp } from '../responses/timestamp.js';

/** The API representation of an image. */
export function imageRecord(image: Image, addresses: Addresses): ImageRecord {
  const { id, tags, path, createdAt, updatedAt } = image;
  return {
    id,
    url: addresses.ofFile(image),
    tags: [...tags],
    path,
    createdAt: timestamp(createdAt),
    updatedAt: timestamp(updatedAt),
  };
}

/** The same representation, with the requested extras. */
export function imageDetails(
  image: Image,
  {
    addresses,
    sources,
    contributors,
  }: {
    readonly addresses: Addresses;
    readonly sources: SourceSets;
    readonly contributors?: ContributorsOf | undefined;
  },
  include: ReadonlySet<ImageInclusion>,
): ImageDetails {
  return {
    ...imageRecord(image, addresses),
    ...(include.has('srcset') && { srcset: sources.of(image) }),
    ...(include.has('metadata') && { metadata: imageMetadata(image) }),
    ...extrasOf(image, (name) => include.has(name)),
    ...contributors?.(image),
  };
}

/** What was cut out of what is served of an image. */
export function cutOf({
  file: { whole },
  description,
}: Pick<Image, 'file' | 'description'>): Pick<ImageMetadata, 'removed' | 'original'> {
  const removed = [...(description?.removed ?? [])];
  return { removed, ...(whole && { original: { sizeInBytes: whole.sizeInBytes } }) };
}

function imageMetadata(image: Image): ImageMetadata {
  const { file, description } = image;
  const { contentType, width, height, frames, orientation, sizeInBytes, sha256 } = file;
  const { uploadSha256 = sha256, capturedAt, camera, appearance } = description ?? {};
  const position = photoPositionOf(image);
  return {
    type: contentType,
    width,
    height,
    frames,
    orientation,
    sizeInBytes,
    sha256,
    uploadSha256,
    ...cutOf({ file, description }),
    ...(capturedAt !== undefined && { capturedAt }),
    ...(camera && { camera: { ...camera } }),
    ...(position && { position: { ...position } }),
    ...(typeof appearance === 'object' && appearance),
  };
}

interface GalleryOptions {
  readonly addresses: Addresses;
  readonly include: readonly string[];
  /** With `include=addedBy`. */
  readonly contributors?: ContributorsOf | undefined;
}

/** With the extras that a listing requests. */
export function galleryImage(
  image: Image,
  { addresses, include, contributors }: GalleryOptions,
): GalleryImage {
  return {
    ...imageRecord(image, addresses),
    ...(include.includes('file') && { file: fileView(image) }),
    ...(include.includes('placeholder') && placeholderOf(image)),
    ...(include.includes('metadata') && { metadata: imageMetadata(image) }),
    ...extrasOf(image, (name) => include.includes(name)),
    ...contributors?.(image),
  };
}

function extrasOf(image: Image, isIncluded: (name: ImageExtra) => boolean): Pick<ImageDetails, ImageExtra> {
  const { visibility, addedBy } = image;
  const taken = takenOf(image);
  return {
    ...(isIncluded('visibility') && { visibility }),
    ...(isIncluded('details') && { details: photoDetails(image) }),
    ...(isIncluded('addedBy') && addedBy !== undefined && { addedBy }),
    ...(isIncluded('taken') && taken && { taken: { ...taken } }),
  };
}

function photoDetails(image: Image): NonNullable<ImageDetails['details']> {
  const { title, caption, favourite = false, rating, position, file } = image;
  const edit = editChangeOf(file);
  return {
    ...(title !== undefined && { title }),
    ...(caption !== undefined && { caption }),
    favourite,
    ...(rating !== undefined && { rating }),
    ...(position && { position: { ...position } }),
    ...(edit && { edit: { ...edit, ...(edit.crop && { crop: { ...edit.crop } }) } }),
  };
}

/** The placeholder to show until the image has loaded, once the image has been described. */
export function placeholderOf({ description }: Image): Pick<GalleryImage, 'placeholder'> {
  const appearance = description?.appearance;
  if (typeof appearance !== 'object') return {};
  const { thumbhash, color } = appearance;
  return { placeholder: { thumbhash, color } };
}

function fileView({ fileName: name, file }: Image): NonNullable<GalleryImage['file']> {
  const { contentType: type, sizeInBytes, frames } = file;
  return { name, type, ...uprightSize(file), sizeInBytes, frames };
}

/** In columns. */
export function imageLayout(images: readonly Image[], addresses: Addresses): ImageLayout {
  const appearances = images.map((image) => placeholderOf(image).placeholder ?? { color: '', thumbhash: '' });
  return {
    ids: images.map(({ id }) => id),
    urls: images.map((image) => addresses.ofFile(image)),
    names: images.map(({ fileName }) => fileName),
    days: images.map((image) => takenOf(image)?.at.slice(0, 10) ?? ''),
    ratios: images.map(({ file }) => ratioOf(file) / 1_000),
    colors: appearances.map(({ color }) => color),
    thumbhashes: appearances.map(({ thumbhash }) => thumbhash),
    types: images.map(({ file }) => file.contentType),
    visibilities: images.map(({ visibility }) => visibility),
  };
}
