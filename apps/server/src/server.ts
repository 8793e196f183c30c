import { createServer, type RequestListener, type Server } from 'node:http';
import { Authenticate, Bootstrap } from '@cairn/access';
import { createApplication, type Application } from '@cairn/composition';
import { OpenFile } from '@cairn/images';
import { Clock } from '@cairn/kernel';
import type { NestDependencies } from './app-module.js';
import { jobHandlers } from './admin/job-handlers.js';
import { FileAddresses } from './files/file-addresses.js';
import { FileHandler } from './files/file-handler.js';
import { HotFiles } from './files/hot-files.js';
import { Gatekeeper } from './access/gatekeeper.js';
import { KeylessPolicy } from './access/keyless-policy.js';
import { RateLimits } from './access/rate-limits.js';
import { SignIn } from './access/sign-in.js';
import { NestApi } from './nest-api.js';
import { Addresses } from './http/addresses.js';
import { ClientAddresses } from './http/client-addresses.js';
import { ConnectionLimits } from './http/limits/connection-limits.js';
import { continueWhenRead } from './http/body/expect-continue.js';
import { ErrorAnswers } from './errors/error-answers.js';
import { createRequestListener } from './http/request-listener.js';
import { closeServer, listen } from './http/listening.js';
import type { ServerLog } from './logging/log.js';
import { answerParserErrors } from './errors/parser-errors.js';
import { ProgressWatch } from './http/limits/progress-watch.js';
import { createRequestRouter } from './http/routing/request-router.js';
import { imageHandlers } from './images/image-handlers.js';
import { healthHandlers } from './service/health-handlers.js';
import { Readiness } from './service/readiness.js';
import type { ServerSettings } from './settings/settings.js';
import { HubCallers } from './spaces/hub-callers.js';
import { spaceHandlers } from './spaces/space-handlers.js';
import { SpaceView } from './spaces/space-view.js';
import { backgroundLog } from './logging/background-log.js';

const DRAIN_MS = 30_000;

/** A server that answers. */
export interface RunningServer {
  readonly application: Application;
  readonly addresses: Addresses;
  /** Where it listens itself. */
  readonly listening: string;
  /** The secret of the first key, where this start made it. */
  readonly firstKey: string | undefined;
  /** Stops accepting, finishes what is in flight (30 s at most), closes the stores. */
  close(): Promise<void>;
}

/** Opens the stores and serves both APIs; requests that come before it is ready wait. */
export async function startServer(settings: ServerSettings, log: ServerLog): Promise<RunningServer> {
  let ready: (handler: RequestListener) => void = () => undefined;
  const handler = new Promise<RequestListener>((resolve) => (ready = resolve));
  const http = openHttp(settings, log);
  const watch = new ProgressWatch(settings.limits);
  http.once('close', () => watch.close());
  const wait: RequestListener = (request, response) =>
    void handler.then((handle) => handle(request, response));
  http.on('request', wait);
  const port = await listen(http, settings);
  try {
    const listening = `http://${reachable(settings.host)}:${port}`;
    const { baseUrl = listening } = settings;
    const addresses = new Addresses(baseUrl, settings.cdnUrl ?? `${baseUrl}/cdn`);
    const application = await createApplication({ ...settings.application, events: backgroundLog(log.log) });
    const readiness = new Readiness(application);
    const clients = new ClientAddresses(settings.trustedProxies);
    const doors = createAccessControl({ application, settings, addresses, clients });
    const errors = new ErrorAnswers(log.log);
    const api = new NestApi({ application, settings, addresses, errors, log: log.log, ...doors });
    const files = new FileHandler({
      openFile: application.get(OpenFile),
      cacheControl: settings.cacheControl,
      hot: new HotFiles(settings.fileCacheInBytes),
      addresses: settings.cdnMode === 'redirect' ? application.blobAddresses : undefined,
    });
    const front = createRequestListener({
      files,
      fileAddresses: new FileAddresses(addresses.cdnUrl),
      api: createRequestRouter({
        handlers: {
          ...healthHandlers(readiness),
          ...imageHandlers({ application, addresses }),
          ...jobHandlers({ application }),
          ...spaceHandlers({ application, addresses, ...doors }),
        },
        rest: api.listener,
        gatekeeper: doors.gatekeeper,
        errors,
      }),
      errors,
      logRequest: log.logRequest,
      watch,
      isDraining: () => readiness.isDraining,
    });
    const firstKey = await application.get(Bootstrap).execute(settings.bootstrapKey);
    ready(front);
    http.off('request', wait).on('request', front);
    api.load();
    const stop = async (): Promise<void> => {
      readiness.drain();
      await closeServer(http, DRAIN_MS);
      await api.close();
      await application.close();
    };
    return { application, addresses, listening, firstKey, close: stop };
  } catch (error) {
    await closeServer(http, 0);
    throw error;
  }
}

/** The host as an address names it; `localhost` for one that means every network of this machine. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

const httpOptions = {
  headersTimeout: 10_000,
  // How long a body may take grows with what came of it: see ProgressWatch.
  requestTimeout: 0,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 2_000,
  // A request without a host is refused with a problem document instead.
  requireHostHeader: false,
};

function openHttp({ limits, trustedProxies }: ServerSettings, { logRequest }: ServerLog): Server {
  const http = createServer(httpOptions);
  // Node would leave out headers behind the thousandth, a second `Host` among them; their size is limited anyway.
  http.maxHeadersCount = 0;
  // A client that has sent all it has to say still gets its answer.
  Object.assign(http, { httpAllowHalfOpen: true });
  continueWhenRead(http);
  http.on('checkExpectation', (request, response) => http.emit('request', request, response));
  answerParserErrors(http, logRequest);
  const clients = new ClientAddresses(trustedProxies);
  const isProxy = (address: string): boolean => clients.isProxy(address);
  new ConnectionLimits({ limits, isProxy, logRequest }).guard(http);
  return http;
}

/** What both the framework and the plain handlers need to let requests in and to show spaces. */
function createAccessControl({
  application,
  settings,
  addresses,
  clients,
}: {
  readonly application: Application;
  readonly settings: ServerSettings;
  readonly addresses: Addresses;
  readonly clients: ClientAddresses;
}): Pick<NestDependencies, 'gatekeeper' | 'hubCallers' | 'spaceView'> {
  const { hubAuth, corsOrigins } = settings;
  const { baseUrl, cdnUrl } = addresses;
  const rates = new RateLimits(settings.rates);
  const gatekeeper = new Gatekeeper({
    signIn: new SignIn(application.get(Authenticate), rates),
    rates,
    keyless: new KeylessPolicy({ baseUrl, cdnUrl, corsOrigins }),
    clients,
    hubAuth,
  });
  return {
    gatekeeper,
    hubCallers: new HubCallers(settings),
    spaceView: new SpaceView(application.get(Clock)),
  };
}
