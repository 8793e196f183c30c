export {
  ACTIVITY_KINDS,
  activityOperations,
  activityQuerySchema,
  seenActivityBodySchema,
  type ActivityKind,
  type ActivityRowRecord,
  type NewActivityRecord,
} from './access/activity.js';
export { auditEntrySchema, auditQuerySchema, type AuditRecord } from './access/audit.js';
export { operations, operationsOf, PARTS, type OperationRow, type Part } from './operations.js';
export { FILTER_OPERATORS, FILTER_WORDS } from './filter-operators.js';
export type { Calls } from './calls.js';
export type { GrantRole } from './grant-roles.js';
export type { Api, Operation, OperationReach, OperationResponse } from './operation.js';
export { visitorsOf, type DoorVisitors } from './public-door.js';
export { binary, form, json, sequence, type Content, type Contents } from './content.js';
export type { ErrorStatus } from './error-statuses.js';
export { errorResponse, errorStatuses } from './errors.js';
export { IDEMPOTENCY_KEY, isAudited, isWrite, takesIdempotencyKey } from './idempotency.js';
export {
  copyImageBodySchema,
  knownFilesBodySchema,
  type KnownFilesBody,
  type KnownFilesRecord,
} from './images/known-files.js';
export { fileDetailsSchema, UPLOAD_FIELDS, type UploadedFile, type UploadsResult } from './images/uploads.js';
export type { ImageExtra } from './images/image-members.js';
export { MAX_PAGE_SIZE, pageQuerySchema } from './paging.js';
export { queryBooleanSchema } from './query-boolean.js';
export { hubErrorBody, type DescribedFailure } from './spaces/hub-error-body.js';
export { hubCatalogue, type HubErrorCode } from './spaces/hub-error-codes.js';
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
} from './spaces/hub-errors.js';
export { problemSchema, titleOf, type Fault, type Problem } from './problem.js';
export {
  quotaDetailsSchema,
  quotaQuerySchema,
  uploadQuerySchema,
  quotaRecordSchema,
  type DeleteResult,
  type ImageRecord,
  type QuotaDetails,
  type QuotaRecord,
  type UploadResult,
} from './images/images.js';
export {
  IMAGE_INCLUSIONS,
  imageQuerySchema,
  type ImageDetails,
  type ImageInclusion,
  type ImageMetadata,
  type SourceSets,
} from './images/image-details.js';
export { eventSchema, eventsQuerySchema, type CairnEvent } from './service/events.js';
export {
  albumImagesQuerySchema,
  albumsQuerySchema,
  MAX_FIRST_IMAGES,
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
} from './images/albums.js';
export { restoreFeaturesBodySchema, type RestoredFeaturesRecord } from './trash/space-trash.js';
export {
  restoreTrashBodySchema,
  trashKinds,
  trashFileQuerySchema,
  trashQuerySchema,
  type EmptiedTrash,
  type RestoredImage,
  type RestoredTrash,
  type TrashEntryRecord,
  type TrashPage,
} from './trash/trash.js';
export type { Visibility } from './images/visibility.js';
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
  type GroupList,
  type GroupRecord,
  type PatchGroupBody,
  type ReceivedGrant,
  type ReceivedGrants,
} from './access/grants.js';
export {
  createLinkBodySchema,
  linksQuerySchema,
  patchLinkBodySchema,
  sharedImagesQuerySchema,
  sharedPageQuerySchema,
  unlockBodySchema,
  type CreatedLinkRecord,
  type CreateLinkBody,
  type LinkPage,
  type LinkPreviewRecord,
  type LinkRecord,
  type PatchLinkBody,
  type Shared,
  type AddedImage,
  type SharedImage,
  type SharedImagePage,
  type WaitingAnswer,
} from './access/links.js';
export {
  createUploadTokenBodySchema,
  createUploadTokenQuerySchema,
  SIGNED_UPLOAD_TOKEN_PREFIX,
  signedUploadTokenSchema,
  uploadTokensQuerySchema,
  type CreatedUploadTokenRecord,
  type CreateUploadTokenBody,
  type SignedUploadTokenPayload,
  type UploadTokenPage,
  type UploadTokenRecord,
} from './access/upload-tokens.js';
export { sharexUploader } from './images/sharex-uploader.js';
export type { ShareXUploader } from './images/sharex-file.js';
export {
  OWN_DIALECT,
  UPLOAD_DIALECTS,
  uploadAddress,
  type ForeignDialect,
  type UploadDialect,
  type UploadDialectName,
} from './images/upload-dialects.js';
export { mapPageQuerySchema } from './access/map-page-query.js';
export { oembedQuerySchema, type Oembed } from './images/oembed.js';
export {
  putFolderDefaultBodySchema,
  type FolderDefaultList,
  type PutFolderDefaultBody,
} from './images/folder-defaults.js';
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
} from './images/gallery.js';
export { DEFAULT_RADIUS_METERS, type ImageFilterQuery } from './images/image-filter.js';
export {
  camerasQuerySchema,
  daysQuerySchema,
  layoutQuerySchema,
  type CameraList,
  type DayList,
  type ImageLayout,
} from './images/image-days.js';
export {
  dismissBodySchema,
  dismissedQuerySchema,
  lookAlikesQuerySchema,
  type BetterReason,
  type DismissedPairs,
  type LookAlikeGroup,
  type LookAlikePage,
} from './images/look-alikes.js';
export { type PhotoDetails } from './images/photo-details.js';
export {
  bulkDeleteBodySchema,
  bulkDetailsBodySchema,
  bulkTagsBodySchema,
  bulkTakenBodySchema,
  bulkVisibilityBodySchema,
  type BulkDeleteResult,
  type BulkDetailsResult,
  type BulkTagsResult,
  type BulkTakenResult,
  type BulkVisibilityResult,
  type ImageFilterRecord,
} from './images/bulk.js';
export { eraseAccountQuerySchema, type ErasureRecord } from './access/erasures.js';
export { importBodySchema } from './images/imports.js';
export type { UserJobRecord } from './jobs/user-jobs.js';
export {
  changeAccountBodySchema,
  createAccountBodySchema,
  createKeyBodySchema,
  keysQuerySchema,
  patchKeyBodySchema,
  revokeKeyQuerySchema,
  type AccountDetails,
  type AccountRecord,
  type ChangeAccountBody,
  type CreateAccountBody,
  type CreatedKey,
  type CreateKeyBody,
  type KeyRecord,
} from './access/accounts.js';
export { scopeSchema, type Scope } from './scopes.js';
export {
  changePasswordBodySchema,
  endSessionsQuerySchema,
  patchSessionBodySchema,
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
} from './access/users.js';
export { resetPasswordBodySchema, type ResetPasswordBody } from './access/password-resets.js';
export type { CheckedPasswordReset, CreatedPasswordReset } from './access/password-resets.js';
export { putPresetBodySchema, type PresetRecord, type PutPresetBody } from './images/presets.js';
export {
  photoSourceQuerySchema,
  putPhotoSpaceBodySchema,
  type PhotoSpace,
  type PutPhotoSpaceBody,
} from './images/photo-spaces.js';
export {
  startIdentityBodySchema,
  startLinkBodySchema,
  type IdentityRecord,
  type SignInMethods,
  type StartedIdentity,
  type StartIdentityBody,
} from './access/identities.js';
export {
  addPasskeyBodySchema,
  passkeyAssertionSchema,
  type AddPasskeyBody,
  type PasskeyAssertion,
  type PasskeyCreation,
  type PasskeyRecord,
  type PasskeyRequest,
} from './access/passkeys.js';
export {
  createSigningKeyBodySchema,
  type CreatedSigningKey,
  type CreateSigningKeyBody,
  type SigningKeyRecord,
} from './images/signing-keys.js';
export {
  createMapBodySchema,
  patchMapBodySchema,
  type CreateMapBody,
  type GivenLayer,
  type MapLayerRecord,
  type MapPage,
  type MapRecord,
  type MapSummary,
  type PatchMapBody,
} from './maps/web-maps.js';
export type { LayerFilterRecord } from './maps/layer-filter.js';
export type { LayerFeatures } from './maps/layer-features.js';
export {
  layerFeaturesQuerySchema,
  layerTileQuerySchema,
  MAP_PICTURE_SIZE,
  mapPictureQuerySchema,
  mapsQuerySchema,
  readMapQuerySchema,
  webMapStyleQuerySchema,
  exportMapQuerySchema,
} from './maps/map-queries.js';
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
} from './spaces/spaces.js';
export type {
  CountResponse,
  FeatureCollectionView,
  FeatureView,
  GivenFeature,
  StatisticsResponse,
  WrittenFeatures,
} from './features/features.js';
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
} from './features/feature-queries.js';
export type { MapQuery, MapTileQuery } from './features/tile-queries.js';
export { featureSequenceTypes, type ImportProgressView, type ImportSummary } from './features/imports.js';
export {
  fileMappingSchema,
  READ_FORMAT_WORDS,
  type FileImportProgress,
  type FileImportReport,
  type FileMapping,
  type FilePreview,
  type ReadFormat,
  type ReadFormatWord,
} from './features/file-import.js';
export type {
  ArchiveQuery,
  TileArchiveFailureView,
  TileArchiveProgressView,
  TileArchiveView,
} from './features/tile-archives.js';
export type { BaseMap } from './service/base-map.js';
export { groundStyleQuerySchema } from './features/ground-operations.js';
export { type MapStyle, type TileJson } from './features/maps.js';
export { licenseSchema } from './spaces/space-settings.js';
export { jobRecordSchema, retryJobQuerySchema, type JobRecord, type RetriedJob } from './jobs/jobs.js';
export {
  loggedErrorSchema,
  RECENT_SERIES,
  recentMetricsSchema,
  storageUseSchema,
  type LoggedErrorRecord,
  type RecentMetricsRecord,
  type RecentSeriesName,
  type StorageUseRecord,
} from './service/server-state.js';
export { livenessSchema, readinessSchema, type ReadinessReport } from './service/health.js';
export { webhookSchemas, type WebhookShapes } from './webhooks/webhooks.js';
export {
  approveBodySchema,
  contributionsQuerySchema,
  refuseBodySchema,
  type ApprovedContributions,
  type ContributionPage,
  type ContributionRecord,
  type RefusedContributions,
} from './images/contributions.js';
