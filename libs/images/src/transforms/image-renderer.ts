import type { ShownFormat } from '../image/image-edit.js';
import type { ImageSource } from '../store/blob-store.js';
import type { RenderedType, Transform } from './transform.js';

/** The encoding effort: fast for waiting clients, or thorough and slow. */
export type Effort = 'fast' | 'thorough';

/** An image to render. The source is read once, unless its bytes are in a file. */
export interface RenderRequest {
  /** Who waits for it, such as an account: holders take turns. */
  readonly holder: string;
  readonly source: ImageSource;
  /** With its edit, which is applied before the transform. */
  readonly original: ShownFormat;
  readonly transform: Transform;
  readonly output: RenderedType;
  /** `fast` by default. */
  readonly effort?: Effort | undefined;
}

/** A rendered image: its bytes or those of the text for it, and its upright size in pixels. */
export interface RenderedImage {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
}

/** A rendering in progress. */
export interface Rendering {
  readonly image: Promise<RenderedImage>;
  /** Adds another holder that waits for it. It is rendered at the first turn that one of them has. */
  join(holder: string): void;
  /** Cancels it; `image` then rejects with `RenderCancelled`. Does nothing once it has ended. */
  cancel(): void;
}

/** Renders images. */
export abstract class ImageRenderer {
  /** Changes whenever the same request may give other bytes. */
  abstract readonly version: string;

  /**
   * Renders according to `planRender`. `image` rejects with errors of the source.
   * @throws nothing; `image` rejects with {Unrenderable} {RenderTimeout} {RendererBusy} {RenderCancelled}
   * {InvalidInput}.
   */
  abstract render(request: RenderRequest): Rendering;
}
