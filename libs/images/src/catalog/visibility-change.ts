import type { Image } from '../image/image.js';
import type { Visibility } from '../image/visibility.js';

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
