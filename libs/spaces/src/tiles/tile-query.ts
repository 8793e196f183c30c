import type { Tile } from '@cairn/geometry';
import type { Clustering } from '../clusters/clustering.js';
import type { PropertyFilter } from '../features/searching/property-filter.js';
import { TILE_EXTENT } from '../features/detail/tile-grid.js';
import type { FeatureSelection } from '../features/shaping/selection.js';
import type { SpaceSettings } from '../registry/settings/space-settings.js';

/**
 * How properties become attributes. `nested`: as they are, with their inner values as JSON. `flattened`: as
 * `properties.a.b`.
 */
export type TileAttributes = 'nested' | 'flattened';

/** What is wanted of a tile. Plain data. */
export interface TileQuery {
  readonly tile: Tile;
  /** The name of the only layer. Default: the id of the space. */
  readonly layer?: string | undefined;
  readonly filter?: PropertyFilter | undefined;
  readonly selection?: FeatureSelection | undefined;
  readonly attributes: TileAttributes;
  /** Buffer on each side, in units of the grid; 0 to `TILE_EXTENT`. */
  readonly buffer: number;
  /** Whether shapes end at the edges of the buffer, or go on beyond it. */
  readonly edges: 'cut' | 'whole';
  /** Draws cells instead of the features. All features of a cell count, including those outside the tile. */
  readonly clustering?: Clustering | undefined;
  /** The most features that are wanted. */
  readonly limit?: number | undefined;
}

/**
 * Shapes that go on beyond the buffer are cut at this distance at the latest: 255 tiles, because positions farther away
 * are too large for the repair of polygons.
 */
const MAX_REACH = 255 * TILE_EXTENT;

/** Buffer on each side of the tile, in units. */
export function reachOf({ tile: { zoom }, buffer, edges }: TileQuery): number {
  if (edges === 'cut') return buffer;
  return Math.max(buffer, Math.min(MAX_REACH, (2 ** zoom - 1) * TILE_EXTENT));
}

/** Whether the content of a space is made for tiles of that level. */
export function isMadeFor(
  zoom: number | undefined,
  { minTileLevel = 0, maxTileLevel = Infinity }: SpaceSettings,
): boolean {
  return zoom === undefined || (zoom >= minTileLevel && zoom <= maxTileLevel);
}
