import { addressOf, type Image } from './image.js';

/** Where an image is to be; `now` in epoch milliseconds. */
export interface Move extends Pick<Image, 'path' | 'fileName'> {
  readonly now: number;
}

/** The image at its new place; the very same image if it is there already. `updatedAt` always moves on. */
export function moved(image: Image, { path, fileName, now }: Move): Image {
  if (addressOf(image) === addressOf({ path, fileName })) return image;
  return { ...image, path, fileName, updatedAt: Math.max(now, image.updatedAt + 1) };
}
