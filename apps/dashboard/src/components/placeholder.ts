import type { GalleryImage } from '@cairn/api-schema';
import { thumbHashToDataURL } from 'thumbhash';

/** The placeholder of a tile until its picture has loaded, as CSS values. */
export interface Placeholder {
  readonly color: string;
  /** Absent if the hash is invalid. */
  readonly image?: string | undefined;
}

/** The blurred picture of an image that the server has described. */
export function placeholderOf({ placeholder }: GalleryImage): Placeholder | undefined {
  if (placeholder === undefined) return undefined;
  const { color, thumbhash } = placeholder;
  return { color, image: thumbhashImage(thumbhash) };
}

/** The picture of a ThumbHash as a CSS value; `undefined` if the hash is invalid. */
export function thumbhashImage(thumbhash: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0));
    return `url("${thumbHashToDataURL(bytes)}")`;
  } catch {
    return undefined;
  }
}
