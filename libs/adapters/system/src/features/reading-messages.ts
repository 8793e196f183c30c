import type { FeatureCopy, ParsingOptions, ReadingOptions, StreamedChunk } from '@cairn/spaces/spi';

/**
 * Requests to the thread. `parse` is answered with a chunk of that feature alone. Streams have numbers; each request
 * except `close` has one answer.
 */
export type ReadingRequest =
  | { readonly kind: 'open'; readonly stream: number; readonly options: ReadingOptions }
  | { readonly kind: 'chunk'; readonly stream: number; readonly bytes: Uint8Array }
  | {
      readonly kind: 'parse';
      readonly stream: number;
      readonly text: string;
      readonly options: ParsingOptions;
    }
  | { readonly kind: 'copies'; readonly stream: number; readonly body: string }
  | { readonly kind: 'end' | 'close'; readonly stream: number };

export interface ReadingAnswer {
  readonly stream: number;
  readonly chunk: StreamedChunk;
  /** The answer to `copies`. */
  readonly copies?: readonly FeatureCopy[];
  /** The thrown error. */
  readonly failure?: Error;
}
