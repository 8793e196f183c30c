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
  UploadTokenRepository,
  UserRepository,
} from '@cairn/access/spi';
import {
  AlbumRepository,
  ByteQuotaRepository,
  CatalogRepository,
  ContributionRepository,
  FolderDefaultRepository,
  InstallationRepository,
  LookAlikeRepository,
  PreparedUploadRepository,
  PresetRepository,
  SigningKeyRepository,
} from '@cairn/images/spi';
import {
  FailedWorkRepository,
  IdempotencyRepository,
  Outbox,
  OwnerTraces,
  Trash,
  UserJobRepository,
} from '@cairn/kernel';
import { MapRepository } from '@cairn/maps/spi';
import { PhotoLinkRepository } from '@cairn/photo-places/spi';
import { FeatureTrash, SpaceRepository, type FeaturePorts } from '@cairn/spaces/spi';
import { WebhookDeliveryRepository, WebhookEndpointRepository } from '@cairn/webhooks/spi';
import { AccountOpening } from '../use-cases/open-account.js';

/** The ports of a database, by name. What adapts them has the same names. */
export const databasePorts = {
  accounts: AccountRepository,
  keys: ApiKeyRepository,
  audit: AuditTrail,
  users: UserRepository,
  sessions: SessionRepository,
  invites: InviteRepository,
  links: LinkRepository,
  uploadTokens: UploadTokenRepository,
  grants: GrantRepository,
  groups: GroupRepository,
  identities: IdentityRepository,
  passkeys: PasskeyRepository,
  challenges: ChallengeRepository,
  catalog: CatalogRepository,
  lookAlikes: LookAlikeRepository,
  byteQuotas: ByteQuotaRepository,
  albums: AlbumRepository,
  contributions: ContributionRepository,
  trash: Trash,
  preparedUploads: PreparedUploadRepository,
  folderDefaults: FolderDefaultRepository,
  installations: InstallationRepository,
  presets: PresetRepository,
  signingKeys: SigningKeyRepository,
  spaces: SpaceRepository,
  featureTrash: FeatureTrash,
  photoLinks: PhotoLinkRepository,
  maps: MapRepository,
  outbox: Outbox,
  failedWork: FailedWorkRepository,
  idempotency: IdempotencyRepository,
  webhookEndpoints: WebhookEndpointRepository,
  webhookDeliveries: WebhookDeliveryRepository,
  userJobs: UserJobRepository,
  ownerTraces: OwnerTraces,
  openings: AccountOpening,
} as const;

type Ports = {
  readonly [Name in keyof typeof databasePorts]: (typeof databasePorts)[Name] extends abstract new (
    ...args: never
  ) => infer Port
    ? Port
    : never;
};

/**
 * Ports that are in memory by default. After a restart, everything that failed is tried anew, what accounts have asked
 * for, which requests were answered, which uploads were prepared and the audit trail are forgotten, and there are no webhooks.
 */
type InMemoryByDefault =
  | 'failedWork'
  | 'userJobs'
  | 'idempotency'
  | 'audit'
  | 'preparedUploads'
  | 'webhookEndpoints'
  | 'webhookDeliveries';

type Optional<T> = { readonly [Name in keyof T]?: T[Name] | undefined };

/** What a database stores, by port. */
export interface DatabaseAdapters
  extends Omit<Ports, InMemoryByDefault | 'featureTrash'>, Optional<Pick<Ports, InMemoryByDefault>> {
  /** Without them, spaces have no features. */
  readonly features?: FeaturePorts | undefined;
  /** Required with `features`. */
  readonly featureTrash?: FeatureTrash | undefined;
}
