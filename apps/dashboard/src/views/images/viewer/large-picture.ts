import { imageAddress } from '@cairn/client';

/** Widths that servers make for anyone unless they were told otherwise. */
const WIDTHS = [320, 640, 960, 1280, 1920, 2560, 3840];

/** The picture in sizes for any screen, from which the browser takes one by how wide it is shown. */
export function largePicture(url: string): string {
  return WIDTHS.map((w) => `${imageAddress(url, { w, format: 'auto' })} ${w}w`).join(', ');
}

/** Loads a picture that may be shown next. Returns what gives it up. */
export function preload(url: string, sizes: string): () => void {
  const image = new Image();
  image.sizes = sizes;
  image.srcset = largePicture(url);
  return () => image.removeAttribute('srcset');
}
