export { restrictLibvipsWhenLoaded } from './adapters/images-module.js';
export { createApplication, type Application, type Health, type PartState } from './application.js';
export { openAdoption, StoresInUse, type Adoption } from './adoption.js';
export { PartNotOpened } from './adapters/stores.js';
export { postgresSchemaSql } from './adapters/postgres-schema-sql.js';
export { capabilitiesOf, type Capabilities } from './adapters/capabilities.js';
export { memoryRepositories } from './adapters/memory-repositories.js';
export type {
  ApplicationEvents,
  ApplicationSettings,
  BlobSettings,
  CallerConnection,
  CustomBlobs,
  CustomDatabase,
  CustomFeatureFiles,
  CustomImages,
  DatabaseSettings,
  FeatureFilesSettings,
  ImageSettings,
  OutgoingSettings,
  HotSpacesSettings,
  TileSettings,
} from './settings/application-settings.js';
export type { DatabaseAdapters } from './settings/database-ports.js';
export {
  blobSettings,
  parseBlobUrl,
  parseDatabaseUrl,
  s3KeyOf,
  type BlobAddress,
} from './adapters/store-urls.js';
export { namedWork, parseTraceparent } from './tracing/trace-context.js';
export { ChangeFeed, type Follower } from './changes/change-feed.js';
export { isOfImages, type Change, type ChangeType } from './changes/change.js';
export type { Token } from './use-cases/wiring.js';
export { AccountOpening, OpenAccount } from './use-cases/open-account.js';
export { FailedWorkNotFound, RetryFailedWork, type ReportedJob } from './use-cases/retry-failed-work.js';
export { RestoreFromTrash, type RestoredEntries } from './use-cases/restore-from-trash.js';
export { ExportOwner, type ExportedFile } from './export/export-owner.js';
export { EraseOwner, Erasures, type ErasureRequest } from './erasure/erase-owner.js';
export {
  OwnerStillWrites,
  type ErasedAddresses,
  type ErasedCounts,
  type ErasureRecord,
  type ErasureReport,
  type UnfinishedWork,
} from './erasure/erasure.js';
export { EmptyTrash } from './use-cases/empty-trash.js';
export type { CallMeasure, StoreMeasures } from './settings/store-measures.js';
export { BackgroundFailures } from './background/background-failures.js';
export { HotSpaces, type HotSpacesState } from './use-cases/hot-spaces.js';
export { ReadStorageUse, type StorageUse } from './use-cases/read-storage-use.js';
export { newKey } from './new-key.js';
export {
  assertRestorable,
  backUp,
  checkBackup,
  compareBackup,
  pruneBackups,
  restoreBackup,
  type BackedUpStores,
  type BackupRun,
  type ChosenSnapshot,
  type RestoreChoice,
} from './backup/backups.js';
export type { BackupReport } from './backup/back-up.js';
export { BackupInUse, SnapshotNotFound } from './backup/backup-folder.js';
export type { SnapshotCheck, SnapshotProblem } from './backup/check-snapshot.js';
export { NoBackup } from './backup/database.js';
export { ManifestUnusable, type BlobFault } from './backup/manifest.js';
export type { BackupProgress } from './backup/progress.js';
export type { PruneReport } from './backup/prune-snapshots.js';
export { RestoreRefused, type DamagedImage, type RestoreReport } from './backup/restore-snapshot.js';
export { checkStores, type StoreCheck, type StoreCheckOptions } from './check/check-stores.js';
export type { StoreFinding } from './check/store-finding.js';
export type { BackupStatus } from './backup/scheduled-backups.js';
export type { BackupSettings, SweepSettings } from './settings/background-settings.js';
export type {
  CallerDataSource,
  CallerManager,
  CallerPool,
  InTransaction,
  OpenTransaction,
  PooledConnection,
} from './transactions/transactions.js';
export { NameThings, type UnnamedEntry } from './activity/name-things.js';
export {
  ReadActivity,
  type ActivityPicture,
  type ActivityRow,
  type NewActivity,
} from './activity/read-activity.js';
