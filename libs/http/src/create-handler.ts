import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { ApiHandler } from './api-handler.js';
import type { AuditLog } from './audit/audit-log.js';
import { createAuditLog } from './audit/create-audit-log.js';
import { discardBody } from './bodies/discard-body.js';
import { answerPreflight, corsHeaders } from './cors.js';
import { createHttpServices, type HttpServiceOptions } from './create-http-services.js';
import { isHub, sendHttpError } from './errors/send-http-error.js';
import { fetchListener, type FetchOptions } from './fetch/fetch-listener.js';
import { FileAddresses } from './files/file-addresses.js';
import { sharedHeaders } from './files/file-heads.js';
import { watchBody } from './idempotency/idempotency.js';
import { RestingAnswers } from './limits/resting-answers.js';
import { requestLogEntry, type RequestLogEntry } from './logging/request-log-entry.js';
import type { HttpServices } from './http-services.js';
import type { BasePath } from './messages/base-path.js';
import { ClientAddresses } from './messages/client-addresses.js';
import { createRequestContext, requestContextOf } from './messages/request-context.js';
import { faultOf } from './messages/request-faults.js';
import { createHandlers } from './operations/handlers.js';
import { addDefaultHeaders } from './responses/default-headers.js';
import { Readiness } from './service/readiness.js';

export interface HandlerOptions extends Omit<HttpServiceOptions, 'clients' | 'readiness'>, FetchOptions {
  /** Sends a file of a web page; `undefined` if the request is not for one. */
  readonly sendPage?:
    ((request: IncomingMessage, response: ServerResponse) => Promise<void> | undefined) | undefined;
  /** Receives the requests to the API, to pass them on to it; by default the API itself. */
  readonly route?: ((api: ApiHandler) => RequestListener) | undefined;
  /** Is told of each finished request. */
  readonly finished?: ((request: RequestLogEntry) => unknown) | undefined;
}

/** The HTTP interface of an application. */
export interface Handler {
  readonly listener: RequestListener;
  /** The same for frameworks that have `Request` and `Response`. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Tells load balancers and clients to go elsewhere, and ends streams of events. */
  drain(): void;
  /** Stores what is left of the audit trail. The application stays open. */
  close(): Promise<void>;
}

/** Creates the HTTP interface: the API and the files, for a server that receives the requests. */
export function createHandler(options: HandlerOptions): Handler {
  const { application, settings, log } = options;
  const readiness = new Readiness(application);
  const clients = new ClientAddresses(settings.trustedProxies);
  const services = createHttpServices({ ...options, clients, readiness });
  const api = new ApiHandler({ ...services, handlers: createHandlers(services) });
  const audit = createAuditLog({ application, settings, clients, log });
  const listener = listenerOf({
    ...services,
    audit,
    sendPage: options.sendPage,
    finished: options.finished,
    route: options.route?.(api) ?? api.listener,
  });
  return {
    listener,
    fetch: fetchListener(listener, options),
    drain: () => {
      readiness.drain();
      services.streams.close();
    },
    close: async () => await audit?.flush(),
  };
}

interface ListenerOptions
  extends
    Pick<HttpServices, 'addresses' | 'settings' | 'files' | 'errors' | 'readiness'>,
    Pick<HandlerOptions, 'sendPage' | 'finished'> {
  readonly route: RequestListener;
  /** Absent if there is no audit trail. */
  readonly audit: Pick<AuditLog, 'note'> | undefined;
}

/** Creates the context of each request, reports its end, serves files and the page, and calls the API. */
function listenerOf(options: ListenerOptions): RequestListener {
  const { files, errors, audit, readiness, sendPage, finished, route } = options;
  const { basePath, cdnUrl } = options.addresses;
  const fileAddresses = new FileAddresses(cdnUrl, basePath);
  const resting = new RestingAnswers(options.settings.limits.answerBytes);
  const fail = (error: unknown, request: IncomingMessage, response: ServerResponse): void =>
    errors.send(error, { request, response, format: 'problem' });
  return (request, response) => {
    const context = createRequestContext(request);
    context.resting = resting;
    response.once('prefinish', () => resting.ended(response));
    response.on('close', () => {
      finished?.(requestLogEntry(context, request, response));
      audit?.note(request, response);
      if (!request.complete) discardBody(request);
    });
    if (readiness.isDraining) response.setHeader('Connection', 'close');
    const url = withSingleSlashes(request, cutOff(basePath, request, originForm(request)));
    const fault = faultOf(request, url);
    if (fault) {
      sendHttpError(request, response, fault);
      return;
    }
    const file = fileAddresses.pathOf(request.headers.host, url);
    if (file !== undefined) {
      files.handle(file, request, response).catch((error: unknown) => {
        if (!response.headersSent)
          response.setHeaders(fileErrorHeaders).setHeader('X-Request-Id', requestContextOf(request).id);
        fail(error, request, response);
      });
      return;
    }
    const page = sendPage?.(request, response);
    if (page !== undefined) {
      page.catch((error: unknown) => fail(error, request, response));
      return;
    }
    const { id } = context;
    const identified = isHub(url) ? ['X-Request-Id', id, 'Stream-Id', id] : ['X-Request-Id', id];
    addDefaultHeaders(response, identified);
    addDefaultHeaders(response, apiHeaders);
    addDefaultHeaders(response, corsHeaders(request));
    if (request.method === 'OPTIONS') {
      answerPreflight(request, response);
      return;
    }
    watchBody(request);
    route(request, response);
  };
}

// Pages of other origins must be able to read the error for a missing image.
const fileErrorHeaders = new Map(Object.entries(sharedHeaders));

/** Headers of all API responses. */
const apiHeaders = [
  'X-Content-Type-Options',
  'nosniff',
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy',
  'no-referrer',
  'Cache-Control',
  'no-store',
];

/**
 * The path and query of a request. Clients of proxies send targets in absolute form; its host replaces the `Host` header
 * (RFC 9112 §3.2.2).
 */
function originForm(request: IncomingMessage): string {
  const { url = '' } = request;
  if (url.startsWith('/')) return url;
  const [, authority, path = ''] = /^https?:\/\/([^/?#@]+)([/?][^#]*)?$/i.exec(url) ?? [];
  if (authority === undefined) return url;
  request.headers.host = authority;
  return (request.url = path.startsWith('/') ? path : `/${path}`);
}

function cutOff(basePath: BasePath, request: IncomingMessage, url: string): string {
  const rest = basePath.cutOff(url);
  if (rest !== url) request.url = rest;
  return rest;
}

/**
 * The path and query. In paths of the spaces API, repeated slashes are merged, because clients join URLs carelessly.
 */
function withSingleSlashes(request: IncomingMessage, url: string): string {
  if (!/^\/+hub\//i.test(url)) return url;
  const [path = '', ...query] = url.split('?');
  if (!path.includes('//')) return url;
  return (request.url = [path.replaceAll(/\/{2,}/g, '/'), ...query].join('?'));
}
