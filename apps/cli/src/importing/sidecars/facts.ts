import type { PhotoPosition } from '@cairn/image-structure';

/** What a file beside an image, or the folder that it is in, tells of it. */
export interface Facts {
  readonly tags: readonly string[];
  /** ISO 8601. */
  readonly capturedAt?: string | undefined;
  readonly position?: PhotoPosition | undefined;
}
