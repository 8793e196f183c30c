import type {
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
import type {
  AlbumRepository,
  ByteQuotaRepository,
  CatalogRepository,
  FolderDefaultRepository,
  InstallationRepository,
  PresetRepository,
  SigningKeyRepository,
} from '@cairn/images/spi';
import type {
  FailedWorkRepository,
  IdempotencyRepository,
  Outbox,
  Trash,
  UserJobRepository,
} from '@cairn/kernel';
import type { PhotoLinkRepository } from '@cairn/photo-places/spi';
import type { WebhookDeliveryRepository, WebhookEndpointRepository } from '@cairn/webhooks/spi';
import type { FeaturePorts, FeatureTrash, SpaceRepository } from '@cairn/spaces/spi';
import type { Database } from './sql/database.js';
import { TypeOrmAccountOpening } from './access/typeorm-account-opening.js';
import { TypeOrmAccountRepository } from './access/typeorm-account-repository.js';
import { TypeOrmApiKeyRepository } from './access/typeorm-api-key-repository.js';
import { TypeOrmAuditTrail } from './access/typeorm-audit-trail.js';
import { TypeOrmChallengeRepository } from './access/typeorm-challenge-repository.js';
import { TypeOrmGrantRepository } from './access/typeorm-grant-repository.js';
import { TypeOrmGroupRepository } from './access/typeorm-group-repository.js';
import { TypeOrmIdentityRepository } from './access/typeorm-identity-repository.js';
import { TypeOrmInviteRepository } from './access/typeorm-invite-repository.js';
import { TypeOrmLinkRepository } from './access/typeorm-link-repository.js';
import { TypeOrmPasskeyRepository } from './access/typeorm-passkey-repository.js';
import { TypeOrmSessionRepository } from './access/typeorm-session-repository.js';
import { TypeOrmUserRepository } from './access/typeorm-user-repository.js';
import { TypeOrmAlbumRepository } from './images/typeorm-album-repository.js';
import { TypeOrmByteQuotaRepository } from './images/typeorm-byte-quota-repository.js';
import { TypeOrmCatalogRepository } from './images/typeorm-catalog-repository.js';
import { TypeOrmFolderDefaultRepository } from './images/typeorm-folder-default-repository.js';
import { TypeOrmInstallationRepository } from './images/typeorm-installation-repository.js';
import { TypeOrmPresetRepository } from './images/typeorm-preset-repository.js';
import { TypeOrmSigningKeyRepository } from './images/typeorm-signing-key-repository.js';
import { TypeOrmFailedWorkRepository } from './kernel/typeorm-failed-work-repository.js';
import { TypeOrmIdempotencyRepository } from './kernel/typeorm-idempotency-repository.js';
import { TypeOrmUserJobRepository } from './kernel/typeorm-user-job-repository.js';
import { TypeOrmOutbox } from './kernel/typeorm-outbox.js';
import { TypeOrmFeatureTrash } from './spaces/typeorm-feature-trash.js';
import { TypeOrmPhotoLinkRepository } from './spaces/typeorm-photo-link-repository.js';
import { TypeOrmSpaceRepository } from './spaces/typeorm-space-repository.js';
import { TypeOrmTrash } from './trash/typeorm-trash.js';
import { TypeOrmWebhookDeliveryRepository } from './webhooks/typeorm-webhook-delivery-repository.js';
import { TypeOrmWebhookEndpointRepository } from './webhooks/typeorm-webhook-endpoint-repository.js';

/** Every repository of a relational database. */
export interface Repositories {
  readonly accounts: AccountRepository;
  readonly keys: ApiKeyRepository;
  readonly audit: AuditTrail;
  readonly users: UserRepository;
  readonly sessions: SessionRepository;
  readonly invites: InviteRepository;
  readonly links: LinkRepository;
  readonly grants: GrantRepository;
  readonly groups: GroupRepository;
  readonly identities: IdentityRepository;
  readonly passkeys: PasskeyRepository;
  readonly challenges: ChallengeRepository;
  readonly catalog: CatalogRepository;
  readonly byteQuotas: ByteQuotaRepository;
  readonly albums: AlbumRepository;
  readonly trash: Trash;
  readonly folderDefaults: FolderDefaultRepository;
  readonly installations: InstallationRepository;
  readonly presets: PresetRepository;
  readonly signingKeys: SigningKeyRepository;
  readonly spaces: SpaceRepository;
  readonly features: FeaturePorts;
  readonly featureTrash: FeatureTrash;
  readonly photoLinks: PhotoLinkRepository;
  readonly outbox: Outbox;
  readonly failedWork: FailedWorkRepository;
  readonly idempotency: IdempotencyRepository;
  readonly webhookEndpoints: WebhookEndpointRepository;
  readonly webhookDeliveries: WebhookDeliveryRepository;
  readonly userJobs: UserJobRepository;
  readonly openings: Pick<TypeOrmAccountOpening, 'add'>;
}

/** An open database with its repositories. */
export interface RelationalStore {
  readonly repositories: Repositories;
  /** Resolves when the database can be read and written. @throws {StorageUnavailable} {StorageFull} */
  check(): Promise<void>;
  /** Waits for pending work and closes the database. A second call waits for the first. */
  close(): Promise<void>;
}

/** All repositories except the features, which each database stores in its own way. */
export function repositoriesOver(database: Database): Omit<Repositories, 'features'> {
  return {
    accounts: new TypeOrmAccountRepository(database),
    keys: new TypeOrmApiKeyRepository(database),
    audit: new TypeOrmAuditTrail(database),
    users: new TypeOrmUserRepository(database),
    sessions: new TypeOrmSessionRepository(database),
    invites: new TypeOrmInviteRepository(database),
    grants: new TypeOrmGrantRepository(database),
    groups: new TypeOrmGroupRepository(database),
    links: new TypeOrmLinkRepository(database),
    identities: new TypeOrmIdentityRepository(database),
    passkeys: new TypeOrmPasskeyRepository(database),
    challenges: new TypeOrmChallengeRepository(database),
    catalog: new TypeOrmCatalogRepository(database),
    byteQuotas: new TypeOrmByteQuotaRepository(database),
    albums: new TypeOrmAlbumRepository(database),
    trash: new TypeOrmTrash(database),
    folderDefaults: new TypeOrmFolderDefaultRepository(database),
    installations: new TypeOrmInstallationRepository(database),
    presets: new TypeOrmPresetRepository(database),
    signingKeys: new TypeOrmSigningKeyRepository(database),
    spaces: new TypeOrmSpaceRepository(database),
    featureTrash: new TypeOrmFeatureTrash(database),
    photoLinks: new TypeOrmPhotoLinkRepository(database),
    outbox: new TypeOrmOutbox(database),
    failedWork: new TypeOrmFailedWorkRepository(database),
    idempotency: new TypeOrmIdempotencyRepository(database),
    webhookEndpoints: new TypeOrmWebhookEndpointRepository(database),
    webhookDeliveries: new TypeOrmWebhookDeliveryRepository(database),
    userJobs: new TypeOrmUserJobRepository(database),
    openings: new TypeOrmAccountOpening(database),
  };
}
