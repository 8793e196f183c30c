import type { DrawnTile, TilePlan } from '@cairn/spaces/spi';

/** What the thread is asked for. `texts` and `finish` have one answer each; a stream ends with `finish` or `close`. */
export type DrawingRequest =
  | { readonly kind: 'open'; readonly stream: number; readonly plan: TilePlan }
  | { readonly kind: 'texts'; readonly stream: number; readonly texts: string }
  | { readonly kind: 'finish' | 'close'; readonly stream: number };

export interface DrawingAnswer {
  readonly stream: number;
  /** Of `finish`. */
  readonly tile?: DrawnTile | undefined;
  /** What was thrown. */
  readonly failure?: Error | undefined;
}
