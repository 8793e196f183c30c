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

/** The element that shows a map of layers. */
export interface MapOfLayers extends HTMLElement {
  readonly dataset: {
    /** The address of the map in the API. */
    readonly api: string;
    /** The secret of the link; absent of a public map. */
    readonly secret?: string;
    /** What the page says, as JSON. */
    readonly words: string;
    /** The text for where the base map ends. */
    readonly ends: string;
    /** What other values are called in the legend. */
    readonly other: string;
    /** What a layer is called there whose colors tell how many features there are. */
    readonly count: string;
    /** The ends of a scale without numbers. */
    readonly few: string;
    readonly many: string;
    /** What a picture without a name is called. */
    readonly picture: string;
  };
}
