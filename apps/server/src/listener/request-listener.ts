import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AuditLog } from '../audit/audit-log.js';
import type { ErrorResponder } from '../errors/error-responder.js';
import { isHub, sendHttpError } from '../errors/send-http-error.js';
import type { FileAddresses } from '../files/file-addresses.js';
import type { FileHandler } from '../files/file-handler.js';
import { sharedHeaders } from '../files/file-heads.js';
import type { Log } from '../logging/log.js';
import { requestLogEntry } from '../logging/request-line.js';
import type { PageHandler } from '../page/page-handler.js';
import { discardBody } from '../http/body/discard-body.js';
import { watchBody } from '../http/idempotency/idempotency.js';
import type { BasePath } from '../http/base-path.js';
import type { RestingAnswers } from '../http/limits/resting-answers.js';
import type { SlowClientMonitor } from '../http/limits/slow-client-monitor.js';
import { pathOf } from '../http/query.js';
import { createRequestContext, requestContextOf } from '../http/request-context.js';
import { faultOf } from '../http/request-faults.js';
import { addDefaultHeaders } from '../http/responses/default-headers.js';

interface RequestListenerOptions {
  readonly basePath: BasePath;
  readonly files: FileHandler;
  readonly fileAddresses: FileAddresses;
  /** The web page, if it was built. */
  readonly page: PageHandler | undefined;
  readonly api: RequestListener;
  readonly errors: ErrorResponder;
  readonly logRequest: Log['logRequest'];
  /** Absent if there is no audit trail. */
  readonly audit: Pick<AuditLog, 'note'> | undefined;
  readonly monitor: SlowClientMonitor;
  readonly resting: RestingAnswers;
  readonly isDraining: () => boolean;
}

/** The listener for all requests. Creates the request context, logs each request, serves files and the page, and calls the API. */
export function createRequestListener(options: RequestListenerOptions): RequestListener {
  const {
    basePath,
    files,
    fileAddresses,
    page,
    api,
    monitor,
    resting,
    errors,
    logRequest,
    audit,
    isDraining,
  } = options;
  const sendFileError = (error: unknown, request: IncomingMessage, response: ServerResponse): void => {
    if (!response.headersSent)
      response.setHeaders(fileErrorHeaders).setHeader('X-Request-Id', requestContextOf(request).id);
    errors.send(error, { request, response, format: 'problem' });
  };
  return (request, response) => {
    const context = createRequestContext(request);
    monitor.begin(request, response);
    context.resting = resting;
    response.once('prefinish', () => resting.ended(response));
    response.on('close', () => {
      logRequest(requestLogEntry(context, request, response));
      audit?.note(request, response);
      if (!request.complete) discardBody(request);
    });
    if (isDraining()) response.setHeader('Connection', 'close');
    const url = withSingleSlashes(request, cutOff(basePath, request, originForm(request)));
    const fault = faultOf(request, url);
    if (fault) {
      sendHttpError(request, response, fault);
      return;
    }
    const file = fileAddresses.pathOf(request.headers.host, url);
    if (file !== undefined) {
      files
        .handle(file, request, response)
        .catch((error: unknown) => sendFileError(error, request, response));
      return;
    }
    const found = page?.find(request, pathOf(request));
    if (page !== undefined && found !== undefined) {
      response.setHeader('X-Request-Id', context.id);
      page
        .send(found, request, response)
        .catch((error: unknown) => errors.send(error, { request, response, format: 'problem' }));
      return;
    }
    const { id } = context;
    const identified = isHub(url) ? ['X-Request-Id', id, 'Stream-Id', id] : ['X-Request-Id', id];
    addDefaultHeaders(response, identified);
    addDefaultHeaders(response, apiHeaders);
    watchBody(request);
    api(request, response);
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
