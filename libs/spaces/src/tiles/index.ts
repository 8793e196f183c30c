export { ArchiveTiles, type TileArchiveReport, type TileArchiving } from './archive-tiles.js';
export { OpenTileArchive, type OpenedTileArchive } from './open-tile-archive.js';
export { RemoveTileArchive } from './remove-tile-archive.js';
export { DeleteOrphanedArchives } from './delete-orphaned-archives.js';
export { type WalkProgress } from './tile-walk.js';
export {
  TileArchives,
  type ArchivedContent,
  type ArchivedTiles,
  type ArchiveRange,
  type NumberedTile,
  type TileArchive,
} from './tile-archives.js';
export { isMadeFor, MAP_BUFFER, TILE_EXTENT } from './tile-query.js';
export type { TileAttributes, TileQuery } from './tile-query.js';
export { DEFAULT_TILE_LIMITS, type TileLimits, TileRules } from './tile-rules.js';
export { TileDrawer, type DrawnTile, type TilePlan, type VectorTile } from './tile-drawer.js';
export { TilePainter } from './tile-painter.js';
export { TileCache, type TileAnswer } from './tile-cache.js';
export { DrawTile, type OpenedTile } from './draw-tile.js';
export { DescribeMap, type MapDescription, type MapField, type MapShape } from './describe-map.js';
export { attributionOf, fieldTypesOf } from './map-labels.js';
