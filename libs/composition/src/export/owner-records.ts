import { AccountNotFound, type ApiKey, type Link, type UploadToken } from '@cairn/access';
import {
  AccountRepository,
  ApiKeyRepository,
  AuditTrail,
  GrantRepository,
  GroupRepository,
  IdentityRepository,
  LinkRepository,
  PasskeyRepository,
  UploadTokenRepository,
  UserRepository,
} from '@cairn/access/spi';
import { addressOf, BULK_JOB, IMPORT_JOB, type Guest, type Image } from '@cairn/images';
import {
  AlbumRepository,
  ByteQuotaRepository,
  CatalogRepository,
  ContributionRepository,
  FolderDefaultRepository,
  type ImagePage,
} from '@cairn/images/spi';
import {
  Clock,
  Trash,
  UserJobRepository,
  walk,
  type Page,
  type PageRequest,
  type PortsOf,
} from '@cairn/kernel';
import { MapRepository } from '@cairn/maps/spi';
import { PhotoLinkRepository } from '@cairn/photo-places/spi';
import { SpaceRepository } from '@cairn/spaces/spi';
import type { WebhookEndpoint } from '@cairn/webhooks';
import { WebhookEndpointRepository } from '@cairn/webhooks/spi';

/** Records that are held at once. */
const AT_ONCE = 200;

type Records = AsyncIterable<readonly object[]>;

/** Reads the records of an owner, without secrets and what is derived from them. */
export class OwnerRecords {
  static readonly ports = {
    accounts: AccountRepository,
    users: UserRepository,
    identities: IdentityRepository,
    passkeys: PasskeyRepository,
    keys: ApiKeyRepository,
    links: LinkRepository,
    uploadTokens: UploadTokenRepository,
    grants: GrantRepository,
    groups: GroupRepository,
    audit: AuditTrail,
    catalog: CatalogRepository,
    byteQuotas: ByteQuotaRepository,
    albums: AlbumRepository,
    contributions: ContributionRepository,
    folderDefaults: FolderDefaultRepository,
    trash: Trash,
    spaces: SpaceRepository,
    maps: MapRepository,
    photoLinks: PhotoLinkRepository,
    jobs: UserJobRepository,
    webhooks: WebhookEndpointRepository,
    clock: Clock,
  };

  constructor(private readonly ports: PortsOf<typeof OwnerRecords.ports>) {}

  /** The account with its users, where it is one of Cairn's, and what its quotas count. */
  async account(owner: string): Promise<object> {
    const { accounts, users, identities, passkeys, catalog, byteQuotas, clock } = this.ports;
    const found = await accounts.get(owner).catch(ignoreAbsence);
    const own = (await users.list()).filter(({ accountId }) => accountId === owner);
    return {
      owner,
      exportedAt: clock.now(),
      account: found,
      users: await Promise.all(
        own.map(async ({ passwordHash: _, ...user }) => ({
          ...user,
          identities: await identities.list(user.id),
          passkeys: (await passkeys.list(user.id)).map(({ id, name, createdAt, lastUsedAt }) => ({
            id,
            name,
            createdAt,
            lastUsedAt,
          })),
          grants: await this.ports.grants.heldBy(`user:${user.id}`),
        })),
      ),
      images: await catalog.usage(owner),
      bytes: await byteQuotas.usage(owner, clock.now()),
    };
  }

  /** By the name of their file, in pages. */
  all(owner: string): Readonly<Record<string, Records>> {
    const { keys, links, uploadTokens, grants, groups, audit, folderDefaults } = this.ports;
    const { trash, photoLinks, jobs, webhooks } = this.ports;
    const kinds = [IMPORT_JOB, BULK_JOB];
    return {
      images: mapped(this.images(owner), recordOf),
      albums: this.albums(owner),
      spaces: this.spaces(owner),
      maps: this.maps(owner),
      folderDefaults: once(() => folderDefaults.list(owner)),
      photoLinks: once(() => photoLinks.list([owner])),
      trash: pages((page) => trash.list(owner, {}, page)),
      contributions: this.waiting(owner),
      guests: this.guests(owner),
      keys: mapped(
        pages((page) => keys.list(owner, page)),
        withoutDigest,
      ),
      links: mapped(
        pages((page) => links.list(owner, page)),
        withoutSecret,
      ),
      uploadTokens: mapped(
        pages((page) => uploadTokens.list({ accountId: owner }, page)),
        withoutDigest,
      ),
      grants: pages((page) => grants.list(owner, page)),
      groups: once(() => groups.list(owner)),
      webhooks: mapped(
        once(() => webhooks.list(owner)),
        withoutSecrets,
      ),
      jobs: pages((page) => jobs.list({ owner, kinds }, page)),
      audit: pages((page) => audit.list({ accountId: owner }, page)),
    };
  }

  /** The oldest first. */
  async *images(owner: string): AsyncGenerator<readonly Image[]> {
    let after: ImagePage['next'];
    do {
      const query = { where: [], sort: 'oldest' } as const;
      const page = await this.ports.catalog.list(owner, query, { limit: AT_ONCE, after });
      yield page.images;
      after = page.next;
    } while (after !== undefined);
  }

  /** Images that wait for approval, the oldest first. */
  waiting(owner: string) {
    return pages((page) => this.ports.contributions.list(owner, {}, page));
  }

  private async *guests(owner: string): AsyncGenerator<readonly Guest[]> {
    let found: readonly Guest[] = [];
    do {
      found = await this.ports.contributions.listGuests(owner, AT_ONCE, found.at(-1)?.id);
      yield found;
    } while (found.length === AT_ONCE);
  }

  spaces(owner: string) {
    return pages((page) => this.ports.spaces.list({ owner }, page));
  }

  /** With their layers. */
  private async *maps(owner: string): AsyncGenerator<readonly object[]> {
    const { maps } = this.ports;
    for await (const found of pages((page) => maps.list(owner, page)))
      for (const { id } of found) {
        const map = await maps.find({ owner, id });
        if (map !== undefined) yield [map];
      }
  }

  /** With the ids of their images in order; of smart albums with their query. */
  private async *albums(owner: string): AsyncGenerator<readonly object[]> {
    const { albums } = this.ports;
    for await (const found of pages((page) => albums.list(owner, page)))
      for (const { album } of found) {
        if (album.query !== undefined) yield [album];
        else {
          const imageIds: string[] = [];
          for await (const images of pages((page) => albums.images({ owner, id: album.id }, page)))
            imageIds.push(...images.map(({ id }) => id));
          yield [{ ...album, imageIds }];
        }
      }
  }
}

function pages<T>(list: (page: PageRequest) => Promise<Page<T>>): AsyncGenerator<readonly T[]> {
  return walk((after) => list({ limit: AT_ONCE, after }));
}

async function* once<T>(list: () => Promise<readonly T[]>): AsyncGenerator<readonly T[]> {
  yield await list();
}

async function* mapped<T, R>(
  given: AsyncIterable<readonly T[]>,
  map: (item: T) => R,
): AsyncGenerator<readonly R[]> {
  for await (const items of given) yield items.map(map);
}

/** An owner of the application has no account. */
function ignoreAbsence(error: unknown): undefined {
  if (!(error instanceof AccountNotFound)) throw error;
}

const recordOf = (image: Image): object => ({ ...image, address: addressOf(image) });
const withoutDigest = ({ digest: _, ...shown }: ApiKey | UploadToken): object => shown;
const withoutSecret = ({ digest: _, passwordHash: __, ...link }: Link): object => link;
const withoutSecrets = ({ secret: _, formerSecret: __, ...endpoint }: WebhookEndpoint): object => endpoint;
