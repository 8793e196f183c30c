export { matchesFilter } from './registry/space-filter.js';
export { FeatureAnalytics, type SpaceTotal } from './features/analytics/feature-analytics.js';
export { FeatureMaintenance, type UncopiedFeature } from './features/feature-maintenance.js';
export { changeSpace, positionOf, spaceCreated, spaceDeleted, spaceUpdated } from './registry/space.js';
export type { CallerLimits } from './caller.js';
export type { AttributePattern, SpacePattern, TextPattern } from './rights/space-pattern.js';
export { SpaceRepository, type SpaceRestoration } from './registry/space-repository.js';
export { readFeature, storedFeatureOf } from './features/content/feature-body.js';
export { emptyDraft } from './features/content/feature-draft.js';
export { parseDraft, type ParsedDraft } from './features/content/parse-draft.js';
export { DEFAULT_FEATURE_LIMITS, MAX_FEATURE_ID_LENGTH } from './features/content/feature-limits.js';
export {
  OPERATORS,
  specialMemberOf,
  type Containment,
  type SpecialMember,
} from './features/searching/property-filter.js';
export { idHash } from './features/content/id-hash.js';
export type { CountQuery, SpatialCriterion } from './features/searching/feature-query.js';
export {
  COPY_ZOOMS,
  copiesOf,
  copyText,
  type FeatureCopy,
  LEAST_LARGE_BODY,
} from './features/detail/feature-copies.js';
export { featureLevel, HASH_FACTOR, LEAST_SIZE, MAX_LEVEL } from './features/detail/feature-level.js';
export { criteriaMatcher, searchedMatcher } from './features/searching/criteria-matcher.js';
export { type ContentShapes, LargeShapes } from './features/searching/large-shapes.js';
export { type Candidate, SearchedFeature } from './features/searching/searched-feature.js';
export { SortedFeatures } from './features/ranking/sorted-features.js';
export { NearestSearch } from './features/ranking/nearest-search.js';
export type { ContentHead, ContentVersion } from './features/writing/content-head.js';
export type { ContentSummary } from './features/writing/content-summary.js';
export type { FeatureModification } from './features/writing/modification.js';
export { formerFeatures, type FormerFeature } from './features/writing/former-features.js';
export { type EndedFeature, wasAt, keepsHistory } from './features/history/kept-versions.js';
export { planWrite, type WritePlan } from './features/writing/plan-write.js';
export {
  restoredBy,
  restoringBatch,
  type FeatureRestoration,
  type RestoredFeatures,
} from './features/writing/restoration.js';
export { FeatureTrash, type WantedRestoration } from './features/restoring/feature-trash.js';
export { entryOfFeatures, entryOfSpace } from './features/restoring/trash-entries.js';
export { assertFits } from './features/restoring/assert-fits.js';
export { planErasure } from './features/writing/plan-erasure.js';
export { boundsOf } from './features/writing/bounds.js';
export { boxesOf } from './features/writing/patch-feature.js';
export {
  hasQuota,
  type FeaturePut,
  type WriteBatch,
  type WriteTiming,
} from './features/writing/write-batch.js';
export { type TrialState, UNTRIED, type WriteTrial } from './features/writing/write-trial.js';
export { FeatureStore, MAX_CHUNK_LENGTH, type Cancellation, type Erasure } from './features/feature-store.js';
export type { FeaturePorts } from './features/feature-ports.js';
export type { FeatureWriteRequest } from './features/importing/read-inputs.js';
export { indexedPaths } from './features/indexing/indexed-paths.js';
export { type IndexTerm, MAX_TERM_LENGTH, termOf, termsOf } from './features/indexing/index-term.js';
export type { TermRange } from './features/indexing/term-ranges.js';
export { conjunctsOf, type IndexedComparison, indexedComparisons } from './features/index-by-use.js';
export { takeSteps, type FailedStep, type IndexingStep } from './features/indexing/failed-step.js';
export {
  FeatureReader,
  type StreamedChunk,
  type StreamedFeature,
  type ParsingOptions,
  type ReadingOptions,
} from './features/importing/feature-reader.js';
export { FeatureStreamParser } from './features/importing/feature-stream-parser.js';
export { ClusteredFeatures } from './clusters/clustered-features.js';
export {
  CROWD,
  CROWD_LAYER,
  openRollupGrids,
  RollupChange,
  type PlaceChange,
  type RollupCount,
  type RollupDetail,
} from './features/writing/rollup-layers.js';
export { rollupPlan, type RollupPlan } from './clusters/rollup-plan.js';
export type { CellQuery, FeatureCell } from './features/analytics/cell-query.js';
export { AnalysedFeatures } from './statistics/analysed-features.js';
export {
  TileArchives,
  type ArchivedContent,
  type ArchivedTiles,
  type NumberedTile,
  type PackedArchive,
  type TileArchive,
} from './tiles/tile-archives.js';
export { TileDrawer, type DrawnTile, type TilePlan } from './tiles/tile-drawer.js';
export { TilePainter } from './tiles/tile-painter.js';
export { asGeoJson } from './formats/export-features.js';
export { parseText } from './registry/settings/readers.js';
export { CsvTable } from './features/exporting/csv-table.js';
export { type CsvFeature, CsvTableReader } from './features/exporting/csv-table-reader.js';
export type { ReadCsvCell } from './features/exporting/csv-cell.js';
export { ExactNumber } from './json/exact-number.js';
export type { Json } from './json/json.js';
export { FeatureCutter } from './features/importing/feature-cutter.js';
export {
  FeatureFiles,
  type FileChunk,
  type FileFault,
  type FileReading,
  type FileWriting,
  type ReceivedFile,
} from './formats/feature-files.js';
