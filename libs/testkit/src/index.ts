export { bmpFile, type BmpParts } from './bmp-file.js';
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
export { sabotagedArea } from './sabotaged-area.js';
export { catalogDescriptionRules } from './catalog-description.rules.js';
export { catalogQuotaRules } from './catalog-quota.rules.js';
export {
  aBlob,
  aChallenge,
  anAccount,
  anApiKey,
  anIdentity,
  aPasskey,
  anImage,
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
export { aGrant, aGroup, aLink } from './sharing-builders.js';
export { auditTrailContract } from './audit-trail.contract.js';
export { byteQuotaRepositoryContract, type ByteQuotaPorts } from './byte-quota-repository.contract.js';
export { catalogRepositoryContract } from './catalog-repository.contract.js';
export { galleryContract } from './gallery/gallery.contract.js';
export { installationRepositoryContract } from './installation-repository.contract.js';
export type { AlbumPorts } from './album-ports.js';
export { albumRepositoryContract } from './album-repository.contract.js';
export { trashContract } from './trash/trash.contract.js';
export type { TrashPorts } from './trash/trash-ports.js';
export { grantRepositoryContract, type GrantPorts } from './grants/grant-repository.contract.js';
export { groupRepositoryContract } from './grants/group-repository.contract.js';
export { linkRepositoryContract } from './link-repository.contract.js';
export { folderDefaultRepositoryContract } from './folder-default-repository.contract.js';
export { presetRepositoryContract } from './preset-repository.contract.js';
export { aFailure, failedWorkRepositoryContract } from './failed-work-repository.contract.js';
export { aUserJob, userJobRepositoryContract, type UserJobPorts } from './user-job-repository.contract.js';
export { aWantedClaim, idempotencyRepositoryContract } from './idempotency-repository.contract.js';
export { signingKeyRepositoryContract } from './signing-key-repository.contract.js';
export { photoLinkRepositoryContract, type PhotoLinkPorts } from './photo-link-repository.contract.js';
export { spaceRepositoryContract } from './space-repository.contract.js';
export { accountRepositoryContract } from './account-repository.contract.js';
export { accountOpeningContract, type AccountOpeningPorts } from './account-opening.contract.js';
export { apiKeyRepositoryContract } from './api-key-repository.contract.js';
export { outboxContract } from './outbox.contract.js';
export type { OutboxPorts } from './outbox-consumer.rules.js';
export { clockContract } from './clock.contract.js';
export { timerContract } from './timer.contract.js';
export { idGeneratorContract } from './id-generator.contract.js';
export { secretDigestContract } from './secret-digest.contract.js';
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
} from './image-fixtures.js';
export { barePhoto, photoExif, photoFacts, photoJpeg, PRIVATE_TEXT } from './photo-fixtures.js';
export { blobStoreContract } from './blob-store.contract.js';
export { blobAreaRules } from './blob-area.rules.js';
export { blobQuarantineRules } from './blob-quarantine.rules.js';
export { storeMarkerRules } from './store-marker.rules.js';
export { imageProcessorContract } from './image-processor.contract.js';
export { imageRendererContract } from './image-renderer.contract.js';
export { imageByteRules } from './image-bytes.rules.js';
export { imageMovingInRules } from './image-moving-in.rules.js';
export { imageCatalogContract } from './image-catalog.contract.js';
export { anUpload, assertStored, type ImageCatalogPorts } from './image-catalog.js';
export { spaceRegistryContract } from './space-registry.contract.js';
export { type SpaceRegistryPorts } from './space-registry.js';
export { accountsContract } from './accounts.contract.js';
export { type AccountsPorts } from './accounts.js';
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
export { spaceTrashContract } from './space-trash/space-trash.contract.js';
export type { SpaceTrashPorts } from './space-trash/space-trash-ports.js';
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
export { assertAnswersLikeBruteForce } from './features/feature-questions.model.js';
export { assertLikeModel } from './features/feature-model.js';
export { tileArchivesContract } from './tile-archives.contract.js';
export { userRepositoryContract } from './users/user-repository.contract.js';
export { sessionRepositoryContract } from './users/session-repository.contract.js';
export { inviteRepositoryContract } from './users/invite-repository.contract.js';
export { identityRepositoryContract } from './users/identity-repository.contract.js';
export { passkeyRepositoryContract } from './users/passkey-repository.contract.js';
export { challengeRepositoryContract } from './users/challenge-repository.contract.js';
export { passwordHashContract } from './users/password-hash.contract.js';
export { type UserPorts } from './users/user-ports.js';
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
export { databaseBackupsContract, type DatabaseBackupPorts } from './backups/database-backups.contract.js';
