import { addressOf, type Image } from './image.js';

/** The new place of an image; `now` in epoch milliseconds. */
export interface Move extends Pick<Image, 'path' | 'fileName'> {
  readonly now: number;
}

/** The image at its new place; the same object if it is there already. `updatedAt` always increases. */
export function moved(image: Image, { path, fileName, now }: Move): Image {
  if (addressOf(image) === addressOf({ path, fileName })) return image;
  return { ...image, path, fileName, updatedAt: Math.max(now, image.updatedAt + 1) };
}
