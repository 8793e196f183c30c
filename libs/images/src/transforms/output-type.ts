import type { ImageFormat } from '../library/image.js';
import type { ImageType } from '../library/image-type.js';
import { FORMAT_TYPES, type Transform } from './transform.js';

/** The type of a derivative; `accepts` tells whether the client names a type in `Accept`. */
export function outputType(
  { format }: Transform,
  original: ImageFormat,
  accepts: (type: ImageType) => boolean,
): ImageType {
  if (format === undefined) return original.contentType;
  if (format !== 'auto') return FORMAT_TYPES[format];
  // An AVIF would hold the frames of an animation in one tall picture.
  if (original.frames === 1 && accepts('image/avif')) return 'image/avif';
  return accepts('image/webp') ? 'image/webp' : original.contentType;
}

const ANIMATED: readonly ImageType[] = ['image/gif', 'image/webp'];

/** Whether an image of the type that is made of the original moves. */
export function staysAnimated(original: ImageFormat, output: ImageType): boolean {
  return original.frames > 1 && ANIMATED.includes(original.contentType) && ANIMATED.includes(output);
}
