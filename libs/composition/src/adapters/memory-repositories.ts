import {
  MemoryAccountOpening,
  MemoryAccountRepository,
  MemoryAlbumRepository,
  MemoryApiKeyRepository,
  MemoryAuditTrail,
  MemoryCatalogRepository,
  MemoryChallengeRepository,
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
  MemoryOutbox,
  MemoryPasskeyRepository,
  MemoryPresetRepository,
  MemoryPhotoLinkRepository,
  MemoryPreparedUploadRepository,
  MemorySessionRepository,
  MemorySignInRecords,
  MemorySigningKeyRepository,
  MemorySpaceRepository,
  MemoryTrash,
  MemoryUserJobRepository,
  MemoryUserRepository,
  MemoryWebhookDeliveryRepository,
  MemoryWebhookEndpointRepository,
} from '@cairn/adapter-memory';
import type { Clock } from '@cairn/kernel';
import type { DatabaseAdapters } from '../settings/database-ports.js';

/**
 * In-memory adapters of every port of a database, for tests, demos and use beside a custom store. Events happen by the
 * clock, by default that of the system.
 */
export function memoryRepositories(clock?: Clock): DatabaseAdapters {
  const outbox = new MemoryOutbox(clock);
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
  return {
    outbox,
    failedWork: new MemoryFailedWorkRepository(),
    idempotency: new MemoryIdempotencyRepository(),
    webhookEndpoints,
    webhookDeliveries: new MemoryWebhookDeliveryRepository(webhookEndpoints),
    userJobs: new MemoryUserJobRepository(outbox),
    accounts,
    catalog,
    byteQuotas: catalog.byteQuotas,
    trash,
    audit: new MemoryAuditTrail(),
    albums: new MemoryAlbumRepository(catalog, outbox),
    preparedUploads: new MemoryPreparedUploadRepository(),
    folderDefaults: new MemoryFolderDefaultRepository(),
    installations: new MemoryInstallationRepository(),
    presets: new MemoryPresetRepository(),
    signingKeys: new MemorySigningKeyRepository(),
    spaces,
    features,
    featureTrash: features.trash,
    photoLinks: new MemoryPhotoLinkRepository(spaces),
    openings: new MemoryAccountOpening({ accounts, catalog, byteQuotas: catalog.byteQuotas }),
    keys,
    users: new MemoryUserRepository(records, { accounts, keys }),
    sessions: new MemorySessionRepository(records),
    invites: new MemoryInviteRepository(records),
    links,
    grants,
    groups: new MemoryGroupRepository(records),
    identities: new MemoryIdentityRepository(records),
    passkeys: new MemoryPasskeyRepository(records),
    challenges: new MemoryChallengeRepository(records),
  };
}
