import { describe, it } from '@jest/globals';
import {
  accountOpeningContract,
  accountRepositoryContract,
  albumRepositoryContract,
  apiKeyRepositoryContract,
  auditTrailContract,
  byteQuotaRepositoryContract,
  catalogRepositoryContract,
  challengeRepositoryContract,
  failedWorkRepositoryContract,
  galleryContract,
  grantRepositoryContract,
  groupRepositoryContract,
  idempotencyRepositoryContract,
  identityRepositoryContract,
  installationRepositoryContract,
  inviteRepositoryContract,
  knownFilesContract,
  linkRepositoryContract,
  outboxContract,
  ownerTracesContract,
  passkeyRepositoryContract,
  folderDefaultRepositoryContract,
  preparedUploadRepositoryContract,
  presetRepositoryContract,
  photoLinkRepositoryContract,
  sessionRepositoryContract,
  sharedBlobsContract,
  signingKeyRepositoryContract,
  spaceRepositoryContract,
  trashContract,
  spaceTrashContract,
  userJobRepositoryContract,
  userRepositoryContract,
  verify,
  webhookDeliveryRepositoryContract,
  webhookEndpointRepositoryContract,
  webhookQueueContract,
} from '@cairn/testkit';
import { engines, subjectsOf, work } from './engines.spec.kit.js';

describe.each(engines)('on $name', (engine) => {
  const subject = subjectsOf(engine);

  describe('SqlCatalogRepository', () =>
    verify({
      contract: catalogRepositoryContract,
      subject: subject(({ catalog }) => catalog),
      it,
    }));

  describe('SqlCatalogRepository, as a gallery', () =>
    verify({
      contract: galleryContract,
      subject: subject(({ catalog }) => catalog),
      it,
    }));

  describe('TypeOrmInstallationRepository', () =>
    verify({
      contract: installationRepositoryContract,
      subject: subject(({ installations }) => installations),
      it,
    }));

  describe('SqlByteQuotaRepository', () =>
    verify({ contract: byteQuotaRepositoryContract, subject: subject((repositories) => repositories), it }));

  describe('SqlCatalogRepository, as it knows files', () =>
    verify({ contract: knownFilesContract, subject: subject(({ catalog }) => catalog), it }));

  describe('SqlCatalogRepository, with shared blobs', () =>
    verify({ contract: sharedBlobsContract, subject: subject((repositories) => repositories), it }));

  describe('TypeOrmAlbumRepository', () =>
    verify({
      contract: albumRepositoryContract,
      subject: subject(({ albums, catalog, outbox }) => ({ albums, catalog, outbox })),
      it,
    }));

  describe('SqlTrash', () =>
    verify({ contract: trashContract, subject: subject((repositories) => repositories), it }));

  describe('TypeOrmGrantRepository', () =>
    verify({ contract: grantRepositoryContract, subject: subject((repositories) => repositories), it }));

  describe('TypeOrmGroupRepository', () =>
    verify({ contract: groupRepositoryContract, subject: subject(({ groups }) => groups), it }));

  describe('TypeOrmLinkRepository', () =>
    verify({ contract: linkRepositoryContract, subject: subject(({ links }) => links), it }));

  describe('TypeOrmWebhookEndpointRepository', () =>
    verify({
      contract: webhookEndpointRepositoryContract,
      subject: subject(({ webhookEndpoints }) => webhookEndpoints),
      it,
    }));

  describe('TypeOrmWebhookDeliveryRepository', () =>
    verify({
      contract: webhookDeliveryRepositoryContract,
      subject: subject(({ webhookDeliveries: deliveries, webhookEndpoints: endpoints }) => ({
        deliveries,
        endpoints,
      })),
      it,
    }));

  describe('TypeOrmWebhookDeliveryRepository, as queues', () =>
    verify({
      contract: webhookQueueContract,
      subject: subject(({ webhookDeliveries: deliveries, webhookEndpoints: endpoints }) => ({
        deliveries,
        endpoints,
      })),
      it,
    }));

  describe('SqlPreparedUploadRepository', () =>
    verify({
      contract: preparedUploadRepositoryContract,
      subject: subject(({ preparedUploads }) => preparedUploads),
      it,
    }));

  describe('TypeOrmFolderDefaultRepository', () =>
    verify({
      contract: folderDefaultRepositoryContract,
      subject: subject(({ folderDefaults }) => folderDefaults),
      it,
    }));

  describe('TypeOrmPresetRepository', () =>
    verify({
      contract: presetRepositoryContract,
      subject: subject(({ presets }) => presets),
      it,
    }));

  describe('TypeOrmSigningKeyRepository', () =>
    verify({
      contract: signingKeyRepositoryContract,
      subject: subject(({ signingKeys }) => signingKeys),
      it,
    }));

  describe('TypeOrmPhotoLinkRepository', () =>
    verify({
      contract: photoLinkRepositoryContract,
      subject: subject(({ photoLinks: links, spaces }) => ({ links, spaces })),
      it,
    }));

  describe('SqlFeatureTrash', () =>
    verify({
      contract: spaceTrashContract,
      subject: subject(({ featureTrash: held, photoLinks: links, links: shareLinks, ...repositories }) => ({
        ...repositories,
        held,
        links,
        shareLinks,
      })),
      it,
    }));

  describe('TypeOrmSpaceRepository', () =>
    verify({
      contract: spaceRepositoryContract,
      subject: subject(({ spaces }) => spaces),
      it,
    }));

  describe('TypeOrmAccountRepository', () =>
    verify({
      contract: accountRepositoryContract,
      subject: subject(({ accounts }) => accounts),
      it,
    }));

  describe('TypeOrmAccountOpening', () =>
    verify({
      contract: accountOpeningContract,
      subject: subject(({ openings, accounts, catalog }) => ({ openings, accounts, catalog })),
      it,
    }));

  describe('SqlOwnerTraces', () =>
    verify({ contract: ownerTracesContract, subject: subject((repositories) => repositories), it }));

  describe('TypeOrmUserJobRepository', () =>
    verify({
      contract: userJobRepositoryContract,
      subject: subject(({ userJobs, outbox }) => ({ userJobs, outbox, work })),
      it,
    }));

  describe('TypeOrmFailedWorkRepository', () =>
    verify({
      contract: failedWorkRepositoryContract,
      subject: subject(({ failedWork }) => failedWork),
      it,
    }));

  describe('TypeOrmIdempotencyRepository', () =>
    verify({
      contract: idempotencyRepositoryContract,
      subject: subject(({ idempotency }) => idempotency),
      it,
    }));

  describe('SqlOutbox', () =>
    verify({
      contract: outboxContract,
      subject: subject(({ outbox, catalog, spaces }) => ({ outbox, catalog, spaces, work })),
      it,
    }));

  describe('TypeOrmApiKeyRepository', () =>
    verify({
      contract: apiKeyRepositoryContract,
      subject: subject(({ keys }) => keys),
      it,
    }));

  describe('SqlAuditTrail', () =>
    verify({ contract: auditTrailContract, subject: subject(({ audit }) => audit), it }));

  const users = subject((repositories) => repositories);

  describe('TypeOrmUserRepository', () => verify({ contract: userRepositoryContract, subject: users, it }));

  describe('TypeOrmSessionRepository', () =>
    verify({ contract: sessionRepositoryContract, subject: users, it }));

  describe('TypeOrmIdentityRepository', () =>
    verify({ contract: identityRepositoryContract, subject: users, it }));

  describe('TypeOrmPasskeyRepository', () =>
    verify({ contract: passkeyRepositoryContract, subject: users, it }));

  describe('TypeOrmChallengeRepository', () =>
    verify({ contract: challengeRepositoryContract, subject: users, it }));

  describe('TypeOrmInviteRepository', () =>
    verify({ contract: inviteRepositoryContract, subject: users, it }));
});
