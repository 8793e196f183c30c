import type { GalleryImage, ImageRecord } from '@cairn/api-schema';

/** Where an image is in a sequence. */
export interface SequencePlace {
  readonly image: GalleryImage;
  /** `undefined` at the start, and while it is loaded. */
  readonly previous: GalleryImage | undefined;
  readonly next: GalleryImage | undefined;
  readonly index: number;
  /** The number of images, as far as it is known. */
  readonly count: number;
  /** Whether there are no more than `count`. */
  readonly isWhole: boolean;
}

/** Images in the order of a view, of which a part is loaded. What is read from it is reactive. */
export interface ImageSequence {
  /** `undefined` for an image that is not among the loaded ones. */
  at(id: string): SequencePlace | undefined;
  /** Loads what is shown before and after an image. `day` is its day, such as `2024-07-01`, in case it is not loaded. */
  reach(id: string, day?: string): Promise<void>;
  /** The ids from one image to another, both included, in order; empty if one is not there. */
  between(one: string, other: string): Promise<readonly string[]>;
  /** All ids, in parts, as they are loaded. */
  all(): AsyncIterable<readonly string[]>;
  /** Those of the images that are loaded, in order. */
  of(ids: ReadonlySet<string>): readonly GalleryImage[];
  /** Replaces what is shown of an image by its current state. */
  replace(now: ImageRecord): void;
}
