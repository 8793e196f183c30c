import { InvalidInput } from '@cairn/kernel';
import type { Image } from './image.js';

export const VISIBILITIES = ['public', 'unlisted', 'private'] as const;

/**
 * Who gets the file of an image. `public` and `unlisted` files are for everybody who has the address, which nobody can
 * guess if the image was uploaded as unlisted. `private` files are for the account of the owner.
 */
export type Visibility = (typeof VISIBILITIES)[number];

/** `now` in epoch milliseconds. */
export interface VisibilityChange {
  readonly visibility: Visibility;
  readonly now: number;
}

/** The image with another visibility; the same object if nothing changes. `updatedAt` always increases. */
export function changeVisibility(image: Image, { visibility, now }: VisibilityChange): Image {
  if (image.visibility === visibility) return image;
  return { ...image, visibility, updatedAt: Math.max(now, image.updatedAt + 1) };
}

/** @throws {InvalidInput} */
export function parseVisibility(text: string): Visibility {
  const choice = VISIBILITIES.find((each) => each === text);
  if (choice === undefined)
    throw InvalidInput.of('unknown-choice', '`visibility` must be public, unlisted or private.');
  return choice;
}
