import type { RenderedType, Transform } from '@cairn/images';
import type { Effort, ShownFormat } from '@cairn/images/spi';

/** A job for a render process. */
export interface RenderJob {
  readonly sizeInBytes: number;
  /** The file with the bytes. Absent if they follow on the standard input. */
  readonly path?: string | undefined;
  readonly original: ShownFormat;
  readonly transform: Transform;
  readonly output: RenderedType;
  readonly effort: Effort;
}

/** The result of a job. The bytes of the image are on the standard output. */
export type RenderResult =
  | {
      readonly kind: 'rendered';
      readonly sizeInBytes: number;
      readonly width: number;
      readonly height: number;
      readonly frames: number;
      /** The current memory of the process. */
      readonly residentBytes: number;
    }
  | { readonly kind: 'unrenderable'; readonly reason: string }
  /** The file does not have these bytes: the job must be sent again without it. */
  | { readonly kind: 'unread' };
