import {
  catalogTraces,
  MemoryAccountOpening,
  MemoryAccountRepository,
  MemoryAlbumRepository,
  MemoryApiKeyRepository,
  MemoryAuditTrail,
  MemoryCatalogRepository,
  MemoryChallengeRepository,
  MemoryContributionRepository,
  MemoryFailedWorkRepository,
  MemoryFeatureStore,
  MemoryFolderDefaultRepository,
  MemoryGrantRepository,
  MemoryGroupRepository,
  MemoryIdempotencyRepository,
  MemoryIdentityRepository,
  MemoryInstallationRepository,
  MemoryInviteRepository,
  MemoryLinkRepository,
  MemoryMapRepository,
  MemoryOutbox,
  MemoryOwnerTraces,
  MemoryPasskeyRepository,
  MemoryPresetRepository,
  MemoryPhotoLinkRepository,
  MemoryPreparedUploadRepository,
  MemorySessionRepository,
  MemorySignInRecords,
  MemorySigningKeyRepository,
  MemorySpaceRepository,
  MemoryTrash,
  MemoryUploadTokenRepository,
  MemoryUserJobRepository,
  MemoryUserRepository,
  MemoryWebhookDeliveryRepository,
  MemoryWebhookEndpointRepository,
} from '@cairn/adapter-memory';
import type { Clock, CurrentWork } from '@cairn/kernel';
import type { DatabaseAdapters } from '../settings/database-ports.js';

/**
 * In-memory adapters of every port of a database, for tests, demos and use beside a custom store. Events happen by the
 * clock, by default that of the system, in the trace of the current work.
 */
export function memoryRepositories(clock?: Clock, currentWork?: () => CurrentWork): DatabaseAdapters {
  const outbox = new MemoryOutbox(clock, currentWork);
  const accounts = new MemoryAccountRepository();
  const records = new MemorySignInRecords();
  const grants = new MemoryGrantRepository(records);
  const links = new MemoryLinkRepository();
  const trash = new MemoryTrash({ outbox, shared: [grants, links] });
  const catalog = new MemoryCatalogRepository(outbox, trash);
  const keys = new MemoryApiKeyRepository(records);
  const spaces = new MemorySpaceRepository(outbox, trash);
  const webhookEndpoints = new MemoryWebhookEndpointRepository();
  const features = new MemoryFeatureStore(spaces, outbox);
  const albums = new MemoryAlbumRepository(catalog, outbox);
  const traced = {
    accounts,
    byteQuotas: catalog.byteQuotas,
    keys,
    links,
    spaces,
    trash,
    webhookEndpoints,
    webhookDeliveries: new MemoryWebhookDeliveryRepository(webhookEndpoints),
    idempotency: new MemoryIdempotencyRepository(),
    userJobs: new MemoryUserJobRepository(outbox),
    audit: new MemoryAuditTrail(),
    albums,
    contributions: new MemoryContributionRepository({ catalog, albums, links, outbox }),
    preparedUploads: new MemoryPreparedUploadRepository(),
    folderDefaults: new MemoryFolderDefaultRepository(),
    photoLinks: new MemoryPhotoLinkRepository(spaces),
    maps: new MemoryMapRepository(trash, outbox),
    signingKeys: new MemorySigningKeyRepository(),
  };
  return {
    ...traced,
    catalog,
    lookAlikes: catalog.lookAlikes,
    ownerTraces: new MemoryOwnerTraces([
      records,
      { traces: catalogTraces(catalog) },
      ...Object.values(traced),
    ]),
    outbox,
    failedWork: new MemoryFailedWorkRepository(),
    installations: new MemoryInstallationRepository(),
    presets: new MemoryPresetRepository(),
    features,
    featureTrash: features.trash,
    openings: new MemoryAccountOpening({ accounts, catalog, byteQuotas: catalog.byteQuotas }),
    users: new MemoryUserRepository(records, { accounts, keys }),
    sessions: new MemorySessionRepository(records),
    invites: new MemoryInviteRepository(records),
    uploadTokens: new MemoryUploadTokenRepository(records),
    grants,
    groups: new MemoryGroupRepository(records),
    identities: new MemoryIdentityRepository(records),
    passkeys: new MemoryPasskeyRepository(records),
    challenges: new MemoryChallengeRepository(records),
  };
}
