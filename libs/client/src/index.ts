export { CairnClient, createClient } from './client.js';
export { CairnError, isCairnError, type ErrorFacts, type ErrorKind } from './transport/cairn-error.js';
export type { Answered, CallOptions, ClientOptions, OpenResponse } from './transport/transport.js';
export type { WriteCallOptions } from './transport/options.js';
export type { RetryOptions } from './transport/retry.js';
export type { Listing } from './transport/pages.js';
export type { SendProgress, Source } from './transport/source.js';
export { newIdempotencyKey } from './calls/request.js';
export type {
  Answer,
  Item,
  JsonRoute,
  ListRoute,
  Query,
  RequestBody,
  Route,
  RouteRequest,
} from './calls/route.js';
export { imageAddress, type FocalPoint, type ImageTransform } from './images/image-address.js';
export type { AskedFiles } from './images/known-files.js';
export type { AddOptions, GuestOptions, UploadOptions, UploadTarget } from './images/upload.js';
export type { Events, EventsOptions } from './events/events.js';
export type { ArchiveOptions, TileOptions, Tiles } from './features/tiles.js';
export type {
  Feature,
  FeatureChange,
  FeatureCollection,
  FeatureProperties,
  FeatureSystemProperties,
  Geometry,
  NewFeature,
  Position,
  TaggedFeature,
} from './features/feature.js';
export {
  featureQuery,
  type FeatureFilters,
  type FilterConditions,
  type FilterValue,
  type Where,
} from './calls/filters.js';
export type {
  BatchResult,
  Deletion,
  ExportOptions,
  Features,
  IterateOptions,
  ReadOptions,
  SearchOptions,
  WriteOptions,
} from './features/features.js';
export type { BatchOptions, ImportOptions, WriteRules } from './features/import.js';
export type { FileImportOptions, FilePreviewOptions } from './features/import-file.js';
export type { Calls } from '@cairn/api-schema';
/** The records that several operations answer. `Answer` names all others. */
export type {
  AccountRecord,
  AlbumRecord,
  CairnEvent,
  Fault,
  FileImportProgress,
  FileImportReport,
  FileMapping,
  FilePreview,
  GalleryImage,
  GrantRecord,
  GroupRecord,
  ImageDetails,
  ImageMetadata,
  ImageRecord,
  ImportProgressView,
  ImportSummary,
  JobRecord,
  KeyRecord,
  LinkRecord,
  ReadFormat,
  ReadFormatWord,
  ReadinessReport,
  Scope,
  SessionRecord,
  AddedImage,
  WaitingAnswer,
  SharedImage,
  SpaceRecord,
  SpaceSummary,
  TileArchiveProgressView,
  TileArchiveView,
  UploadResult,
  UserRecord,
  Visibility,
} from '@cairn/api-schema';
