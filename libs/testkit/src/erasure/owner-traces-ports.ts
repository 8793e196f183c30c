import type {
  AccountRepository,
  ApiKeyRepository,
  AuditTrail,
  GrantRepository,
  GroupRepository,
  IdentityRepository,
  InviteRepository,
  LinkRepository,
  SessionRepository,
  UploadTokenRepository,
  UserRepository,
} from '@cairn/access/spi';
import type {
  AlbumRepository,
  CatalogRepository,
  ContributionRepository,
  FolderDefaultRepository,
  PreparedUploadRepository,
  SigningKeyRepository,
} from '@cairn/images/spi';
import type {
  Erased,
  IdempotencyRepository,
  OwnerTraces,
  TraceCounts,
  Trash,
  UserJobRepository,
} from '@cairn/kernel';
import type { MapRepository } from '@cairn/maps/spi';
import type { PhotoLinkRepository } from '@cairn/photo-places/spi';
import type { SpaceRepository } from '@cairn/spaces/spi';
import type { WebhookDeliveryRepository, WebhookEndpointRepository } from '@cairn/webhooks/spi';
import { aGrant, aGroup, aLink, anUploadToken } from '../access/sharing-builders.js';
import {
  anAccount,
  anAlbum,
  anApiKey,
  anIdentity,
  anImage,
  anInvite,
  aSession,
  aSigningKey,
  aSpace,
  aUser,
  identifier,
  next,
} from '../builders.js';
import { aWantedClaim } from '../kernel/idempotency-repository.contract.js';
import { aUserJob } from '../kernel/user-job-repository.contract.js';
import { aLayer, aMap } from '../maps/map-builders.js';
import { aDisposal, ENOUGH, NOW } from '../trash/trash-ports.js';
import { aDelivery, anEndpoint } from '../webhooks/webhook-builders.js';

/** The port under test, and the repositories that make what it finds. */
export interface OwnerTracesPorts {
  readonly ownerTraces: OwnerTraces;
  readonly accounts: AccountRepository;
  readonly users: UserRepository;
  readonly sessions: SessionRepository;
  readonly invites: InviteRepository;
  readonly identities: IdentityRepository;
  readonly keys: ApiKeyRepository;
  readonly links: LinkRepository;
  readonly uploadTokens: UploadTokenRepository;
  readonly signingKeys: SigningKeyRepository;
  readonly grants: GrantRepository;
  readonly groups: GroupRepository;
  readonly audit: AuditTrail;
  readonly catalog: CatalogRepository;
  readonly preparedUploads: PreparedUploadRepository;
  readonly albums: AlbumRepository;
  readonly contributions: ContributionRepository;
  readonly folderDefaults: FolderDefaultRepository;
  readonly trash: Trash;
  readonly spaces: SpaceRepository;
  readonly photoLinks: PhotoLinkRepository;
  readonly maps: MapRepository;
  readonly userJobs: UserJobRepository;
  readonly idempotency: IdempotencyRepository;
  readonly webhookEndpoints: WebhookEndpointRepository;
  readonly webhookDeliveries: WebhookDeliveryRepository;
}

/** Who is erased if this owner is: their user and key are called after them. */
export const erasedOf = (owner: string): Erased => ({
  owner,
  actors: [`user:${owner}-user`, `key:${owner}-key`],
});

/** What `fill` makes that no use case deletes. */
export const ERASABLE: TraceCounts = {
  accounts: 1,
  sessions: 1,
  invites: 2,
  identities: 1,
  keys: 1,
  grants: 2,
  groups: 1,
  members: 1,
  links: 1,
  uploadTokens: 2,
  auditEntries: 1,
  quotas: 1,
  guests: 1,
  folderDefaults: 1,
  signingKeys: 1,
  jobs: 1,
  idempotencyKeys: 1,
  webhooks: 1,
};

/** What `fill` makes that use cases delete. */
export const APART: TraceCounts = {
  users: 1,
  preparedUploads: 1,
  images: 1,
  albums: 1,
  trash: 1,
  contributions: 1,
  addresses: 1,
  spaces: 1,
  photoLinks: 1,
  maps: 1,
  mapLayers: 1,
  deliveries: 1,
};

/** Makes something of each kind for an owner, with a user and a key called after them. */
export async function fill(ports: OwnerTracesPorts, owner: string): Promise<void> {
  const [userId, { number, createdAt: now }] = [`${owner}-user`, next()];
  const account = anAccount({ id: owner });
  await ports.users
    .admit(aUser({ id: 'admin', role: 'owner', accountId: 'root' }), {
      account: anAccount({ id: 'root' }),
    })
    .catch(() => undefined); // the second time there is one
  const invite = anInvite({ userId: 'admin' });
  await ports.invites.add(invite);
  await ports.users.admit(aUser({ id: userId, role: 'owner', accountId: owner }), {
    digest: invite.digest,
    account,
  });
  await ports.sessions.add(aSession({ userId }));
  await ports.identities.add(anIdentity({ userId }));
  await ports.invites.add(anInvite({ userId }));
  await ports.invites.add(anInvite({ userId }));
  await ports.keys.add(anApiKey({ id: `${owner}-key`, accountId: owner, userId }));
  const resource = { type: 'folder', id: 'guests' } as const;
  const link = aLink({ accountId: owner, resource, role: 'contributor', approval: 'required' });
  await ports.links.add(link);
  await ports.uploadTokens.add(anUploadToken({ accountId: owner }));
  await ports.uploadTokens.add(
    anUploadToken({ accountId: 'root', createdBy: `user:${userId}`, byGrant: true }),
  );
  await ports.signingKeys.add(aSigningKey({ uploadsTo: owner }));
  await ports.grants.give(aGrant({ accountId: owner, to: { type: 'user', id: 'somebody' } }));
  await ports.grants.give(aGrant({ accountId: 'root', to: { type: 'user', id: userId } }));
  await ports.groups.add(aGroup({ accountId: owner, memberIds: ['somebody'] }), ENOUGH);
  await ports.groups.add(aGroup({ accountId: 'root', memberIds: [userId] }), ENOUGH);
  await ports.audit.append([
    {
      id: identifier(number, 22),
      at: now,
      accountId: owner,
      principal: 'token',
      operation: 'x',
      status: 200,
    },
  ]);
  const [image, removed] = [anImage({ owner }), anImage({ owner })];
  for (const each of [image, removed]) await ports.catalog.add(each, ENOUGH);
  // Not yet, where a job empties the trash meanwhile.
  await ports.catalog.remove(owner, removed.id, aDisposal({ expiresAt: NOW }));
  await ports.contributions.add({
    image: anImage({ owner, path: resource.id, addedBy: `link:${link.id}`, guest: `${owner}-guest` }),
    linkId: link.id,
    place: resource,
    guestName: 'Ada',
    defaultQuota: ENOUGH,
    bytes: { now },
    maxImages: ENOUGH,
  });
  await ports.preparedUploads.add({ blobKey: `${owner}-blob`, owner, preparedAt: now });
  await ports.albums.add(anAlbum({ owner }), { imageIds: [image.id], maxImages: ENOUGH });
  await ports.folderDefaults.put(owner, { path: 'holiday', visibility: 'private' }, ENOUGH);
  const space = aSpace({ owner });
  await ports.spaces.add(space);
  const source = { kind: 'folder', path: 'holiday' } as const;
  await ports.photoLinks.put({
    id: identifier(number, 22),
    owner,
    source,
    spaceId: space.id,
    now,
    maxLinks: ENOUGH,
  });
  await ports.maps.insert(aMap({ owner, layers: [aLayer({ space: space.id })] }));
  await ports.userJobs.add(aUserJob({ id: `job of ${owner}`, owner }), ENOUGH);
  await ports.idempotency.claim(aWantedClaim({ id: `claim of ${owner}`, owner }));
  const endpoint = anEndpoint({ accountId: owner });
  await ports.webhookEndpoints.add(endpoint, ENOUGH);
  await ports.webhookDeliveries.add([aDelivery(endpoint)]);
}

/** What is counted, without the index of images, which not every store has. */
export async function countOf({ ownerTraces }: OwnerTracesPorts, owner: string): Promise<TraceCounts> {
  const { imageIndex: _, ...counts } = await ownerTraces.count(erasedOf(owner));
  return counts;
}

/** Erases until there is nothing left, and returns the sums. */
export async function eraseAll({ ownerTraces }: OwnerTracesPorts, erased: Erased): Promise<TraceCounts> {
  const sums: Record<string, number> = {};
  for (;;) {
    const counts = Object.entries(await ownerTraces.erase(erased));
    if (counts.length === 0) return sums;
    for (const [kind, count] of counts) sums[kind] = (sums[kind] ?? 0) + count;
  }
}
