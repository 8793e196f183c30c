import type { DrawnTile, TilePlan } from '@cairn/spaces/spi';

/** Requests to the thread. `texts` and `finish` have one answer each; a stream ends with `finish` or `close`. Bytes are UTF-8. */
export type DrawingRequest =
  | { readonly kind: 'open'; readonly stream: number; readonly plan: TilePlan }
  | { readonly kind: 'texts'; readonly stream: number; readonly texts: string | Uint8Array }
  | { readonly kind: 'finish' | 'close'; readonly stream: number };

export interface DrawingAnswer {
  readonly stream: number;
  /** The result of `finish`. */
  readonly tile?: DrawnTile | undefined;
  /** The thrown error. */
  readonly failure?: Error | undefined;
}
