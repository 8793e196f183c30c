import { imageAddress } from '@cairn/client';

/** The widths that servers render for anyone by default. */
const WIDTHS = [320, 640, 960, 1280, 1920, 2560, 3840];

/** A `srcset` of the picture, from which the browser chooses by the displayed width. */
export function largePicture(url: string, edit?: string): string {
  return WIDTHS.map((w) => `${imageAddress(url, { w, format: 'auto', edit })} ${w}w`).join(', ');
}

/** Loads a picture that may be shown next. Returns a function that cancels this. */
export function preload(url: string, sizes: string): () => void {
  const image = new Image();
  image.sizes = sizes;
  image.srcset = largePicture(url);
  return () => image.removeAttribute('srcset');
}
