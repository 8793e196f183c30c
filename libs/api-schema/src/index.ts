export { auditEntrySchema, auditQuerySchema, type AuditRecord } from './audit.js';
export { operations } from './operations.js';
export type { Api, Operation, OperationResponse } from './operation.js';
export { binary, form, json, sequence, type Content, type Contents } from './content.js';
export type { ErrorStatus } from './error-statuses.js';
export { errorResponse, errorStatuses } from './errors.js';
export { IDEMPOTENCY_KEY, isWrite, takesIdempotencyKey } from './idempotency.js';
export { fileDetailsSchema, type UploadedFile, type UploadsResult } from './uploads.js';
export { MAX_PAGE_SIZE, pageQuerySchema } from './paging.js';
export { queryBooleanSchema } from './query-boolean.js';
export { hubErrorBody, type DescribedFailure } from './hub-error-body.js';
export { hubCatalogue, type HubErrorCode } from './hub-error-codes.js';
export {
  detailedErrorResponseSchema,
  errorResponseSchema,
  httpErrorResponseSchema,
  hubErrorOf,
  type DetailedErrorResponse,
  type ErrorResponse,
  type HttpErrorResponse,
  type HubError,
  type HubErrorBody,
} from './hub-errors.js';
export { problemSchema, titleOf, type Fault, type Problem } from './problem.js';
export {
  quotaDetailsSchema,
  quotaQuerySchema,
  quotaRecordSchema,
  type DeleteResult,
  type ImageRecord,
  type QuotaDetails,
  type QuotaRecord,
  type UploadResult,
} from './images.js';
export {
  IMAGE_INCLUSIONS,
  imageQuerySchema,
  type ImageDetails,
  type ImageInclusion,
  sourceSetsSchema,
  type ImageMetadata,
  type SourceSets,
} from './image-details.js';
export { eventSchema, eventsQuerySchema, type CairnEvent } from './events.js';
export {
  albumImagesQuerySchema,
  albumsQuerySchema,
  createAlbumBodySchema,
  patchAlbumBodySchema,
  placeImagesBodySchema,
  takeImagesBodySchema,
  type AlbumPage,
  type AlbumQueryRecord,
  type AlbumRecord,
  type CreateAlbumBody,
  type PatchAlbumBody,
  type PlacedImagesRecord,
} from './albums.js';
export { restoreFeaturesBodySchema, type RestoredFeaturesRecord } from './space-trash.js';
export {
  restoreTrashBodySchema,
  trashKinds,
  trashQuerySchema,
  type EmptiedTrash,
  type RestoredImage,
  type RestoredTrash,
  type TrashEntryRecord,
  type TrashPage,
} from './trash.js';
export type { Visibility } from './visibility.js';
export { operationReach, type OperationReach } from './operation-reach.js';
export {
  accessQuerySchema,
  createGroupBodySchema,
  giveGrantBodySchema,
  grantsQuerySchema,
  patchGroupBodySchema,
  type AccessRecord,
  type CreateGroupBody,
  type GiveGrantBody,
  type GrantPage,
  type GrantRecord,
  type GrantRole,
  type GroupList,
  type GroupRecord,
  type PatchGroupBody,
  type ReceivedGrant,
  type ReceivedGrants,
} from './grants.js';
export {
  createLinkBodySchema,
  linksQuerySchema,
  sharedImagesQuerySchema,
  unlockBodySchema,
  type CreatedLinkRecord,
  type CreateLinkBody,
  type LinkPage,
  type LinkRecord,
  type Shared,
  type SharedImage,
  type SharedImagePage,
} from './links.js';
export { oembedQuerySchema, type Oembed } from './oembed.js';
export {
  putFolderDefaultBodySchema,
  type FolderDefaultList,
  type PutFolderDefaultBody,
} from './folder-defaults.js';
export {
  imagesQuerySchema,
  patchImageBodySchema,
  pathsQuerySchema,
  tagsQuerySchema,
  type GalleryImage,
  type ImagePage,
  type ImagesQuery,
  type PathList,
  type TagList,
} from './gallery.js';
export {
  bulkDeleteBodySchema,
  bulkTagsBodySchema,
  bulkVisibilityBodySchema,
  type BulkDeleteResult,
  type BulkTagsResult,
  type BulkVisibilityResult,
  type ImageFilterRecord,
} from './bulk.js';
export { importBodySchema, type UserJobRecord } from './user-jobs.js';
export {
  changeAccountBodySchema,
  createAccountBodySchema,
  createKeyBodySchema,
  keysQuerySchema,
  revokeKeyQuerySchema,
  scopeSchema,
  type AccountDetails,
  type AccountRecord,
  type ChangeAccountBody,
  type CreateAccountBody,
  type CreatedKey,
  type CreateKeyBody,
  type KeyRecord,
  type Scope,
} from './accounts.js';
export {
  changePasswordBodySchema,
  changeUserBodySchema,
  checkInviteBodySchema,
  createInviteBodySchema,
  joinBodySchema,
  signInBodySchema,
  type ChangePasswordBody,
  type ChangeUserBody,
  type CheckedInvite,
  type CreatedInvite,
  type CreateInviteBody,
  type InviteRecord,
  type JoinBody,
  type SessionEntry,
  type SessionRecord,
  type SignInBody,
  type UserRecord,
} from './users.js';
export { putPresetBodySchema, type PresetRecord, type PutPresetBody } from './presets.js';
export {
  photoSourceQuerySchema,
  putPhotoSpaceBodySchema,
  type PhotoSpace,
  type PutPhotoSpaceBody,
} from './photo-spaces.js';
export {
  startIdentityBodySchema,
  startLinkBodySchema,
  type IdentityRecord,
  type SignInMethods,
  type StartedIdentity,
  type StartIdentityBody,
} from './identities.js';
export {
  addPasskeyBodySchema,
  passkeyAssertionSchema,
  type AddPasskeyBody,
  type PasskeyAssertion,
  type PasskeyCreation,
  type PasskeyRecord,
  type PasskeyRequest,
} from './passkeys.js';
export {
  createSigningKeyBodySchema,
  type CreatedSigningKey,
  type CreateSigningKeyBody,
  type SigningKeyRecord,
} from './signing-keys.js';
export {
  createSpaceBodySchema,
  dryRunQuerySchema,
  patchSpaceBodySchema,
  spaceRecordSchema,
  spacesQuerySchema,
  spaceSummarySchema,
  type CreateSpaceBody,
  type HubStatus,
  type PatchSpaceBody,
  type SpaceRecord,
  type SpacesQuery,
  type SpaceSummary,
} from './spaces.js';
export type {
  CountResponse,
  FeatureCollectionView,
  FeatureView,
  GivenFeature,
  StatisticsResponse,
  WrittenFeatures,
} from './features.js';
export type {
  AroundQuery,
  BboxQuery,
  ExportQuery,
  FeatureFilterQuery,
  GeometryQuery,
  IterateQuery,
  PostFeaturesQuery,
  PutFeaturesQuery,
  SearchQuery,
  StatisticsQuery,
  WriteFeatureQuery,
} from './feature-queries.js';
export type { MapQuery, MapTileQuery } from './tile-queries.js';
export { featureSequenceTypes, type ImportProgressView, type ImportSummary } from './imports.js';
export type {
  ArchiveQuery,
  TileArchiveFailureView,
  TileArchiveProgressView,
  TileArchiveView,
} from './tile-archives.js';
export { type MapStyle, type TileJson } from './maps.js';
export { licenseSchema } from './space-settings.js';
export { jobRecordSchema, retryJobQuerySchema, type JobRecord, type RetriedJob } from './jobs.js';
export {
  loggedErrorSchema,
  storageUseSchema,
  type LoggedErrorRecord,
  type StorageUseRecord,
} from './server-state.js';
export { livenessSchema, readinessSchema, type ReadinessReport } from './health.js';
export { webhookSchemas, type WebhookShapes } from './webhooks.js';
