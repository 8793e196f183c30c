import type { Tile } from '@cairn/geometry';
import type { Cancellation, FeatureChunk } from '../features/feature-store.js';
import type { FeatureSelection } from '../features/shaping/selection.js';
import { reachOf, type TileAttributes, type TileQuery } from './tile-query.js';
import type { TileLimits } from './tile-rules.js';

/** What a tile is made of besides its features. Plain data. */
export interface TilePlan {
  readonly tile: Tile;
  /** The reader that it is drawn for; readers take turns. */
  readonly reader: string;
  /** The name of its only layer. */
  readonly layer: string;
  /** Buffer on each side, in units of a grid of `TILE_EXTENT`. */
  readonly reach: number;
  readonly attributes: TileAttributes;
  readonly selection?: FeatureSelection | undefined;
  readonly maxFeatures: number;
  readonly maxSizeInBytes: number;
}

/** How the tile of a query is drawn. */
export function planOf(
  query: TileQuery,
  { layer, reader, maxFeatures, maxSizeInBytes }: TileLimits & Pick<TilePlan, 'layer' | 'reader'>,
): TilePlan {
  const { tile, attributes, selection, limit = Infinity } = query;
  const limits = { maxFeatures: Math.min(limit, maxFeatures), maxSizeInBytes };
  return { tile, reader, layer, reach: reachOf(query), attributes, selection, ...limits };
}

/** A vector tile. */
export interface VectorTile {
  /** By the Mapbox Vector Tile specification 2.1; none if nothing is in the tile. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Number of features left out because of the limits. */
  readonly omitted: number;
}

/** A tile as it was drawn from the features that were read. */
export interface DrawnTile extends VectorTile {
  /** Number of features with a geometry. */
  readonly read: number;
}

/** Draws features as vector tiles without blocking others, in threads if need be. */
export abstract class TileDrawer {
  /**
   * The tile that `TilePainter` makes of the features. Pulls chunks as they are drawn, a few ahead. Rejects if they
   * reject. Once it is cancelled, it gives nothing and pulls no more.
   */
  abstract draw(
    chunks: AsyncIterable<FeatureChunk>,
    plan: TilePlan,
    cancellation?: Cancellation,
  ): Promise<DrawnTile | undefined>;
}
