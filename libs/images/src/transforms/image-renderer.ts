import type { ImageFormat } from '../library/image.js';
import type { ImageSource } from '../store/blob-store.js';
import type { RenderedType, Transform } from './transform.js';

/** How an image is encoded: so that someone need not wait for it, or well, however long it takes. */
export type Effort = 'fast' | 'thorough';

/** An image to be rendered. The source is read once, unless its bytes are in a file. */
export interface RenderRequest {
  readonly source: ImageSource;
  readonly original: ImageFormat;
  readonly transform: Transform;
  readonly output: RenderedType;
  /** `fast` unless given. */
  readonly effort?: Effort | undefined;
}

/** A rendered image: its bytes, or those of the text that stands for it, and its size in pixels as it is shown. */
export interface RenderedImage {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
}

/** A rendering that goes on. */
export interface Rendering {
  readonly image: Promise<RenderedImage>;
  /** Stops it; `image` then rejects with `RenderCancelled`. Does nothing once it has ended. */
  cancel(): void;
}

/** Makes images of images. */
export abstract class ImageRenderer {
  /** Changes whenever the same request may give other bytes. */
  abstract readonly version: string;

  /**
   * Renders as `planRender` says. What the source throws, `image` rejects with.
   * @throws nothing; `image` rejects with {Unrenderable} {RenderTimeout} {RendererBusy} {RenderCancelled} {InvalidInput}.
   */
  abstract render(request: RenderRequest): Rendering;
}
