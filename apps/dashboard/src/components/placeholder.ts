import type { GalleryImage } from '@cairn/api-schema';
import { thumbHashToDataURL } from 'thumbhash';

/** What a tile shows until its picture has loaded: values of CSS. */
export interface Placeholder {
  readonly color: string;
  /** Absent where the hash cannot be read. */
  readonly image?: string | undefined;
}

/** The blurred picture of an image that the server has looked at. */
export function placeholderOf({ placeholder }: GalleryImage): Placeholder | undefined {
  if (placeholder === undefined) return undefined;
  const { color, thumbhash } = placeholder;
  return { color, image: thumbhashImage(thumbhash) };
}

/** The picture of a ThumbHash, as a value of CSS. `undefined` where it cannot be read. */
export function thumbhashImage(thumbhash: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0));
    return `url("${thumbHashToDataURL(bytes)}")`;
  } catch {
    return undefined;
  }
}
