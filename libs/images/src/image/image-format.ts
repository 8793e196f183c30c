import type { ImageType } from './image-type.js';

/** Facts from the bytes themselves. `width` and `height` in stored pixels, `orientation` is the EXIF value 1–8. */
export interface ImageFormat {
  readonly contentType: ImageType;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly orientation: number;
}
