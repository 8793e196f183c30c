import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { fileURLToPath } from 'node:url';
import {
  createHandler,
  type Handler,
  type SendPage,
  pathOf,
  requestContextOf,
  Addresses,
  ClientAddresses,
  sendContinueOnRead,
} from '@cairn/http';
import type { Application } from '@cairn/composition';
import { inTurn } from '@cairn/kernel';
import { frequentFirst } from './listener/frequent-first.js';
import { loadNest, NestApi } from './nest/nest-api.js';
import { ConnectionLimits } from './listener/connection-limits.js';
import { closeServer, listen } from './listener/listening.js';
import { UnusedConnections } from './listener/unused-connections.js';
import type { ServerLog } from './logging/log.js';
import { handleParserErrors } from './listener/parser-errors.js';
import { sendQueues } from './listener/send-queues.js';
import { SlowClientMonitor } from './listener/slow-client-monitor.js';
import { imageOrigins } from './page/image-origins.js';
import { DocsSite } from './page/docs-site.js';
import { listenForMetrics } from './metrics/metrics-listener.js';
import { ServerMetrics } from './metrics/server-metrics.js';
import { PageHandler } from './page/page-handler.js';
import { createFirstAccess, handlerOptions, openApplication, type FirstAccess } from './serving.js';
import { listeningAddress } from './settings/own-address.js';
import type { ServerSettings } from './settings/settings.js';

/** Supervisors wait 3 s for a stop, and the stores need part of that. */
const DRAIN_MS = 1_500;
/** Where the build of apps/dashboard leaves the page. */
const PAGE_FOLDER = fileURLToPath(new URL('../../dashboard/dist/page', import.meta.url));
/** Where the build of apps/docs leaves the documentation. */
const DOCS_FOLDER = fileURLToPath(new URL('../../docs/dist', import.meta.url));

/** A running server. */
export interface RunningServer extends FirstAccess {
  readonly application: Application;
  readonly addresses: Addresses;
  /** The URL that it listens at, which may differ from its public one. */
  readonly listening: string;
  /** Stops accepting connections, finishes requests in flight (for 1.5 s at most) and closes the stores. */
  close(): Promise<void>;
}

/** Opens the stores and starts the server. Requests that arrive before it is ready wait. */
export async function startServer(settings: ServerSettings, log: ServerLog): Promise<RunningServer> {
  let ready: (listener: RequestListener) => void = () => undefined;
  const handling = new Promise<RequestListener>((resolve) => (ready = resolve));
  const http = openHttp(settings, log);
  const unused = new UnusedConnections(http);
  const monitor = new SlowClientMonitor(settings.limits, sendQueues());
  monitor.start();
  http.once('close', () => monitor.close());
  const wait: RequestListener = (request, response) =>
    void handling.then((handle) => handle(request, response));
  http.on('request', wait);
  const port = await listen(http, settings);
  const metrics = settings.metrics === 'off' ? undefined : new ServerMetrics();
  let metricsServer: Server | undefined;
  try {
    const listening = listeningAddress(settings.host, port);
    const { baseUrl = listening } = settings;
    const addresses = new Addresses(baseUrl, settings.cdnUrl ?? `${baseUrl}/cdn`);
    const application = await openApplication(settings, addresses, log, metrics);
    const page = await PageHandler.open(PAGE_FOLDER, {
      imagesFrom: await imageOrigins(
        addresses.cdnUrl,
        settings.cdnMode === 'redirect' ? application.blobAddresses : undefined,
      ),
      basePath: addresses.basePath.path,
    });
    const docs = new DocsSite(DOCS_FOLDER, addresses.basePath.path);
    const { trustedProxies } = settings;
    let nest: NestApi | undefined;
    const handler: Handler = createHandler(application, {
      ...handlerOptions(settings, log),
      measures: metrics?.requests,
      metrics: settings.metrics === undefined ? metrics?.text : undefined,
      publicUrl: baseUrl,
      cdnUrl: addresses.cdnUrl,
      linkMap: { program: page?.programNamed('link-map') },
      mapProgram: page?.mapProgram,
      sendPage: (request, response, baseMap) => sendPage({ page, docs }, { request, response, baseMap }),
      route: (api) => {
        nest = new NestApi(() => loadNest({ application, handler, log: log.log, trustedProxies }), api);
        return frequentFirst(api, nest.listener);
      },
    });
    metrics?.watch({ application, readiness: handler.readiness });
    if (metrics !== undefined && settings.metrics !== undefined && settings.metrics !== 'off')
      metricsServer = await listenForMetrics(settings.metrics, metrics.text);
    const firstAccess = await createFirstAccess(application, settings);
    const listener: RequestListener = (request, response) => {
      monitor.begin(request, response);
      handler.node(request, response);
    };
    ready(listener);
    http.off('request', wait).on('request', listener);
    const stop = async (): Promise<void> => {
      handler.drain();
      await inTurn(
        () => closeServer(http, DRAIN_MS, unused),
        () => metricsServer && closeServer(metricsServer, 0),
        () => nest?.close(),
        () => handler.close(),
        () => application.close(),
      );
    };
    return { application, addresses, listening, ...firstAccess, close: stop };
  } catch (error) {
    await closeServer(http, 0);
    if (metricsServer !== undefined) await closeServer(metricsServer, 0);
    throw error;
  }
}

interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly baseMap: Parameters<SendPage>[2];
}

interface Pages {
  /** Absent if it was not built. */
  readonly page: PageHandler | undefined;
  readonly docs: DocsSite;
}

function sendPage({ page, docs }: Pages, { request, response, baseMap }: Asked): Promise<void> | undefined {
  const path = pathOf(request);
  if (docs.has(request, path)) {
    response.setHeader('X-Request-Id', requestContextOf(request).id);
    return docs.send(path, request, response);
  }
  const found = page?.find(request, path);
  if (page === undefined || found === undefined) return undefined;
  response.setHeader('X-Request-Id', requestContextOf(request).id);
  if (!found.isDocument) return page.send(found, { request, response });
  return baseMap().then((own) => page.send(found, { request, response, baseMap: own }));
}

const httpOptions = {
  headersTimeout: 10_000,
  // Disabled: the time allowed for a body depends on its size. See SlowClientMonitor.
  requestTimeout: 0,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 2_000,
  // `faultOf` rejects requests without a host, with a problem document.
  requireHostHeader: false,
};

function openHttp({ limits, trustedProxies }: ServerSettings, { logRequest }: ServerLog): Server {
  const http = createServer(httpOptions);
  // By default Node drops headers after the first 1,000, possibly a second `Host`. Their total size is limited anyway.
  http.maxHeadersCount = 0;
  // A client that half-closes the connection after its request still gets its response.
  Object.assign(http, { httpAllowHalfOpen: true });
  sendContinueOnRead(http);
  http.on('checkExpectation', (request, response) => http.emit('request', request, response));
  handleParserErrors(http, logRequest);
  const clients = new ClientAddresses(trustedProxies);
  const isProxy = (address: string): boolean => clients.isProxy(address);
  new ConnectionLimits({ limits, isProxy, logRequest }).guard(http);
  return http;
}
