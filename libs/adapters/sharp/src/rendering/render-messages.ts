import type { RenderedType, Transform } from '@cairn/images';
import type { Effort, ImageFormat } from '@cairn/images/spi';

/** Asks a process for an image. */
export interface RenderJob {
  readonly sizeInBytes: number;
  /** Where the bytes are, unless they follow on the standard input. */
  readonly path?: string | undefined;
  readonly original: ImageFormat;
  readonly transform: Transform;
  readonly output: RenderedType;
  readonly effort: Effort;
}

/** What became of a job. The bytes of the image are on the standard output. */
export type RenderResult =
  | {
      readonly kind: 'rendered';
      readonly sizeInBytes: number;
      readonly width: number;
      readonly height: number;
      readonly frames: number;
      /** The memory that the process has now. */
      readonly residentBytes: number;
    }
  | { readonly kind: 'unrenderable'; readonly reason: string }
  /** There are no such bytes in the file: the job is to be sent again without it. */
  | { readonly kind: 'unread' };
