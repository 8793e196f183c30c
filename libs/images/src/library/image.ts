import type { Position } from '@cairn/kernel';
import type { ImageDescription } from './image-description.js';
import type { ImageType } from './image-type.js';

/** What the bytes say of themselves. `width` and `height` in stored pixels, `orientation` the EXIF value 1–8. */
export interface ImageFormat {
  readonly contentType: ImageType;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly orientation: number;
}

/** The bytes of an image and where they are kept; `sha256` in lower-case hexadecimal. */
export interface ImageFile extends ImageFormat {
  readonly blobKey: string;
  readonly sizeInBytes: number;
  readonly sha256: string;
}

/** A file that is served at an address, `createdAt` being when its image was stored there, in epoch milliseconds. */
export interface HostedFile extends ImageFile {
  readonly createdAt: number;
}

/** An image of an owner's catalog; times in epoch milliseconds, `tags` in the order they were given. */
export interface Image {
  readonly id: string;
  readonly owner: string;
  readonly path: string;
  readonly fileName: string;
  readonly tags: readonly string[];
  readonly file: ImageFile;
  /** Absent for an image that was stored before images were described. */
  readonly description?: ImageDescription | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The path and file name together: what is served, and never given to other bytes again. */
export function addressOf(image: Pick<Image, 'path' | 'fileName'>): string {
  return image.path === '' ? image.fileName : `${image.path}/${image.fileName}`;
}

/** Where an image stands among others, which are listed newest first and then by descending identifier. */
export function positionOf(image: Image): Position {
  return { at: image.createdAt, id: image.id };
}
