import type {
  AddedImage,
  KnownFilesRecord,
  ReadinessReport,
  UploadResult,
  WaitingAnswer,
} from '@cairn/api-schema';
import { callOf, type AnyRequest } from './calls/request.js';
import type {
  AddressOf,
  Answer,
  Argument,
  Item,
  JsonRoute,
  ListRoute,
  Route,
  RouteRequest,
} from './calls/route.js';
import { Events, type EventsOptions } from './events/events.js';
import { Features } from './features/features.js';
import { Tiles } from './features/tiles.js';
import { knownFiles, type AskedFiles } from './images/known-files.js';
import {
  upload,
  type AddOptions,
  type GuestOptions,
  type UploadOptions,
  type UploadTarget,
} from './images/upload.js';
import { cursorOf, listing, type Listing } from './transport/pages.js';
import type { Source } from './transport/source.js';
import {
  Transport,
  type Answered,
  type CallOptions,
  type ClientOptions,
  type OpenResponse,
} from './transport/transport.js';

const PAGE_SIZE = 100;
const UNAVAILABLE = 503;

/** A client of one server, with one key or with the session of a page. */
export class CairnClient {
  private readonly transport: Transport;
  readonly features: Features;
  readonly tiles: Tiles;

  constructor(private readonly options: ClientOptions) {
    this.transport = new Transport(options);
    this.features = new Features(this.transport);
    this.tiles = new Tiles(this.transport);
  }

  /** A client for the account of somebody else, limited to what they share. */
  as(account: string): CairnClient {
    return new CairnClient({ ...this.options, account });
  }

  /** The JSON that an operation answers; `undefined` if it answers nothing. */
  async call<R extends JsonRoute>(route: R, ...request: Argument<RouteRequest<R>>): Promise<Answer<R>>;
  async call(route: string, request?: AnyRequest): Promise<unknown> {
    return await this.transport.json(callOf(route, request));
  }

  /** The same with the status and the headers, such as an `ETag`. */
  async answer<R extends JsonRoute>(
    route: R,
    ...request: Argument<RouteRequest<R>>
  ): Promise<Answered<Answer<R>>>;
  async answer(route: string, request?: AnyRequest): Promise<Answered<unknown>> {
    return await this.transport.answer(callOf(route, request));
  }

  /**
   * The bytes that an operation answers, as they arrive: read them to their end, or cancel them. The server keeps no
   * such answer, so that it gets no idempotency key.
   */
  async open<R extends Route>(route: R, ...request: Argument<RouteRequest<R>>): Promise<OpenResponse>;
  async open(route: string, request?: AnyRequest): Promise<OpenResponse> {
    return await this.transport.open(callOf(route, { idempotencyKey: false, ...request }));
  }

  /** A listing, page by page. `limit` of the query is the size of a page, 1 to 1,000. Default: 100. */
  list<R extends ListRoute>(route: R, ...request: Argument<RouteRequest<R>>): Listing<Item<R>>;
  list(route: string, request: AnyRequest = {}): Listing<unknown> {
    const { limit = PAGE_SIZE, ...query }: { limit?: number } = request.query ?? {};
    return listing(async (cursor) => {
      const page = { ...query, limit, ...(cursor !== undefined && { cursor }) };
      return pageOf(await this.transport.answer<object>(callOf(route, { ...request, query: page })));
    });
  }

  /** The address of an operation, for example for a link. */
  address<R extends Route>(route: R, ...parts: Argument<AddressOf<R>>): string;
  address(route: string, parts?: AnyRequest): string {
    const { path, query } = callOf(route, parts);
    return this.transport.address(path, query);
  }

  /**
   * Uploads an image: a `File` or `Blob`, bytes, or on Node a stream, which is never held in memory as a whole. In a
   * browser a stream is first collected into a Blob. It goes to the library, to the end of an album, or to where a link
   * (its secret) leads, where it may have to wait for approval. A stream is sent only once.
   */
  async upload(source: Source, options?: UploadOptions): Promise<UploadResult>;
  async upload(source: Source, options: AddOptions & { readonly album: string }): Promise<UploadResult>;
  async upload(source: Source, options: GuestOptions): Promise<AddedImage | WaitingAnswer>;
  async upload(source: Source, options: UploadOptions & UploadTarget = {}): Promise<unknown> {
    return await upload(this.transport, source, options);
  }

  /**
   * Which files are there already, by the SHA-256 of their bytes. Ask for sizes first: a file needs a hash only if its size
   * is among the answered ones.
   */
  async knownFiles(asked: AskedFiles, options?: CallOptions): Promise<KnownFilesRecord> {
    return await knownFiles(this.transport, asked, options);
  }

  /** The changes in the account, as they happen. */
  events(options: EventsOptions = {}): Events {
    return new Events(this.transport, options);
  }

  /** Whether the server and its stores can serve requests. Resolves even if they cannot. */
  async health(options?: CallOptions): Promise<ReadinessReport> {
    return await this.transport.json({ ...callOf('GET /readyz', options), alsoOk: UNAVAILABLE });
  }
}

/** A client of the server at `baseUrl`. */
export function createClient(options: ClientOptions): CairnClient {
  return new CairnClient(options);
}

/** The items of a page: all of its JSON, with the cursor in a header, or a member of it. */
function pageOf({ body, headers }: Answered<object>) {
  if (Array.isArray(body)) return { items: body as readonly unknown[], nextCursor: cursorOf(headers) };
  const { nextCursor, ...members } = body as { readonly nextCursor?: string };
  const items: readonly unknown[] = Object.values<unknown>(members).find(Array.isArray) ?? [];
  return { items, nextCursor };
}
