import type { PhotoFacts } from '@cairn/image-structure';
import { InvalidInput, parseAll } from '@cairn/kernel';
import type { Image } from '../image/image.js';
import { METADATA_CHOICES, type MetadataChoice } from '../image/image-description.js';
import { parseVisibility, type Visibility } from '../image/visibility.js';
import { parseImagePath } from '../names/image-path.js';
import { parseTags } from '../names/tag.js';

/** The path, tags and visibility of an image, and what to do with its metadata. All are optional. */
export interface ImageDetails {
  readonly path?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  /** `remove` or `keep`. */
  readonly metadata?: string | undefined;
  /** Default: the visibility of the folder's default, or else `public`. */
  readonly visibility?: string | undefined;
}

/** The details of an image besides its bytes. */
export interface UploadDetails extends ImageDetails {
  /** The name of the uploaded file; any text. */
  readonly name: string;
  /** Facts about the photo from elsewhere. Those in the file take precedence. */
  readonly facts?: PhotoFacts | undefined;
  /** The record that the image had in another installation. */
  readonly former?: FormerRecord | undefined;
}

/**
 * What is kept of a record when its image moves in from another installation. The name is kept if nothing else has its
 * address.
 */
export type FormerRecord = Pick<Image, 'id' | 'fileName' | 'description' | 'createdAt' | 'updatedAt'>;

/** @throws {InvalidInput} with the faults of all. */
export function parseUploadDetails({ path, tags, metadata, visibility }: ImageDetails): {
  readonly path: string;
  readonly tags: readonly string[];
  readonly metadata: MetadataChoice | undefined;
  readonly visibility: Visibility | undefined;
} {
  return parseAll({
    path: () => parseImagePath(path ?? ''),
    tags: () => parseTags(tags ?? []),
    metadata: () => parseMetadataChoice(metadata),
    visibility: () => (visibility === undefined ? undefined : parseVisibility(visibility)),
  });
}

function parseMetadataChoice(text: string | undefined): MetadataChoice | undefined {
  const choice = METADATA_CHOICES.find((each) => each === text);
  if (text !== undefined && choice === undefined)
    throw InvalidInput.of('unknown-choice', `\`metadata\` must be ${METADATA_CHOICES.join(' or ')}.`);
  return choice;
}
