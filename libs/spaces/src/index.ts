export type { Space } from './registry/space.js';
export { parseOwner } from './registry/owner.js';
export { autoCacheProfileOf, volatilityOf } from './registry/caching.js';
export { ANONYMOUS, mayConfigure, ownerCaller, readerCaller, rightsOn, type Caller } from './caller.js';
export { tokenRights } from './rights/token-rights.js';
export { licenses } from './registry/settings/licenses.js';
export type { NumberCondition, SpaceFilter } from './registry/space-filter.js';
export { SpaceStorage } from './registry/configuration.js';
export {
  ArchiveNotFound,
  FeatureLimitReached,
  FeatureQuotaExceeded,
  FeaturesNotWritten,
  SpaceExists,
  SpaceForbidden,
  SpaceInactive,
  SpaceLimitReached,
  SpaceNotFound,
  SpaceReadOnly,
  StorageNotFound,
} from './errors.js';
export type { SpaceError } from './space-error.js';
export { CreateSpace, SPACE_ID_LENGTH, type SpaceRequest } from './registry/create-space.js';
export { ReadSpace, ListSpaces, DeleteSpace, RestoreSpace } from './registry/manage-spaces.js';
export { UpdateSpace } from './registry/update-space.js';
export {
  NAMESPACE,
  FEATURE_SEPARATOR,
  featurePieces,
  featureText,
  withKnown,
  type StoredFeature,
} from './features/content/stored-feature.js';
export { FeatureRules, HOW_TO_SPLIT, type FeatureLimits } from './features/content/feature-limits.js';
export { normaliseTags } from './features/content/tags.js';
export type {
  Comparison,
  FilterValue,
  MemberPath,
  PropertyFilter,
} from './features/searching/property-filter.js';
export type { FeatureCriteria, FeaturePart, FeatureQuery } from './features/searching/feature-query.js';
export { parseSearchLimit } from './features/searching/parse-criteria.js';
export type { SortedPlace, SortKey } from './features/searching/feature-sort.js';
export { MAX_NEAREST_LIMIT, type NearestQuery, type NearFeature } from './features/ranking/nearest-query.js';
export { shapeFeatures, type FeatureShaping } from './features/shaping/shape-feature.js';
export { narrowBounds } from './features/writing/bounds.js';
export { EMPTY_HEAD, type ContentVersion } from './features/writing/content-head.js';
export { mostOfOne } from './features/writing/content-summary.js';
export type {
  FailureReason,
  FeatureFailure,
  OnConflict,
  OnExists,
  OnNotExists,
  WriteRule,
} from './features/writing/modification.js';
export type { WriteResult } from './features/writing/write-batch.js';
export type { ContentState, FeatureChunk } from './features/feature-store.js';
export { WriteFeatures } from './features/write-features.js';
export type { FeatureInput } from './features/importing/read-inputs.js';
export { DeleteFeatures, EraseFeatures } from './features/delete-features.js';
export {
  RestoreFeatures,
  RestoreDeletion,
  RESTORE_JOB,
  RestoreWanted,
} from './features/restoring/restore-features.js';
export { ReleasePurged } from './features/restoring/release-purged.js';
export {
  ReadFeatures,
  SearchFeatures,
  NearestFeatures,
  IterateFeatures,
  CountFeatures,
} from './features/read-features.js';
export { MAX_NEAREST_LENGTH } from './features/ranking/nearest-search.js';
export { PURGE_JOB, PurgeFeatures } from './features/purge-features.js';
export { COPY_JOB, CopyFeatures } from './features/copy-features.js';
export { INDEX_JOB, IndexFeatures } from './features/index-features.js';
export { IndexByUse } from './features/index-by-use.js';
export type { RepeatedIds } from './features/importing/repeated-ids.js';
export type { ImportFailure, ImportProgress, ImportReport } from './features/importing/import-report.js';
export { ImportFeatures, type FeatureImport } from './features/import-features.js';
export { ExportFeatures, type FeatureExport } from './formats/export-features.js';
export {
  csvRows,
  type CsvOptions,
  type CsvProperties,
  type CsvRows,
} from './features/exporting/csv-table.js';
export { ClusterFeatures } from './clusters/cluster-features.js';
export { levelOfWidth, type ClusteredProperty, type Clustering } from './clusters/clustering.js';
export { AnalyseFeatures } from './statistics/analyse-features.js';
export {
  MAX_SHOWN,
  type Analysis,
  type AnalysisQuery,
  type Interval,
} from './features/analytics/analysis-query.js';
export { ReadStatistics, type SpaceStatistics } from './features/read-statistics.js';
export { ReadFeatureUse, type FeatureQuota, type FeatureUse } from './features/read-feature-use.js';
export { ArchiveTiles, type TileArchiveReport } from './tiles/archive-tiles.js';
export { PackTiles, type PackedTiles, type TilePacking } from './tiles/pack-tiles.js';
export { OpenTileArchive, RemoveTileArchive, DeleteOrphanedArchives } from './tiles/manage-tile-archives.js';
export type { ArchiveRange } from './tiles/tile-archives.js';
export { ReadContentState } from './features/read-content-state.js';
export { ItemScanner, type ItemScan } from './json/item-scanner.js';
export { BrokenJson } from './json/broken-json.js';
export { MAP_BUFFER, TILE_EXTENT } from './features/detail/tile-grid.js';
export { isMadeFor, type TileAttributes, type TileQuery } from './tiles/tile-query.js';
export { DEFAULT_TILE_LIMITS, type TileLimits, TileRules } from './tiles/tile-rules.js';
export type { VectorTile } from './tiles/tile-drawer.js';
export { type TileAnswer, TileCache } from './tiles/tile-cache.js';
export { DrawTile, type OpenedTile } from './tiles/draw-tile.js';
export { DescribeMap, type MapDescription, type MapShape } from './tiles/describe-map.js';
export { attributionOf, fieldTypesOf } from './tiles/map-labels.js';
export { mapBounds } from './tiles/archive-content.js';
export type { SpaceSettings } from './registry/settings/space-settings.js';
export { FeatureFormat, type FormatFile } from './formats/feature-format.js';
export type { FileFeature, FileGeometry, FileItem } from './formats/file-item.js';
export {
  type ColumnChoice,
  type ColumnType,
  COLUMN_TYPES,
  type FileChoices,
  type FileFormat,
  FILE_FORMATS,
  type PlaceColumns,
  type Separator,
  SEPARATORS,
  WRITTEN_FORMATS,
  type WrittenFormat,
} from './formats/file-choices.js';
export {
  type FileColumn,
  type FileContent,
  type FileCrs,
  type FileLayer,
  MAX_SAMPLE,
} from './formats/file-content.js';
export {
  FormatLimitExceeded,
  FormatsNotInstalled,
  ReadersBusy,
  UnknownCrs,
  UnreadableFile,
} from './formats/format-errors.js';
export {
  type FileImport,
  type FileReport,
  ImportFile,
  MAX_LISTED_FAULTS,
  type SentFile,
} from './formats/import-file.js';
