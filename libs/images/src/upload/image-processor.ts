import type { ImageSource } from '../store/blob-store.js';
import type { ImageFormat } from '../library/image.js';

/** Understands image bytes. */
export abstract class ImageProcessor {
  /**
   * What the image's own bytes say it is; no name or declared type counts. `admit` is told before any pixel is decoded,
   * and refuses the image by throwing. Every pixel that a decoder may refuse is decoded.
   * The source is read at most twice.
   * @throws {UnsupportedImageType} when the bytes are of no accepted type.
   * @throws {UndecodableImage} when they begin as one but are damaged or cut short, or take too long to decode.
   */
  abstract examine(source: ImageSource, admit: (format: ImageFormat) => void): Promise<ImageFormat>;
}
