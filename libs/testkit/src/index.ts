export { bmpFile, type BmpParts } from './images/bmp-file.js';
export {
  verify,
  type Contract,
  type Declare,
  type Rule,
  type Subject,
  type Verification,
  type Waivers,
} from './contract.js';
export { later, sabotaged, verifyFails, type Sabotage, type Saboteurs } from './saboteurs.js';
export { ends, slowly, until, untilThreadsCompute } from './until.js';
export { sabotagedArea } from './blobs/sabotaged-area.js';
export { lookAlikeRepositoryContract } from './images/look-alike-repository.contract.js';
export type { LookAlikePorts } from './images/look-alike-images.js';
export { catalogDescriptionRules } from './images/catalog-description.rules.js';
export { catalogQuotaRules } from './images/catalog-quota.rules.js';
export {
  aBlob,
  aChallenge,
  anAccount,
  anApiKey,
  anIdentity,
  aPasskey,
  anImage,
  aWholeFile,
  anAlbum,
  aPreset,
  anInvite,
  aSession,
  aSigningKey,
  aSpace,
  aUser,
  hostedFileOf,
  several,
} from './builders.js';
export { aGrant, aGroup, aLink, anUploadToken } from './access/sharing-builders.js';
export { auditTrailContract } from './access/audit-trail.contract.js';
export { byteQuotaRepositoryContract, type ByteQuotaPorts } from './images/byte-quota-repository.contract.js';
export { catalogRepositoryContract } from './images/catalog-repository.contract.js';
export { knownFilesContract } from './images/known-files.contract.js';
export { sharedBlobsContract, type SharedBlobPorts } from './images/shared-blobs.contract.js';
export { galleryContract } from './images/gallery/gallery.contract.js';
export { installationRepositoryContract } from './access/installation-repository.contract.js';
export type { AlbumPorts } from './images/album-ports.js';
export { albumRepositoryContract } from './images/album-repository.contract.js';
export { contributionRepositoryContract } from './images/contributions/contribution-repository.contract.js';
export type { ContributionPorts } from './images/contributions/contribution-ports.js';
export { trashContract } from './trash/trash.contract.js';
export type { TrashPorts } from './trash/trash-ports.js';
export { grantRepositoryContract, type GrantPorts } from './access/grants/grant-repository.contract.js';
export { groupRepositoryContract } from './access/grants/group-repository.contract.js';
export {
  uploadTokenRepositoryContract,
  type UploadTokenPorts,
} from './access/upload-token-repository.contract.js';
export { linkRepositoryContract } from './access/link-repository.contract.js';
export { LINK_SECRETS_KEY, linkSecretsContract } from './access/link-secrets.contract.js';
export { preparedUploadRepositoryContract } from './images/prepared-upload-repository.contract.js';
export { folderDefaultRepositoryContract } from './images/folder-default-repository.contract.js';
export { presetRepositoryContract } from './images/preset-repository.contract.js';
export { aFailure, failedWorkRepositoryContract } from './kernel/failed-work-repository.contract.js';
export {
  aUserJob,
  userJobRepositoryContract,
  type UserJobPorts,
} from './kernel/user-job-repository.contract.js';
export { aWantedClaim, idempotencyRepositoryContract } from './kernel/idempotency-repository.contract.js';
export { signingKeyRepositoryContract } from './images/signing-key-repository.contract.js';
export { photoLinkRepositoryContract, type PhotoLinkPorts } from './spaces/photo-link-repository.contract.js';
export { spaceRepositoryContract } from './spaces/space-repository.contract.js';
export { accountRepositoryContract } from './access/account-repository.contract.js';
export { accountOpeningContract, type AccountOpeningPorts } from './access/account-opening.contract.js';
export { apiKeyRepositoryContract } from './access/api-key-repository.contract.js';
export { outboxContract } from './kernel/outbox.contract.js';
export type { OutboxPorts } from './kernel/outbox-consumer.rules.js';
export { WorkUnderWay } from './kernel/work-under-way.js';
export { clockContract } from './kernel/clock.contract.js';
export { timerContract } from './kernel/timer.contract.js';
export { idGeneratorContract } from './kernel/id-generator.contract.js';
export { secretDigestContract } from './kernel/secret-digest.contract.js';
export {
  avifSequence,
  bombPng,
  broken,
  damagedPng,
  fixtures,
  hugeScreenGif,
  sourceOf,
  type BrokenSample,
  type ImageFixture,
} from './images/image-fixtures.js';
export {
  barePhoto,
  photoExif,
  photoFacts,
  photoJpeg,
  PRIVATE_TEXT,
  remarkedJpeg,
} from './images/photo-fixtures.js';
export { blobStoreContract } from './blobs/blob-store.contract.js';
export { blobAreaRules } from './blobs/blob-area.rules.js';
export { blobQuarantineRules } from './blobs/blob-quarantine.rules.js';
export { storeMarkerRules } from './store-marker.rules.js';
export { imageProcessorContract } from './images/image-processor.contract.js';
export { imageRendererContract } from './images/image-renderer.contract.js';
export { imageByteRules } from './images/image-bytes.rules.js';
export { imageRemarkRules } from './images/image-remarks.rules.js';
export { imageMovingInRules } from './images/image-moving-in.rules.js';
export { imageCatalogContract } from './images/image-catalog.contract.js';
export { anUpload, assertStored, imageCatalog, type ImageCatalogPorts } from './images/image-catalog.js';
export { spaceRegistryContract } from './spaces/space-registry.contract.js';
export { type SpaceRegistryPorts } from './spaces/space-registry.js';
export { accountsContract } from './access/accounts.contract.js';
export { type AccountsPorts } from './access/accounts.js';
export {
  featureReadRules,
  featureCopyRules,
  featureIndexRules,
  featureCellRules,
  featureCrowdRules,
  featureShareRules,
  featureAnalysisRules,
  featureStoreContract,
  featureWriteRules,
} from './features/feature-store.contract.js';
export { spaceTrashContract } from './trash/spaces/space-trash.contract.js';
export type { SpaceTrashPorts } from './trash/spaces/space-trash-ports.js';
export { aBatch, aFeature, aPoint, writing, type FeatureStorePorts } from './features/feature-store-ports.js';
export {
  chunkOf,
  chunks,
  filters,
  gathered,
  inFeatures,
  looksBefore,
  measures,
  searches,
  writes,
  writesEach,
  type Break,
} from './features/sabotaged-features.js';
export { featureReaderContract } from './features/feature-reader.contract.js';
export { tileDrawerContract } from './features/tile-drawer.contract.js';
export { featureFilesContract, type FilesSubject } from './features/feature-files.contract.js';
export {
  featureFormatContract,
  formatSample,
  type FormatSubject,
} from './features/feature-format.contract.js';
export { assertAnswersLikeBruteForce } from './features/feature-questions.model.js';
export { assertLikeModel, drawing } from './features/feature-model.js';
export type { Draw } from './features/stale-patch.model.js';
export { drawnGeometry, drawnPlace } from './features/asking/drawn-shapes.js';
export { drawnProperties } from './features/asking/drawn-questions.js';
export {
  assertAnswersLikeBelow,
  type WrappedQuestions,
  type WrappedStore,
} from './features/asking/wrapped-store.model.js';
export { assertReadsKeepUp, type ConcurrentReads } from './features/asking/concurrent-reads.model.js';
export { answerTo, type FeatureQuestion } from './features/asking/feature-question.js';
export { aPicture, mapPainterContract, tileOfPoint, tilesWith } from './maps/map-painter.contract.js';
export { mapRepositoryContract } from './maps/map-repository.contract.js';
export { aLayer, aMap } from './maps/map-builders.js';
export type { MapPorts } from './maps/map-ports.js';
export { tileArchivesContract } from './spaces/tile-archives.contract.js';
export { userRepositoryContract } from './access/users/user-repository.contract.js';
export { sessionRepositoryContract } from './access/users/session-repository.contract.js';
export { inviteRepositoryContract } from './access/users/invite-repository.contract.js';
export { identityRepositoryContract } from './access/users/identity-repository.contract.js';
export { passkeyRepositoryContract } from './access/users/passkey-repository.contract.js';
export { challengeRepositoryContract } from './access/users/challenge-repository.contract.js';
export { passwordHashContract } from './access/users/password-hash.contract.js';
export { type UserPorts } from './access/users/user-ports.js';
export { aDelivery, anEndpoint } from './webhooks/webhook-builders.js';
export { webhookEndpointRepositoryContract } from './webhooks/webhook-endpoint-repository.contract.js';
export { webhookDeliveryRepositoryContract } from './webhooks/webhook-delivery-repository.contract.js';
export { webhookQueueContract } from './webhooks/webhook-queue.contract.js';
export type { WebhookPorts } from './webhooks/webhook-queues.js';
export { outgoingHttpContract } from './outgoing-http/outgoing-http.contract.js';
export type {
  OutgoingHttpPorts,
  ReceivedRequest,
  ServerAnswer,
} from './outgoing-http/outgoing-http-ports.js';
export { ownerTracesContract } from './erasure/owner-traces.contract.js';
export { erasedOf, fill as fillForErasure, type OwnerTracesPorts } from './erasure/owner-traces-ports.js';
export { databaseBackupsContract, type DatabaseBackupPorts } from './backups/database-backups.contract.js';
