export {
  changeSpace,
  parseDescription,
  parseSpaceId,
  parseTitle,
  positionOf,
  MAX_DESCRIPTION_LENGTH,
  MAX_SPACE_ID_LENGTH,
  MAX_TITLE_LENGTH,
  type Space,
  type SpaceChange,
  type SpaceDetails,
} from './registry/space.js';
export { spaceCreated, spaceDeleted, spaceUpdated } from './registry/space-events.js';
export { MAX_OWNER_LENGTH, parseOwner } from './registry/owner.js';
export { autoCacheProfileOf, volatilityOf, type AutoCacheProfile } from './registry/caching.js';
export {
  ANONYMOUS,
  ownerCaller,
  rightsOn,
  type Caller,
  type CallerLimits,
  type OwnerAccess,
} from './caller.js';
export { spaceRights, type Right, type Rights } from './rights/rights.js';
export type { AttributePattern, SpacePattern, TextPattern } from './rights/space-pattern.js';
export { tokenRights, type AttributeMap } from './rights/token-rights.js';
export { licenses, type License } from './registry/settings/licenses.js';
export { MAX_TILE_LEVEL, MAX_VERSIONS_TO_KEEP } from './registry/settings/parse-settings.js';
export type { CopyrightNotice, SpaceSettings, SpaceTag } from './registry/settings/space-settings.js';
export { matchesFilter, type NumberCondition, type SpaceFilter } from './registry/space-filter.js';
export { SpaceStorage } from './registry/space-storage.js';
export { SpaceRepository } from './registry/space-repository.js';
export {
  ArchiveNotFound,
  FeatureLimitReached,
  FeaturesNotWritten,
  SpaceExists,
  SpaceForbidden,
  SpaceInactive,
  SpaceLimitReached,
  SpaceNotFound,
  SpaceReadOnly,
  StorageNotFound,
} from './errors.js';
export { CreateSpace, type SpaceRequest } from './registry/create-space.js';
export { ReadSpace } from './registry/read-space.js';
export { ListSpaces, type SpaceListing } from './registry/list-spaces.js';
export { UpdateSpace, type SpaceUpdate } from './registry/update-space.js';
export { DeleteSpace } from './registry/delete-space.js';
export type { SpaceError } from './space-error.js';
export {
  NAMESPACE,
  FEATURE_SEPARATOR,
  featurePieces,
  featureText,
  withKnown,
  type StoredFeature,
} from './features/content/stored-feature.js';
export { emptyDraft, type FeatureDraft } from './features/content/feature-draft.js';
export { parseDraft, type DraftOptions, type ParsedDraft } from './features/content/parse-draft.js';
export {
  DEFAULT_FEATURE_LIMITS,
  FeatureRules,
  HOW_TO_SPLIT,
  MAX_FEATURE_ID_LENGTH,
  type FeatureLimits,
} from './features/content/feature-limits.js';
export { normaliseTags } from './features/content/tags.js';
export {
  specialMemberOf,
  type Comparison,
  type Containment,
  type FilterValue,
  type MemberPath,
  type PropertyFilter,
  type SpecialMember,
} from './features/searching/property-filter.js';
export {
  idHash,
  MAX_SEARCH_LIMIT,
  partOf,
  type CountQuery,
  type FeatureCriteria,
  type FeaturePart,
  type FeatureQuery,
  type SpatialCriterion,
} from './features/searching/feature-query.js';
export {
  COPY_ZOOMS,
  copiesOf,
  copyText,
  copiesFor,
  type FeatureCopy,
  LEAST_LARGE_BODY,
} from './features/detail/feature-copies.js';
export { featureLevel, HASH_FACTOR, LEAST_SIZE, MAX_LEVEL } from './features/detail/feature-level.js';
export { levelFor, type LevelChoice } from './features/detail/level-for.js';
export { parseLimit } from './features/searching/parse-criteria.js';
export { criteriaMatcher } from './features/searching/criteria-matcher.js';
export type { Candidate } from './features/searching/searched-feature.js';
export { compareMembers, MAX_SORT_KEYS, type SortKey } from './features/ranking/feature-sort.js';
export { SortedFeatures } from './features/ranking/sorted-features.js';
export { MAX_NEAREST_LIMIT, type NearestQuery, type NearFeature } from './features/ranking/nearest-query.js';
export { NearestSearch } from './features/ranking/nearest-search.js';
export { compareTexts } from '@cairn/kernel';
export { shapeFeatures, type FeatureShaping } from './features/shaping/shape-feature.js';
export { narrowBounds } from './features/writing/bounds.js';
export { EMPTY_HEAD, nextHead, type ContentHead } from './features/writing/content-head.js';
export {
  EMPTY_SUMMARY,
  MAX_COUNTED_NAMES,
  type ContentSummary,
  type NameCount,
  type PropertyCount,
} from './features/writing/content-summary.js';
export { featuresChanged, MAX_EVENT_IDS, type FeaturesChange } from './features/writing/feature-events.js';
export type {
  ChangeKind,
  FailureReason,
  FeatureFailure,
  FeatureModification,
  OnConflict,
  OnExists,
  OnNotExists,
  WriteRule,
} from './features/writing/modification.js';
export { type EndedFeature, wasAt } from './features/history/ended-feature.js';
export { formerFeatures, type FormerFeature } from './features/history/former-features.js';
export { keepsHistory } from './features/history/kept-versions.js';
export { modify, type FeatureChange, type WriteMoment } from './features/writing/modify.js';
export {
  planWrite,
  type FeaturePut,
  type WriteBasis,
  type WritePlan,
} from './features/writing/plan-write.js';
export { planErasure, type ErasureBasis, type ErasurePlan } from './features/writing/plan-erasure.js';
export { boxesOf } from './features/writing/patch-feature.js';
export {
  hasQuota,
  type WriteBatch,
  type WriteResult,
  type WriteTiming,
} from './features/writing/write-batch.js';
export {
  FeatureStore,
  MAX_CHUNK_LENGTH,
  type Cancellation,
  type Erasure,
  type FeatureChunk,
} from './features/feature-store.js';
export { FeatureAnalytics, type SpaceTotal } from './features/feature-analytics.js';
export { FeatureMaintenance, type UncopiedFeature } from './features/feature-maintenance.js';
export type { FeaturePorts } from './features/feature-ports.js';
export { WriteFeatures } from './features/write-features.js';
export type { FeatureInput, FeatureWriteRequest } from './features/writing/read-inputs.js';
export { DeleteFeatures, type FeatureDeletion } from './features/delete-features.js';
export { EraseFeatures } from './features/erase-features.js';
export { ReadFeatures } from './features/read-features.js';
export { SearchFeatures, type FeatureSearch } from './features/search-features.js';
export { IterateFeatures, type FeatureIteration } from './features/iterate-features.js';
export { NearestFeatures, type NearestFeatureSearch } from './features/nearest-features.js';
export { PURGE_JOB, PurgeFeatures } from './features/purge-features.js';
export { COPY_JOB, CopyFeatures } from './features/copy-features.js';
export { INDEX_JOB, IndexFeatures, type Indexing, type IndexingProgress } from './features/index-features.js';
export { indexedPaths } from './features/indexing/indexed-paths.js';
export { type IndexState } from './features/indexing/index-states.js';
export { type IndexTerm, MAX_TERM_LENGTH, termOf, termsOf } from './features/indexing/index-term.js';
export { type TermRange } from './features/indexing/term-ranges.js';
export {
  conjunctsOf,
  indexedComparisons,
  type IndexedComparison,
} from './features/indexing/indexed-comparisons.js';
export { takeSteps, type FailedStep } from './features/indexing/failed-step.js';
export { type IndexingStep } from './features/indexing/indexing-step.js';
export { FeatureCutter, type FeatureSlice } from './features/importing/feature-cutter.js';
export { FeatureReader, type BrokenStream, type StreamedChunk } from './features/importing/feature-reader.js';
export type { StreamedFeature, ParsingOptions, ReadingOptions } from './features/importing/feature-reader.js';
export type { RepeatedIds } from './features/importing/repeated-ids.js';
export { FeatureStreamParser } from './features/importing/feature-stream-parser.js';
export {
  MAX_LISTED_FAILURES,
  type ImportEnd,
  type ImportFailure,
  type ImportProgress,
  type ImportReport,
} from './features/importing/import-report.js';
export { ImportFeatures, type FeatureImport } from './features/import-features.js';
export { ExportFeatures, type FeatureExport } from './features/export-features.js';
export {
  csvRows,
  type CsvOptions,
  type CsvProperties,
  type CsvRows,
} from './features/exporting/csv-table.js';
export type { JsonFormat } from './features/exporting/export-format.js';
export {
  isPlacedIn,
  placeOf,
  type FeatureWindow,
  type PlaceKind,
} from './features/searching/feature-place.js';
export { ClusterFeatures, type FeatureClustering } from './clusters/cluster-features.js';
export { ClusteredFeatures } from './clusters/clustered-features.js';
export { CROWD, CROWD_LAYER, openRollupGrids, RollupChange } from './clusters/rollup/layers.js';
export type { PlaceChange, RollupCount, RollupDetail } from './clusters/rollup/layers.js';
export { rollupPlan, type RollupPlan, type TileRange } from './clusters/rollup/rollup-plan.js';
export { MAX_CELLS, type CellNumbers, type CellQuery, type FeatureCell } from './clusters/cell-query.js';
export {
  levelOfWidth,
  type ClusteredProperty,
  type Clustering,
  type Hexbin,
  type Quadbin,
} from './clusters/clustering.js';
export { AnalyseFeatures, type FeatureAnalysis } from './statistics/analyse-features.js';
export { AnalysedFeatures } from './statistics/analysed-features.js';
export { MAX_SHOWN, type Analysis, type AnalysisQuery, type Bin } from './statistics/analysis-query.js';
export type { Groups, Histogram, Interval } from './statistics/analysis-query.js';
export type { TimeBuckets, ValueCount } from './statistics/analysis-query.js';
export { CountFeatures, type FeatureCount } from './features/count-features.js';
export { ReadStatistics, type SpaceStatistics } from './features/read-statistics.js';
export { ReadFeatureUse, type FeatureQuota, type FeatureUse } from './features/read-feature-use.js';
export { ArchiveTiles, type TileArchiveReport, type TileArchiving } from './tiles/archive-tiles.js';
export { OpenTileArchive, type OpenedTileArchive } from './tiles/open-tile-archive.js';
export { RemoveTileArchive } from './tiles/remove-tile-archive.js';
export { DeleteOrphanedArchives } from './tiles/delete-orphaned-archives.js';
export { type WalkProgress } from './tiles/tile-walk.js';
export {
  TileArchives,
  type ArchivedContent,
  type ArchivedTiles,
  type ArchiveRange,
  type NumberedTile,
  type TileArchive,
} from './tiles/tile-archives.js';
export { ReadContentState, type ContentState } from './features/read-content-state.js';
export { ItemScanner, type ItemScan } from './json/item-scanner.js';
export { BrokenJson } from './json/broken-json.js';
export { isMadeFor, MAP_BUFFER, TILE_EXTENT } from './tiles/tile-query.js';
export type { TileAttributes, TileQuery } from './tiles/tile-query.js';
export { DEFAULT_TILE_LIMITS, type TileLimits, TileRules } from './tiles/tile-rules.js';
export { TileDrawer, type DrawnTile, type TilePlan, type VectorTile } from './tiles/tile-drawer.js';
export { TilePainter } from './tiles/tile-painter.js';
export { TileCache, type TileAnswer } from './tiles/tile-cache.js';
export { DrawTile, type OpenedTile } from './tiles/draw-tile.js';
export { DescribeMap, type MapDescription, type MapField, type MapShape } from './tiles/describe-map.js';
export { attributionOf, fieldTypesOf } from './tiles/map-labels.js';
