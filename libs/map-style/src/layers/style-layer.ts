import type { Theme } from '../colors/themes.js';
import type { Expression } from './expressions.js';

/** A layer of the MapLibre Style Specification. */
export interface StyleLayer {
  readonly id: string;
  readonly type: 'fill' | 'line' | 'circle' | 'heatmap' | 'symbol';
  readonly source: string;
  readonly 'source-layer': string;
  /** Zooms from here, to below `maxzoom`. */
  readonly minzoom?: number;
  readonly maxzoom?: number;
  readonly filter: Expression;
  readonly layout?: Readonly<Record<string, unknown>>;
  readonly paint?: Readonly<Record<string, unknown>>;
}

/** What features are drawn as. */
export type Shape = 'polygon' | 'line' | 'point';

/** Where layers belong. */
export interface LayerPlace {
  /** The id of a source of vector tiles with the features. Attributes are the members of `properties`, by their names. */
  readonly source: string;
  /** The id of a source of vector tiles with the cells that `cellsOf` tells. Default: the other with `-cells` behind. */
  readonly cellSource?: string | undefined;
  /** The layer in the tiles of both. */
  readonly sourceLayer: string;
  readonly theme: Theme;
  /** Begins the id of each layer. */
  readonly idPrefix: string;
  /** What the features are; others are not drawn. Default: all. */
  readonly shapes?: readonly Shape[] | undefined;
  /** The font of texts, which the style's `glyphs` or `font-faces` have. Default: `Noto Sans Regular`. */
  readonly font?: string | undefined;
}
