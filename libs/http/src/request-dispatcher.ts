import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { namedWork } from '@cairn/composition';
import { operations } from '@cairn/api-schema';
import { MemoryShares } from '@cairn/kernel';
import type { ApiHandler } from './api-handler.js';
import type { AuditLog } from './audit/audit-log.js';
import { discardBody } from './bodies/discard-body.js';
import { takenBody } from './bodies/taken-body.js';
import { answerPreflight, corsHeaders } from './cors.js';
import { isHub } from './errors/send-http-error.js';
import { FileAddresses } from './files/file-addresses.js';
import { sharedHeaders } from './files/file-heads.js';
import type { HttpServices } from './http-services.js';
import { watchBody } from './idempotency/idempotency.js';
import { RestingAnswers } from './limits/resting-answers.js';
import { requestLogEntry, type RequestLogEntry } from './logging/request-log-entry.js';
import { endedRequest, type HttpMeasures } from './measures/http-measures.js';
import type { ClientAddresses } from './messages/client-addresses.js';
import type { BasePath } from './messages/base-path.js';
import { pathOf } from './messages/query.js';
import { createRequestContext, requestContextOf } from './messages/request-context.js';
import { faultOf } from './messages/request-faults.js';
import { addDefaultHeaders } from './responses/default-headers.js';
import { inRequestSpan } from './tracing/request-spans.js';
import { DocsFiles } from './service/docs-files.js';

/** Answers a request to the API. A promise that rejects leaves the answer to the caller. */
export type Route = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

interface DispatcherOptions extends Pick<
  HttpServices,
  'application' | 'addresses' | 'settings' | 'files' | 'errors' | 'readiness' | 'parts'
> {
  readonly api: Pick<ApiHandler, 'fail' | 'methodsAt' | 'handle'>;
  readonly clients: Pick<ClientAddresses, 'isProxy'>;
  /** Whether it is the public door: it has no documents, and tells nothing of addresses that it does not serve. */
  readonly isPublic?: boolean | undefined;
  /** Absent if there is no audit trail. */
  readonly audit: Pick<AuditLog, 'note'> | undefined;
  readonly sendPage?:
    ((request: IncomingMessage, response: ServerResponse) => Promise<void> | undefined) | undefined;
  readonly measures: HttpMeasures;
  readonly finished?: ((request: RequestLogEntry) => unknown) | undefined;
}

/** Creates the context of each request, reports its end, serves files and the page, and calls the API. */
export class RequestDispatcher {
  private readonly basePath: BasePath;
  private readonly isProxy = (address: string): boolean => this.options.clients.isProxy(address);
  private readonly fileAddresses: FileAddresses;
  private readonly resting: RestingAnswers;
  private readonly offersFiles: boolean;
  private readonly docs: DocsFiles | undefined;

  constructor(private readonly options: DispatcherOptions) {
    const { addresses, settings, parts, application, isPublic = false } = options;
    this.basePath = addresses.basePath;
    this.fileAddresses = new FileAddresses(addresses.cdnUrl, addresses.basePath);
    this.resting = new RestingAnswers(settings.limits.answerBytes);
    application
      .get(MemoryShares)
      .watch(isPublic ? 'waiting-answers-public' : 'waiting-answers', () => this.resting.memory);
    this.offersFiles = parts.includes('files');
    this.docs = parts.includes('service') && !isPublic ? new DocsFiles(addresses.basePath.path) : undefined;
  }

  /** Answers requests, and those that fail with the response of their error. */
  listener(route: Route = this.options.api.handle): RequestListener {
    return (request, response) => {
      this.dispatch(request, response, route)?.catch((error: unknown) => this.fail(error, request, response));
    };
  }

  /** Whether something is at the address of a request. Frameworks may have cut off the path that they mount this below. */
  has(request: IncomingMessage & { readonly originalUrl?: string }): boolean {
    const { url = '', originalUrl = url, headers } = request;
    const { target, host = headers.host } = targetOf(originalUrl);
    if (!this.basePath.contains(target))
      return this.offersFiles && this.fileAddresses.hasOutside(host, target);
    const rest = this.basePath.cutOff(target);
    return (
      this.fileAt(host, rest) !== undefined ||
      this.docs?.has(pathOf({ url: rest })) === true ||
      this.options.api.methodsAt(rest).length > 0
    );
  }

  /** Sends the response of an error, in the format of the API that the request is for. */
  fail(error: unknown, request: IncomingMessage, response: ServerResponse): void {
    this.options.api.fail(error, request, response);
  }

  /** Starts the answer. `undefined` if that is done, or for the route to do. */
  dispatch(request: IncomingMessage, response: ServerResponse, route: Route): Promise<void> | undefined {
    createRequestContext(request);
    return inRequestSpan(request, response, {
      isProxy: this.isProxy,
      answer: () => this.answer(request, response, route),
    });
  }

  private answer(
    request: IncomingMessage,
    response: ServerResponse,
    route: Route,
  ): Promise<void> | undefined {
    const { audit, readiness, sendPage, finished, measures } = this.options;
    const context = requestContextOf(request);
    context.resting = this.resting;
    measures.requestBegan();
    response.once('prefinish', () => this.resting.ended(response));
    response.on('close', () => {
      measures.requestEnded(endedRequest(context, response));
      finished?.(requestLogEntry(context, request, response));
      audit?.note(request, response);
      if (!request.complete) discardBody(request);
    });
    if (readiness.isDraining) response.setHeader('Connection', 'close');
    const url = withSingleSlashes(request, cutOff(this.basePath, request, originForm(request)));
    const fault = faultOf(request, url) ?? takenBody(request);
    if (fault) {
      addDefaultHeaders(response, idHeaders(url, request));
      return Promise.reject(fault);
    }
    const file = this.fileAt(request.headers.host, url);
    if (file !== undefined) {
      context.countedAs = request.method === 'HEAD' ? 'headFile' : 'getFile';
      context.route = FILE_ROUTE;
      return namedWork('files', () => this.options.files.handle(file, request, response)).catch(
        (error: unknown) => {
          if (!response.headersSent)
            response.setHeaders(fileErrorHeaders).setHeader('X-Request-Id', requestContextOf(request).id);
          throw error;
        },
      );
    }
    const page = sendPage?.(request, response);
    if (page !== undefined) {
      context.countedAs = 'page';
      return page;
    }
    addDefaultHeaders(response, idHeaders(url, request));
    addDefaultHeaders(response, apiHeaders);
    addDefaultHeaders(response, corsHeaders(request));
    if (request.method === 'OPTIONS' && this.answersPreflights(url)) {
      context.countedAs = 'preflight';
      answerPreflight(request, response);
      return undefined;
    }
    const docs = this.docs?.send(pathOf(request), request, response);
    if (docs !== undefined) {
      context.countedAs = 'docs';
      return docs;
    }
    watchBody(request);
    return route(request, response) ?? undefined;
  }

  private answersPreflights(url: string): boolean {
    const { isPublic = false, api } = this.options;
    return !isPublic || api.methodsAt(url).length > 0;
  }

  private fileAt(host: string | undefined, url: string): string | undefined {
    return this.offersFiles ? this.fileAddresses.pathOf(host, url) : undefined;
  }
}

/** The template of the addresses of files. */
const FILE_ROUTE = operations.find(({ api }) => api === 'files')?.path ?? '/';

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

/** Headers that name the request. */
function idHeaders(url: string, request: IncomingMessage): readonly string[] {
  const { id } = requestContextOf(request);
  return isHub(url) ? ['X-Request-Id', id, 'Stream-Id', id] : ['X-Request-Id', id];
}

/**
 * The path and query of a request target, and its host where clients of proxies send it in absolute form: it replaces the
 * `Host` header (RFC 9112 §3.2.2).
 */
function targetOf(url: string): { readonly target: string; readonly host?: string } {
  if (url.startsWith('/')) return { target: url };
  const [, host, path = ''] = /^https?:\/\/([^/?#@]+)([/?][^#]*)?$/i.exec(url) ?? [];
  if (host === undefined) return { target: url };
  return { target: path.startsWith('/') ? path : `/${path}`, host };
}

/** The path and query of a request, which has them and its host in place of an absolute form from now on. */
function originForm(request: IncomingMessage): string {
  const { target, host } = targetOf(request.url ?? '');
  if (host === undefined) return target;
  request.headers.host = host;
  return (request.url = target);
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
