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

/** The time in a frame for the pictures of ThumbHashes, in ms. */
const FRAME_MS = 4;
const waiting = new Map<object, () => void>();
let frame: number | undefined;

/**
 * Gives the picture of a ThumbHash when there is time for it: many tiles at once would hold up the page. Returns a function
 * that cancels this.
 */
export function laterThumbhash(
  thumbhash: string | undefined,
  take: (image: string | undefined) => void,
): () => void {
  const key = {};
  if (thumbhash === undefined || thumbhash === '') take(undefined);
  else waiting.set(key, () => take(thumbhashImage(thumbhash)));
  if (waiting.size > 0) frame ??= requestAnimationFrame(work);
  return () => waiting.delete(key);
}

function work(): void {
  const until = performance.now() + FRAME_MS;
  for (const [key, act] of waiting) {
    waiting.delete(key);
    act();
    if (performance.now() > until) break;
  }
  frame = waiting.size > 0 ? requestAnimationFrame(work) : undefined;
}
