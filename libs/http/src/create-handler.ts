import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { operationsOf, PARTS, type Part, type ReadinessReport } from '@cairn/api-schema';
import type { Application } from '@cairn/composition';
import { OpenFile, type Viewer } from '@cairn/images';
import type { PrincipalOf } from './access/guard/principals.js';
import { ApiHandler } from './api-handler.js';
import { createAuditLog } from './audit/create-audit-log.js';
import { createHttpServices } from './create-http-services.js';
import { fetchListener, type FetchOptions } from './fetch/fetch-listener.js';
import { allMeasures } from './measures/all-measures.js';
import type { HttpMeasures } from './measures/http-measures.js';
import type { MetricsText } from './measures/metrics-text.js';
import { recordMetrics } from './measures/process-facts.js';
import { noLog, type HttpLog } from './logging/http-log.js';
import { RecentErrors } from './logging/recent-errors.js';
import type { RequestLogEntry } from './logging/request-log-entry.js';
import { Addresses } from './messages/addresses.js';
import { ClientAddresses } from './messages/client-addresses.js';
import { hasRequestContext } from './messages/request-context.js';
import type { HttpError } from './messages/http-error.js';
import { createHandlers } from './operations/handlers.js';
import { createPublicDoor } from './public-door.js';
import { RequestDispatcher, type Route } from './request-dispatcher.js';
import { Readiness } from './service/readiness.js';
import type { MapProgram } from './maps/folder/map-program.js';
import type { HttpServices } from './http-services.js';
import { defaultHttpSettings, type BaseMapSettings, type HttpSettings } from './settings/http-settings.js';
import type { LinkMap } from './sharing/page/link-map.js';

/** `baseMap` finds what the maps of whoever has the session lie on; `undefined` is the ground. */
export type SendPage = (
  request: IncomingMessage,
  response: ServerResponse,
  baseMap: () => Promise<BaseMapSettings | undefined>,
) => Promise<void> | undefined;

export interface HandlerOptions extends FetchOptions {
  /** The address at which clients reach the handler, without its base path, such as `https://club.example`. */
  readonly publicUrl: string;
  /** Where the handler is mounted below that address, such as `/media`; at its root by default. */
  readonly basePath?: string | undefined;
  /** The address of files, if they have one of their own. By default `/cdn` below the base path. */
  readonly cdnUrl?: string | undefined;
  /**
   * The address at which others reach the public door, see `Handler.public`, without the base path; by default `publicUrl`. What
   * is given to others then begins with it: the addresses of links, of public files, and of what embeds them.
   */
  readonly doorUrl?: string | undefined;
  /** What is offered; by default everything, with `principal` without `access` and `users`. */
  readonly parts?: readonly Part[] | undefined;
  /** Says who sends a request, in place of keys, tokens and sessions. */
  readonly principal?: PrincipalOf | undefined;
  readonly settings?: Partial<HttpSettings> | undefined;
  /** Receives what an operator should know. By default nothing is logged. */
  readonly log?: HttpLog | undefined;
  /** The version that the API tells. */
  readonly version?: string | undefined;
  /** Errors that were logged, for `GET /api/errors`. */
  readonly recentErrors?: RecentErrors | undefined;
  /** The program of the map on pages of links, if it is there. */
  readonly linkMap?: LinkMap | undefined;
  /** The program of maps that are exported as a folder, if it is there. */
  readonly mapProgram?: MapProgram | undefined;
  /** Sends a file of a web page; `undefined` if the request is not for one. */
  readonly sendPage?: SendPage | undefined;
  /** Receives the requests to the API, to pass them on to it; by default the API itself. */
  readonly route?: ((api: ApiHandler) => Route) | undefined;
  /** Is told when requests begin and end, to count them. */
  readonly measures?: HttpMeasures | undefined;
  /** The text that `GET /metrics` sends; by default it is not found. */
  readonly metrics?: (() => Promise<MetricsText>) | undefined;
  /** Is told of each finished request. */
  readonly finished?: ((request: RequestLogEntry) => unknown) | undefined;
}

/** Continues with what else the embedding application has. */
export type Next = (error?: unknown) => void;

/** The HTTP interface of an application. */
export interface Handler {
  /**
   * Answers a request of Node. With `next`, as frameworks pass it, requests to addresses that the handler does not have
   * are passed on. Nothing may read the body before.
   */
  readonly node: (request: IncomingMessage, response: ServerResponse, next?: Next) => void;
  /** The same for frameworks that have `Request` and `Response`. */
  readonly fetch: (request: Request) => Promise<Response>;
  /**
   * The public door, for a listener that the whole world may reach: it serves links, public files and maps, and nothing else.
   * Keys, sessions and `principal` count for nothing there.
   */
  readonly public: Pick<Handler, 'node' | 'fetch' | 'has'>;
  /** The same for frameworks that handle errors themselves: rejects with what goes wrong. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Whether something is at the address of a request. */
  readonly has: (request: IncomingMessage) => boolean;
  /**
   * Sends the file at an address, such as `hike/lake.jpg`, as the answer of a route of your own, with ranges and entity tags. The
   * query asks for a derivative, such as `w=320`. Without `viewer` private files are not found.
   */
  readonly sendFile: (
    request: IncomingMessage,
    response: ServerResponse,
    file: {
      readonly address: string;
      readonly viewer?: Viewer | undefined;
      readonly query?: string | undefined;
    },
  ) => Promise<void>;
  /** Sends the response of an error, in Cairn's format. */
  readonly fail: (error: unknown, request: IncomingMessage, response: ServerResponse) => void;
  /** The error for an address without an operation. */
  readonly unrouted: (request: IncomingMessage) => HttpError;
  /** Whether requests can be taken, and the state of each store. */
  readonly readiness: () => Promise<ReadinessReport>;
  /** Tells load balancers and clients to go elsewhere, and ends streams of events. */
  drain(): void;
  /** Stores what is left of the audit trail, and closes the base map. The application stays open. */
  close(): Promise<void>;
}

/** Creates the HTTP interface: the API and the files, for a server that receives the requests. */
export function createHandler(application: Application, options: HandlerOptions): Handler {
  const { log = noLog, principal } = options;
  const parts = options.parts ?? (principal === undefined ? PARTS : PARTS.filter(isForHosts));
  assertOptions(options);
  const settings: HttpSettings = { ...defaultHttpSettings, ...options.settings };
  const readiness = new Readiness(application);
  const clients = new ClientAddresses(settings.trustedProxies);
  const recentMetrics = recordMetrics(application);
  const { own: services, door } = createHttpServices({
    application,
    settings,
    addresses: addressesOf(options),
    version: options.version ?? '',
    clients,
    log,
    recentErrors: options.recentErrors ?? new RecentErrors(),
    recentMetrics,
    metrics: options.metrics,
    readiness,
    linkMap: options.linkMap ?? { program: undefined },
    mapProgram: options.mapProgram,
    parts,
    principal,
  });
  const operations = operationsOf(parts);
  const api = new ApiHandler({ ...services, operations, handlers: createHandlers(services) });
  const audit = createAuditLog({ application, settings, clients, log });
  const { finished } = options;
  const measures = allMeasures([
    recentMetrics,
    ...(options.measures === undefined ? [] : [options.measures]),
  ]);
  const sendPage = pageSender(options, services);
  const requests = new RequestDispatcher({ ...services, api, clients, audit, sendPage, finished, measures });
  const listener = requests.listener(options.route?.(api));
  return {
    ...listening(requests, listener, options),
    public: publicDoor({ services: door, operations, clients, audit, sendPage, finished, measures }, options),
    handle: async (request, response) =>
      await (hasRequestContext(request)
        ? api.handle(request, response)
        : requests.dispatch(request, response, api.handle)),
    sendFile: async (request, response, { address, viewer, query = '' }) => {
      const served = await application.get(OpenFile).execute(address, viewer);
      const fileName = address.slice(address.lastIndexOf('/') + 1);
      const isOriginal = query === '';
      const file = { request, response, served, fileName, query, isSigned: false, isOriginal };
      await services.files.sendPrivately(file);
    },
    fail: api.fail,
    unrouted: api.unrouted,
    readiness: async () => await readiness.report(),
    drain: () => {
      readiness.drain();
      services.streams.close();
    },
    close: async () => {
      recentMetrics.close();
      await audit?.flush();
      await services.groundTiles.close();
    },
  };
}

type Listening = Pick<Handler, 'node' | 'fetch' | 'has'>;

const listening = (
  requests: RequestDispatcher,
  listener: RequestListener,
  options: FetchOptions,
): Listening => ({
  node: (request, response, next) => {
    if (next === undefined || requests.has(request)) listener(request, response);
    else next();
  },
  fetch: fetchListener(listener, options),
  has: (request) => requests.has(request),
});

/** Created by the first request: most handlers have no listener for it. */
function publicDoor(parts: Parameters<typeof createPublicDoor>[0], options: FetchOptions): Listening {
  let made: Listening | undefined;
  const door = (): Listening => {
    if (made !== undefined) return made;
    const requests = createPublicDoor(parts);
    return (made = listening(requests, requests.listener(), options));
  };
  return {
    node: (request, response, next) => door().node(request, response, next),
    fetch: async (request) => await door().fetch(request),
    has: (request) => door().has(request),
  };
}

/** Not those about the keys, tokens and sessions that `principal` takes the place of. */
const isForHosts = (part: Part): boolean => part !== 'access' && part !== 'users';

/** @throws {TypeError} naming the option that is wrong. */
function assertOptions({ publicUrl, doorUrl, basePath = '', cdnUrl }: HandlerOptions): void {
  for (const [name, url] of Object.entries({ publicUrl, doorUrl, cdnUrl }))
    if (url !== undefined && !/^https?:\/\/[^?#]+$/.test(url))
      throw new TypeError(`${name} must be an address such as https://club.example, and is "${url}".`);
  if (!/^(\/[\w.~%-]+)*\/?$/.test(basePath))
    throw new TypeError(`basePath must be a path such as /media, and is "${basePath}".`);
}

/** @throws {TypeError} if the base path cannot be told from addresses below it. */
function addressesOf({ publicUrl, doorUrl = publicUrl, basePath = '', cdnUrl }: HandlerOptions): Addresses {
  const mount = basePath.replace(/\/$/, '');
  const [baseUrl = '', door = ''] = [publicUrl, doorUrl].map((url) => url.replace(/\/$/, '') + mount);
  const addresses = new Addresses(baseUrl, cdnUrl ?? `${baseUrl}/cdn`, mount, door);
  for (const { path, isCut } of [addresses.basePath, addresses.others.basePath])
    if (basePath !== '' && path !== '' && !isCut)
      throw new TypeError(
        `The base path ${path} is also the beginning of an address of Cairn: choose another.`,
      );
  return addresses;
}

function pageSender({ sendPage }: HandlerOptions, { baseMaps }: HttpServices) {
  return (
    sendPage &&
    ((request: IncomingMessage, response: ServerResponse) =>
      sendPage(request, response, () => baseMaps.ofVisitor(request)))
  );
}
