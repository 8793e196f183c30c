import type { ImageSource } from './blob-store.js';
import type { ImageFormat } from './image.js';

/** Understands image bytes. */
export abstract class ImageProcessor {
  /**
   * What the image's own bytes say it is, read from its header; no name or declared type counts.
   * @throws {UnsupportedImageType} when they are of no accepted type.
   * @throws {UndecodableImage} when they begin as one but their header makes no sense.
   */
  abstract identify(source: ImageSource): Promise<ImageFormat>;

  /** @throws {UndecodableImage} when the pixels are cut short or damaged, or take too long to decode. */
  abstract verify(source: ImageSource, format: ImageFormat): Promise<void>;
}
