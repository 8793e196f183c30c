import { createServer, type RequestListener, type Server } from 'node:http';
import { ClientAddresses, sendContinueOnRead, type Handler } from '@cairn/http';
import type { Log } from '../logging/log.js';
import type { ListenAt } from '../settings/cannot-listen.js';
import type { ServerSettings } from '../settings/settings.js';
import { ConnectionLimits } from './connection-limits.js';
import { closeServer, listen } from './listening.js';
import { handleParserErrors } from './parser-errors.js';
import { sendQueues } from './send-queues.js';
import { SlowClientMonitor } from './slow-client-monitor.js';
import { UnusedConnections } from './unused-connections.js';

/** Supervisors wait 3 s for a stop, and the stores need part of that. */
const DRAIN_MS = 1_500;

const httpOptions = {
  headersTimeout: 10_000,
  // Disabled: the time allowed for a body depends on its size. See SlowClientMonitor.
  requestTimeout: 0,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 2_000,
  // `faultOf` rejects requests without a host, with a problem document.
  requireHostHeader: false,
};

interface Given {
  readonly settings: Pick<ServerSettings, 'limits' | 'trustedProxies'>;
  readonly logRequest: Log['logRequest'];
  /** Over all listeners together. */
  readonly connections: ConnectionLimits;
}

/** Limits connections over all listeners together. */
export function connectionLimits({
  limits,
  trustedProxies,
}: Pick<ServerSettings, 'limits' | 'trustedProxies'>): ConnectionLimits {
  const clients = new ClientAddresses(trustedProxies);
  return new ConnectionLimits({ limits, isProxy: (address) => clients.isProxy(address) });
}

/** A listener of the server: it limits connections and slow clients. Requests that arrive before it is ready wait. */
export class Listener {
  private readonly http: Server;
  private readonly unused: UnusedConnections;
  private readonly monitor: SlowClientMonitor;
  private ready: (listener: RequestListener) => void = () => undefined;
  private readonly wait: RequestListener;

  constructor(given: Given) {
    this.http = openHttp(given);
    this.unused = new UnusedConnections(this.http);
    this.monitor = new SlowClientMonitor(given.settings.limits, sendQueues());
    this.monitor.start();
    this.http.once('close', () => this.monitor.close());
    const handling = new Promise<RequestListener>((resolve) => (this.ready = resolve));
    this.wait = (request, response) => void handling.then((handle) => handle(request, response));
    this.http.on('request', this.wait);
  }

  /** Resolves to the port. @throws {CannotListen} */
  async listen(at: ListenAt): Promise<number> {
    return await listen(this.http, at);
  }

  /** Answers requests from now on, and those that wait. */
  serve({ node }: Pick<Handler, 'node'>): void {
    const listener: RequestListener = (request, response) => {
      this.monitor.begin(request, response);
      node(request, response);
    };
    this.ready(listener);
    this.http.off('request', this.wait).on('request', listener);
  }

  /** Stops accepting connections, and finishes requests in flight, for 1.5 s at most. */
  async close(drainMs = DRAIN_MS): Promise<void> {
    await closeServer(this.http, drainMs, this.unused);
  }
}

function openHttp({ connections, logRequest }: Given): Server {
  const http = createServer(httpOptions);
  // By default Node drops headers after the first 1,000, possibly a second `Host`. Their total size is limited anyway.
  http.maxHeadersCount = 0;
  // A client that half-closes the connection after its request still gets its response.
  Object.assign(http, { httpAllowHalfOpen: true });
  sendContinueOnRead(http);
  http.on('checkExpectation', (request, response) => http.emit('request', request, response));
  handleParserErrors(http, logRequest);
  connections.guard(http, logRequest);
  return http;
}
