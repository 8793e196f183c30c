import type { BoundingBox, Tile } from '@cairn/geometry';
import type { Cancellation } from '@cairn/kernel';
import type {
  Analysis,
  AnalysisQuery,
  FeatureCriteria,
  FeatureExport,
  FeatureQuery,
  FeatureShaping,
} from '@cairn/spaces';

/** Makes what shapes the texts of features, where that does not block others. */
export type LayerShaper = (shaping: FeatureShaping) => (texts: string) => string | Promise<string>;

/** Of the layer's features, those that meet these criteria. The filter is only by what the layer shows. */
export type LayerCriteria = Omit<FeatureCriteria, 'reader' | 'near'>;

/** What is wanted of a tile. */
export interface LayerTile extends Pick<LayerCriteria, 'filter'> {
  readonly tile: Tile;
  /** The features, or the cells that the style draws. */
  readonly of: 'features' | 'cells';
  /** Buffer on each side, in units of the grid of the tile. */
  readonly buffer: number;
}

/** What is searched for. It is sorted only by what the layer shows. */
export interface LayerSearch extends LayerCriteria, Pick<FeatureQuery, 'after' | 'sort'> {
  readonly limit: number;
  readonly shaper?: LayerShaper | undefined;
  readonly cancellation?: Cancellation | undefined;
}

/** What is counted, only by what the layer shows. */
export interface LayerAnalysisQuery
  extends LayerCriteria, Pick<AnalysisQuery, 'groupBy' | 'histogram' | 'timeBuckets'> {
  readonly cancellation?: Cancellation | undefined;
}

/** What features are like, as far as the layer shows them. A layer that shows only cells has no `bounds`. */
export type LayerAnalysis = Omit<Analysis, 'summary' | 'bounds'> &
  Partial<Pick<Analysis, 'bounds'>> &
  Pick<Analysis['summary'], 'geometryTypes' | 'properties'>;

/** How features are exported. */
export type LayerExport = LayerCriteria & Pick<FeatureExport, 'format' | 'after' | 'shaper' | 'cancellation'>;

/** What is known of a layer before its features are read. */
export interface LayerDescription {
  /** As HTML, in which form maps show it; empty for none. */
  readonly attribution: string;
  /** The levels that tiles are worth asking for. */
  readonly minZoom: number;
  readonly maxZoom: number;
  /** A box around all features. Absent where there are none or only cells are shown, and of a layer with a filter in a very large space. */
  readonly bounds?: BoundingBox | undefined;
}
