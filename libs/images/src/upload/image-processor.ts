import type { ImageSource } from '../store/blob-store.js';
import type { ImageFormat } from '../image/image.js';
import type { ImageType } from '../image/image-type.js';

/** Inspects image bytes. */
export abstract class ImageProcessor {
  /** Every type that `examine` accepts. */
  abstract readonly types: readonly ImageType[];

  /**
   * Detects the format from the bytes; names and declared types are ignored. `admit` is called before any pixel is
   * decoded, and may throw to reject the image. Every pixel that a decoder may refuse is decoded.
   * The source is read at most twice. Holders, such as accounts, take turns.
   * @throws {UnsupportedImageType} when the bytes are of no accepted type.
   * @throws {UndecodableImage} when they begin as one but are damaged or cut short, or take too long to decode.
   */
  abstract examine(
    source: ImageSource,
    admit: (format: ImageFormat) => void,
    holder: string,
  ): Promise<ImageFormat>;
}
