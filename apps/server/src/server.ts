import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createHandler, type Handler, type SendPage, pathOf, requestContextOf, Addresses } from '@cairn/http';
import type { Application } from '@cairn/composition';
import { inTurn } from '@cairn/kernel';
import { frequentFirst } from './listener/frequent-first.js';
import { closeServer } from './listener/listening.js';
import { connectionLimits, Listener } from './listener/open-http.js';
import { loadNest, NestApi } from './nest/nest-api.js';
import type { ServerLog } from './logging/log.js';
import { imageOrigins } from './page/image-origins.js';
import { DocsSite } from './page/docs-site.js';
import { listenForMetrics } from './metrics/metrics-listener.js';
import { ServerMetrics } from './metrics/server-metrics.js';
import { PageHandler } from './page/page-handler.js';
import { createFirstAccess, handlerOptions, openApplication, type FirstAccess } from './serving.js';
import { listeningAddress } from './settings/own-address.js';
import type { ServerSettings } from './settings/settings.js';

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
  /** The URL that the public door listens at, if there is one. */
  readonly door: string | undefined;
  /** Stops accepting connections, finishes requests in flight (for 1.5 s at most) and closes the stores. */
  close(): Promise<void>;
}

/** Opens the stores and starts the server. Requests that arrive before it is ready wait. */
export async function startServer(settings: ServerSettings, log: ServerLog): Promise<RunningServer> {
  const { trustedProxies, publicDoor } = settings;
  const connections = connectionLimits(settings);
  const { logRequest } = log;
  const own = new Listener({ settings, connections, logRequest });
  const door =
    publicDoor &&
    new Listener({
      settings,
      connections,
      logRequest: (request) => logRequest({ ...request, listener: 'public' }),
    });
  const closeAll = async (drainMs?: number): Promise<void> =>
    void (await Promise.all([own.close(drainMs), door?.close(drainMs)]));
  const metrics = settings.metrics === 'off' ? undefined : new ServerMetrics();
  let metricsServer: Server | undefined;
  try {
    const { host, port } = settings;
    const listening = listeningAddress(host, await own.listen({ host, port, settings: 'CAIRN' }));
    const doorListening =
      publicDoor &&
      door &&
      listeningAddress(publicDoor.host, await door.listen({ ...publicDoor, settings: 'CAIRN_PUBLIC' }));
    const { baseUrl = listening } = settings;
    const doorUrl = publicDoor?.baseUrl ?? settings.baseUrl ?? doorListening ?? baseUrl;
    const addresses = new Addresses(baseUrl, settings.cdnUrl ?? `${baseUrl}/cdn`, '', doorUrl);
    const application = await openApplication(settings, addresses, log, metrics);
    const page = await PageHandler.open(PAGE_FOLDER, {
      imagesFrom: await imageOrigins(
        [addresses.cdnUrl, addresses.others.cdnUrl],
        settings.cdnMode === 'redirect' ? application.blobAddresses : undefined,
      ),
      basePath: addresses.basePath.path,
      publicUrl: addresses.others === addresses ? undefined : addresses.others.baseUrl,
    });
    const docs = new DocsSite(DOCS_FOLDER, addresses.basePath.path);
    let nest: NestApi | undefined;
    const handler: Handler = createHandler(application, {
      ...handlerOptions(settings, log),
      measures: metrics?.requests,
      metrics: settings.metrics === undefined ? metrics?.text : undefined,
      publicUrl: baseUrl,
      doorUrl,
      cdnUrl: addresses.cdnUrl,
      linkMap: page?.linkMap,
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
    own.serve(handler);
    door?.serve(handler.public);
    const stop = async (): Promise<void> => {
      handler.drain();
      await inTurn(
        () => closeAll(),
        () => metricsServer && closeServer(metricsServer, 0),
        () => nest?.close(),
        () => handler.close(),
        () => application.close(),
      );
    };
    return { application, addresses, listening, door: doorListening, ...firstAccess, close: stop };
  } catch (error) {
    await closeAll(0);
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
