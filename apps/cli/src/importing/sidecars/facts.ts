import type { PhotoPosition } from '@cairn/image-structure';

/** The facts about an image from a file beside it or from its folder. */
export interface Facts {
  readonly tags: readonly string[];
  /** ISO 8601. */
  readonly capturedAt?: string | undefined;
  readonly position?: PhotoPosition | undefined;
  readonly title?: string | undefined;
  readonly caption?: string | undefined;
  readonly favourite?: true | undefined;
  /** 0 to 5; -1 for a rejected photo. */
  readonly rating?: number | undefined;
}
