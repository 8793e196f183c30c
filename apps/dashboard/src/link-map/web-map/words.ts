import type { LayerMapWords } from '../../map-parts/layer-map.ts';

/** What the page says. The server gives it in the language of the reader. */
export interface PageWords {
  readonly panel: string;
  readonly search: string;
  readonly searching: string;
  readonly nothing: string;
  /** For one, and for several with the placeholder `{count}`. */
  readonly found: readonly [one: string, several: string];
  readonly here: string;
  readonly youAreHere: string;
  readonly locating: string;
  readonly denied: string;
  readonly unavailable: string;
  readonly noLocation: string;
  readonly print: string;
  readonly image: string;
  readonly table: string;
  readonly title: string;
  readonly more: string;
  readonly layer: string;
  readonly failed: string;
}

export type Words = PageWords & LayerMapWords;
