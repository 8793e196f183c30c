import type { WrittenEdit } from '@cairn/image-structure';
import type { Position } from '@cairn/kernel';
import type { ImageDescription } from './image-description.js';
import type { ShownFormat } from './image-edit.js';
import type { PhotoDetails, PhotoPosition } from './photo-details.js';
import type { Visibility } from './visibility.js';

export type { ImageFormat } from './image-format.js';

/** A file as it was uploaded. What is served of it is made with `edits`, which are sorted, and never change. */
export interface WholeFile {
  readonly sizeInBytes: number;
  readonly sha256: string;
  readonly edits: readonly WrittenEdit[];
}

/** The bytes of an image that are served, and how they are shown; `sha256` in lower-case hexadecimal. */
export interface ImageFile extends ShownFormat {
  readonly blobKey: string;
  readonly sizeInBytes: number;
  readonly sha256: string;
  /** What is stored, if it is more than what is served. For nobody but the owner. */
  readonly whole?: WholeFile | undefined;
}

/** The size and digest of the bytes that are stored. */
export function storedFile(file: ImageFile): Pick<ImageFile, 'sizeInBytes' | 'sha256'> {
  const { sizeInBytes, sha256 } = file.whole ?? file;
  return { sizeInBytes, sha256 };
}

/**
 * A file served at an address, to those who may have it. `createdAt` is when its image was stored there, in epoch
 * milliseconds.
 */
export interface HostedFile extends ImageFile {
  readonly imageId: string;
  readonly owner: string;
  readonly visibility: Visibility;
  readonly createdAt: number;
}

/** An image in an owner's catalog. Times in epoch milliseconds; `tags` in the order they were given. */
export interface Image extends PhotoDetails {
  readonly id: string;
  readonly owner: string;
  readonly path: string;
  readonly fileName: string;
  readonly tags: readonly string[];
  readonly visibility: Visibility;
  /** By `parseAddedBy`; absent for what the account itself uploaded. It never changes. */
  readonly addedBy?: string | undefined;
  /** The identifier of the guest who added it by a link. It never changes. */
  readonly guest?: string | undefined;
  /** When the photo was taken, as a person set it: ISO 8601, by the camera's own clock. It stands before what the file says. */
  readonly takenAt?: string | undefined;
  readonly file: ImageFile;
  /** Absent for an image that was stored before images were described. */
  readonly description?: ImageDescription | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The path and file name together: the address, which is never reused for other bytes. */
export function addressOf(image: Pick<Image, 'path' | 'fileName'>): string {
  return image.path === '' ? image.fileName : `${image.path}/${image.fileName}`;
}

/** The position of an image in listings: newest first, then by descending identifier. */
export function positionOf(image: Image): Position {
  return { at: image.createdAt, id: image.id };
}

/** Where the photo was taken: what its owner says, or else its file. */
export function photoPositionOf({
  position,
  description,
}: Pick<Image, 'position' | 'description'>): PhotoPosition | undefined {
  return position ?? description?.position;
}

/** What is served at the addresses of an image. */
export function hostedFileOf({ id: imageId, file, owner, visibility, createdAt }: Image): HostedFile {
  return { ...file, imageId, owner, visibility, createdAt };
}
