import {
  AccountRepository,
  ApiKeyRepository,
  AuditTrail,
  ChallengeRepository,
  GrantRepository,
  GroupRepository,
  IdentityRepository,
  InviteRepository,
  LinkRepository,
  PasskeyRepository,
  SessionRepository,
  UserRepository,
} from '@cairn/access/spi';
import {
  AlbumRepository,
  ByteQuotaRepository,
  CatalogRepository,
  FolderDefaultRepository,
  InstallationRepository,
  PresetRepository,
  SigningKeyRepository,
} from '@cairn/images/spi';
import {
  MemoryFailedWorkRepository,
  MemoryAuditTrail,
  MemoryIdempotencyRepository,
  MemoryOutbox,
  MemoryUserJobRepository,
  MemoryWebhookDeliveryRepository,
  MemoryWebhookEndpointRepository,
} from '@cairn/adapter-memory';
import { FailedWorkRepository, IdempotencyRepository, Outbox, Trash, UserJobRepository } from '@cairn/kernel';
import { PhotoLinkRepository } from '@cairn/photo-places/spi';
import { SpaceStorage } from '@cairn/spaces';
import { WebhookDeliveryRepository, WebhookEndpointRepository } from '@cairn/webhooks/spi';
import {
  FeatureAnalytics,
  FeatureMaintenance,
  FeatureStore,
  FeatureTrash,
  SpaceRepository,
} from '@cairn/spaces/spi';
import { ContainerModule } from 'inversify';
import type { DatabaseAdapters, DatabaseSettings } from '../settings/application-settings.js';
import { AccountOpening } from '../use-cases/open-account.js';
import { memoryRepositories } from './memory-repositories.js';
import { customResource, inMemory, type DatabasePart, type OpenedPart, type Resource } from './part.js';
import { vacuumJob } from './vacuum-job.js';

/** Opens the database of the settings, migrating it where needed. */
export async function openDatabase(settings: DatabaseSettings): Promise<OpenedPart<DatabasePart>> {
  switch (settings.kind) {
    case 'sqlite': {
      const { openSqlite } = await import('@cairn/adapter-typeorm');
      const database = await openSqlite(settings);
      return {
        part: databasePart(database, alone, [vacuumJob(database)]),
        module: repositoriesModule(database.repositories, 'sqlite'),
      };
    }
    case 'postgres': {
      const { openPostgres } = await import('@cairn/adapter-typeorm');
      const database = await openPostgres({ url: settings.url });
      return {
        part: databasePart(database, () => database.leads()),
        module: repositoriesModule(database.repositories, 'psql'),
      };
    }
    case 'memory':
      return {
        part: databasePart(inMemory, alone),
        module: repositoriesModule(memoryRepositories(), 'memory'),
      };
    case 'custom': {
      const { repositories, storageId = 'custom', leads = alone } = settings;
      return {
        part: databasePart(customResource(settings), leads),
        module: repositoriesModule(repositories, storageId),
      };
    }
  }
}

/** For stores that only one process can open. */
const alone = async (): Promise<boolean> => true;

function databasePart(
  resource: Resource,
  leads: DatabasePart['leads'],
  jobs: DatabasePart['jobs'] = [],
): DatabasePart {
  return { name: 'database', check: () => resource.check(), close: () => resource.close(), leads, jobs };
}

function repositoriesModule(repositories: DatabaseAdapters, storageId: string): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(CatalogRepository).toConstantValue(repositories.catalog);
    bind(ByteQuotaRepository).toConstantValue(repositories.byteQuotas);
    bind(AlbumRepository).toConstantValue(repositories.albums);
    bind(Trash).toConstantValue(repositories.trash);
    bind(FolderDefaultRepository).toConstantValue(repositories.folderDefaults);
    bind(InstallationRepository).toConstantValue(repositories.installations);
    bind(GrantRepository).toConstantValue(repositories.grants);
    bind(GroupRepository).toConstantValue(repositories.groups);
    bind(LinkRepository).toConstantValue(repositories.links);
    bind(PresetRepository).toConstantValue(repositories.presets);
    bind(SigningKeyRepository).toConstantValue(repositories.signingKeys);
    bind(PhotoLinkRepository).toConstantValue(repositories.photoLinks);
    bind(SpaceRepository).toConstantValue(repositories.spaces);
    if (repositories.features !== undefined) {
      bind(FeatureStore).toConstantValue(repositories.features);
      bind(FeatureAnalytics).toConstantValue(repositories.features);
      bind(FeatureMaintenance).toConstantValue(repositories.features);
      if (repositories.featureTrash === undefined)
        throw new Error('Repositories with `features` need a `featureTrash`.');
      bind(FeatureTrash).toConstantValue(repositories.featureTrash);
    }
    bind(AccountRepository).toConstantValue(repositories.accounts);
    bind(Outbox).toConstantValue(repositories.outbox);
    bind(FailedWorkRepository).toConstantValue(repositories.failedWork ?? new MemoryFailedWorkRepository());
    bind(UserJobRepository).toConstantValue(
      repositories.userJobs ?? new MemoryUserJobRepository(new MemoryOutbox()),
    );
    bind(IdempotencyRepository).toConstantValue(
      repositories.idempotency ?? new MemoryIdempotencyRepository(),
    );
    const { endpoints, deliveries } = webhooksOf(repositories);
    bind(WebhookEndpointRepository).toConstantValue(endpoints);
    bind(WebhookDeliveryRepository).toConstantValue(deliveries);
    bind(AuditTrail).toConstantValue(repositories.audit ?? new MemoryAuditTrail());
    bind(AccountOpening).toConstantValue(repositories.openings);
    bind(ApiKeyRepository).toConstantValue(repositories.keys);
    bind(UserRepository).toConstantValue(repositories.users);
    bind(SessionRepository).toConstantValue(repositories.sessions);
    bind(InviteRepository).toConstantValue(repositories.invites);
    bind(IdentityRepository).toConstantValue(repositories.identities);
    bind(PasskeyRepository).toConstantValue(repositories.passkeys);
    bind(ChallengeRepository).toConstantValue(repositories.challenges);
    bind(SpaceStorage).toConstantValue(new SpaceStorage(storageId));
  });
}

/** Both from the database, or both in memory, because deliveries depend on their endpoint. */
function webhooksOf({ webhookEndpoints, webhookDeliveries }: DatabaseAdapters): {
  readonly endpoints: WebhookEndpointRepository;
  readonly deliveries: WebhookDeliveryRepository;
} {
  if (webhookEndpoints !== undefined && webhookDeliveries !== undefined)
    return { endpoints: webhookEndpoints, deliveries: webhookDeliveries };
  const endpoints = new MemoryWebhookEndpointRepository();
  return { endpoints, deliveries: new MemoryWebhookDeliveryRepository(endpoints) };
}
