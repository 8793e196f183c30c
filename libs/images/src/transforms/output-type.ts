import type { ImageFormat } from '../library/image.js';
import type { ImageType } from '../library/image-type.js';
import { FORMAT_TYPES, type RenderedType, type Transform } from './transform.js';

const TYPES: ReadonlyMap<string, ImageType> = new Map(Object.entries(FORMAT_TYPES));

/** The type of a derivative; `accepts` tells whether the client names a type in `Accept`. */
export function outputType(
  { format }: Transform,
  original: ImageFormat,
  accepts: (type: ImageType) => boolean,
): RenderedType {
  if (format === undefined) return original.contentType;
  if (format !== 'auto') return TYPES.get(format) ?? 'text/plain';
  // An AVIF would hold the frames of an animation in one tall picture.
  if (original.frames === 1 && accepts('image/avif')) return 'image/avif';
  return accepts('image/webp') ? 'image/webp' : original.contentType;
}

const ANIMATED: readonly RenderedType[] = ['image/gif', 'image/webp'];

/** Whether an image of the type that is made of the original moves. */
export function staysAnimated(original: ImageFormat, output: RenderedType): boolean {
  return original.frames > 1 && ANIMATED.includes(original.contentType) && ANIMATED.includes(output);
}
