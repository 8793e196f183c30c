import type {
  HubStatus,
  JobRecord,
  LoggedErrorRecord,
  QuotaDetails,
  ReadinessReport,
  RetriedJob,
  StorageUseRecord,
} from '@cairn/api-schema';
import { Accounts } from './accounts/accounts.js';
import { Keys } from './accounts/keys.js';
import { SigningKeys } from './accounts/signing-keys.js';
import { Events, type EventsOptions } from './events/events.js';
import { Features } from './features/features.js';
import { Albums } from './images/albums.js';
import type { ListOptions } from './images/images.js';
import { Images } from './images/gallery.js';
import { PhotoSpaces } from './images/photo-spaces.js';
import { Trash } from './images/trash.js';
import { Presets } from './images/presets.js';
import { Links } from './links/links.js';
import { SharedImages } from './links/shared-images.js';
import { Access } from './sharing/access.js';
import { Grants } from './sharing/grants.js';
import { Groups } from './sharing/groups.js';
import { path, queryText } from './transport/address.js';
import { listing, type Listing } from './transport/pages.js';
import { Spaces } from './spaces/spaces.js';
import { Tiles } from './spaces/tiles.js';
import { Identities } from './users/identities.js';
import { Invites } from './users/invites.js';
import { Passkeys } from './users/passkeys.js';
import { Session } from './users/session.js';
import { Users } from './users/users.js';
import { Transport, type Call, type CallOptions, type ClientOptions } from './transport/transport.js';

type Query = Readonly<Record<string, string | undefined>>;

/** A client of one server, with one key or with the session of a page. */
export class CairnClient {
  private readonly transport: Transport;
  readonly images: Images;
  readonly albums: Albums;
  readonly trash: Trash;
  readonly links: Links;
  readonly shared: SharedImages;
  readonly grants: Grants;
  readonly groups: Groups;
  readonly access: Access;
  readonly spaces: Spaces;
  readonly features: Features;
  readonly tiles: Tiles;
  readonly keys: Keys;
  readonly signingKeys: SigningKeys;
  readonly presets: Presets;
  readonly photoSpaces: PhotoSpaces;
  readonly accounts: Accounts;
  readonly session: Session;
  readonly users: Users;
  readonly invites: Invites;
  readonly identities: Identities;
  readonly passkeys: Passkeys;

  constructor(private readonly options: ClientOptions) {
    const transport = new Transport(options);
    this.transport = transport;
    this.images = new Images(transport);
    this.albums = new Albums(transport);
    this.trash = new Trash(transport);
    this.links = new Links(transport);
    this.shared = new SharedImages(transport);
    this.grants = new Grants(transport);
    this.groups = new Groups(transport);
    this.access = new Access(transport);
    this.spaces = new Spaces(transport);
    this.features = new Features(transport);
    this.tiles = new Tiles(transport);
    this.keys = new Keys(transport);
    this.signingKeys = new SigningKeys(transport);
    this.presets = new Presets(transport);
    this.photoSpaces = new PhotoSpaces(transport);
    this.accounts = new Accounts(transport);
    this.session = new Session(transport);
    this.users = new Users(transport);
    this.invites = new Invites(transport);
    this.identities = new Identities(transport);
    this.passkeys = new Passkeys(transport);
  }

  /** A client for the account of somebody else, limited to what they share. */
  as(account: string): CairnClient {
    return new CairnClient({ ...this.options, account });
  }

  /** The changes in the account, as they happen. */
  events(options: EventsOptions = {}): Events {
    return new Events(this.transport, options);
  }

  /**
   * Calls an operation that has no method here. Resolves to the JSON of the response, or to `undefined` if it has none.
   */
  async call<T>(
    method: NonNullable<Call['method']>,
    address: string,
    json?: unknown,
    options?: CallOptions,
  ): Promise<T> {
    // The caller knows the type of the response.
    return await this.transport.json<T>({ method, path: address, json, mayBeEmpty: true, options });
  }

  /** The listing of an operation that has no method here. */
  list<T>(address: string, options: ListOptions & { readonly query?: Query } = {}): Listing<T> {
    const { pageSize: limit = 100, query } = options;
    return listing((cursor) =>
      this.transport.page({ path: address, query: queryText({ ...query, limit, cursor }), options }),
    );
  }

  /** The number of images in the account and its quota; with `include`, also their bytes. */
  async quota(options?: CallOptions & { readonly include?: 'bytes' }): Promise<QuotaDetails> {
    return await this.transport.json({
      path: '/api/quota',
      query: options?.include && `include=${options.include}`,
      options,
    });
  }

  /** Whether the server and its stores can serve requests. Resolves even if they cannot. */
  async health(options?: CallOptions): Promise<ReadinessReport> {
    return await this.transport.json({ path: '/readyz', alsoOk: 503, options });
  }

  /** Name and version of the server. */
  async about(options?: CallOptions): Promise<HubStatus> {
    return await this.transport.json({ path: '/hub', options });
  }

  /** The background jobs of the node that answers. Needs the scope `admin`. */
  async jobs(options?: CallOptions): Promise<readonly JobRecord[]> {
    return await this.transport.json({ path: '/api/jobs', options });
  }

  /** Turns a restored copy into the original. Resolves to whether it was a copy. Needs the scope `admin`. */
  async promote(options?: CallOptions): Promise<boolean> {
    const { promoted } = await this.transport.json<{ readonly promoted: boolean }>({
      method: 'POST',
      path: '/api/promote',
      options,
    });
    return promoted;
  }

  /** Retries the failed items of a job: one item, or all of them. Resolves to their number. Needs the scope `admin`. */
  async retryJob(
    name: string,
    query: { readonly item?: string } = {},
    options?: CallOptions,
  ): Promise<number> {
    const address = path`/api/jobs/${name}/retry`;
    const { retried } = await this.transport.json<RetriedJob>({
      method: 'POST',
      path: address,
      query: queryText(query),
      options,
    });
    return retried;
  }

  /** How much all accounts store. Needs the scope `admin`. */
  async storageUse(options?: CallOptions): Promise<StorageUseRecord> {
    return await this.transport.json({ path: '/api/storage', options });
  }

  /** The latest errors of the node that answers, newest first. Needs the scope `admin`. */
  async errors(options?: CallOptions): Promise<readonly LoggedErrorRecord[]> {
    return await this.transport.json({ path: '/api/errors', options });
  }
}

/** A client of the server at `baseUrl`. */
export function createClient(options: ClientOptions): CairnClient {
  return new CairnClient(options);
}
