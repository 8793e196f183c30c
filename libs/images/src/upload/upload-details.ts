import type { PhotoFacts } from '@cairn/image-structure';
import { InvalidInput, parseAll } from '@cairn/kernel';
import { ifGiven, readersOf, type ImageSettings } from '../catalog/image-changes.js';
import type { EditChange } from '../image/image-edit.js';
import type { Image } from '../image/image.js';
import type { PhotoDetails } from '../image/photo-details.js';
import { METADATA_CHOICES, type MetadataChoice } from '../image/image-description.js';
import { parseTakenAt } from '../image/taken.js';
import { parseImagePath } from '../names/image-path.js';

/** What to do with an upload whose bytes are at its path already. By default it becomes another image. */
export type ExistingChoice = 'reuse';

/**
 * The path and settings of an image, and what to do with its metadata. All are optional. The default visibility is that
 * of the folder's default, or else `public`.
 */
export interface ImageDetails extends ImageSettings {
  readonly path?: string | undefined;
  /** One of `METADATA_CHOICES`. */
  readonly metadata?: string | undefined;
  /**
   * `reuse`: if the same bytes are at this path already, that image gets the tags, and nothing is stored; unless it is served with
   * metadata, and `metadata` says that it must not be.
   */
  readonly existing?: string | undefined;
  /** The date of the file where it was, in ISO 8601. */
  readonly lastModified?: string | undefined;
}

/** The details of an image besides its bytes. */
export interface UploadDetails extends ImageDetails {
  /** The name of the uploaded file; any text. */
  readonly name: string;
  /** Facts about the photo from elsewhere. Those in the file take precedence. */
  readonly facts?: PhotoFacts | undefined;
  /** How the picture was turned and cropped elsewhere. What is impossible is left out. */
  readonly edit?: EditChange | undefined;
  /** The record that the image had in another installation. */
  readonly former?: FormerRecord | undefined;
  /** `own`: an image that is there gets the tags only if the same one has added it. */
  readonly tagging?: 'own' | undefined;
}

/**
 * What is kept of a record when its image moves in from another installation. The name is kept if nothing else has its
 * address.
 */
export type FormerRecord = Pick<Image, 'id' | 'fileName' | 'description' | 'createdAt' | 'updatedAt'> & {
  readonly edit?: EditChange | undefined;
};

/** @throws {InvalidInput} with the faults of all. */
export function parseUploadDetails({ path, metadata, existing, lastModified, ...settings }: ImageDetails) {
  const {
    tags = [],
    path: folder,
    visibility,
    takenAt,
    metadata: choice,
    existing: wanted,
    lastModified: date,
    ...said
  } = parseAll({
    path: () => parseImagePath(path ?? ''),
    ...readersOf(settings),
    metadata: () => parseMetadataChoice(metadata),
    existing: () => parseExistingChoice(existing),
    lastModified: () => ifGiven(lastModified, parseTakenAt),
  });
  return {
    path: folder,
    tags,
    visibility,
    takenAt,
    metadata: choice,
    existing: wanted,
    lastModified: date,
    said: withoutNone(said),
  };
}

/** Only what is said. */
function withoutNone(details: {
  readonly [Name in keyof PhotoDetails]: PhotoDetails[Name] | null;
}): PhotoDetails;
function withoutNone(details: object): object {
  return Object.fromEntries(
    Object.entries(details).filter(([, value]) => value !== null && value !== undefined),
  );
}

function parseExistingChoice(text: string | undefined): ExistingChoice | undefined {
  if (text === undefined || text === 'reuse') return text;
  throw InvalidInput.of('unknown-choice', '`existing` must be reuse.');
}

function parseMetadataChoice(text: string | undefined): MetadataChoice | undefined {
  const choice = METADATA_CHOICES.find((each) => each === text);
  if (text !== undefined && choice === undefined)
    throw InvalidInput.of('unknown-choice', '`metadata` must be `remove`, `hide` or `keep`.');
  return choice;
}
