import type { ImageFormat } from '../image/image.js';
import { isWebType, type ImageType, type WebImageType } from '../image/image-type.js';
import { FORMAT_TYPES, type RenderedType, type Transform } from './transform.js';

const TYPES: ReadonlyMap<string, WebImageType> = new Map(Object.entries(FORMAT_TYPES));

/** The type of a derivative. `accepts` returns whether `Accept` names a type. */
export function outputType(
  { format }: Transform,
  original: ImageFormat,
  accepts: (type: WebImageType) => boolean,
): RenderedType {
  if (format === undefined) return webTypeOf(original.contentType);
  if (format !== 'auto') return TYPES.get(format) ?? 'text/plain';
  // An AVIF would hold the frames of an animation in one tall picture.
  if (original.frames === 1 && accepts('image/avif')) return 'image/avif';
  return accepts('image/webp') ? 'image/webp' : webTypeOf(original.contentType);
}

/** The output type for types that browsers do not show: WebP has lossy compression and transparency in all browsers. */
function webTypeOf(type: ImageType): WebImageType {
  return isWebType(type) ? type : 'image/webp';
}

const ANIMATED: readonly ImageType[] = ['image/gif', 'image/webp'];

/** Whether a derivative of this type is animated. */
export function staysAnimated(original: ImageFormat, output: RenderedType): boolean {
  return (
    original.frames > 1 &&
    ANIMATED.includes(original.contentType) &&
    output !== 'text/plain' &&
    ANIMATED.includes(output)
  );
}
