import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { sharedHeaders, type FileHandler } from '../files/file-handler.js';
import type { FileAddresses } from '../files/file-addresses.js';
import { sendHubError } from '../spaces/hub-error.js';
import { beginExchange, type Exchange } from './exchange.js';
import { failureOf } from './failure.js';
import type { Log } from './log.js';
import { problemStatuses, sendProblem } from './problem.js';
import { Refusal } from './refusal.js';
import { answered } from './request-line.js';

const MAX_URL_LENGTH = 8 * 1024;

interface FrontOptions {
  readonly files: FileHandler;
  readonly fileAddresses: FileAddresses;
  readonly api: RequestListener;
  readonly log: Omit<Log, 'flush'>;
  readonly isDraining: () => boolean;
}

/** Receives every request: gives it an identifier and a log line, serves files itself, hands the rest to the API. */
export function createFront(options: FrontOptions): RequestListener {
  const { files, fileAddresses, api, isDraining } = options;
  const { log, logRequest } = options.log;
  const refuse = (error: unknown, exchange: Exchange, response: ServerResponse): void => {
    const failure = failureOf(error, problemStatuses);
    if (failure.status >= 500) log.error({ requestId: exchange.id, err: error }, 'request failed');
    if (!response.headersSent) response.setHeaders(fileErrorHeaders).setHeader('X-Request-Id', exchange.id);
    sendProblem(response, failure, exchange.id);
  };
  return (request, response) => {
    const exchange = beginExchange(request);
    response.on('close', () => logRequest(answered(exchange, request, response)));
    if (isDraining()) response.setHeader('Connection', 'close');
    const url = request.url ?? '';
    const fault = faultOf(request, url);
    if (!fault) {
      const file = fileAddresses.pathOf(request.headers.host, url);
      if (file !== undefined) {
        files.handle(file, request, response).catch((error: unknown) => refuse(error, exchange, response));
        return;
      }
    }
    response.setHeader('X-Request-Id', exchange.id);
    const hub = /^\/hub(?:[/?]|$)/i.test(url);
    if (hub) response.setHeader('Stream-Id', exchange.id);
    if (fault) {
      const send = hub ? sendHubError : sendProblem;
      send(response, failureOf(fault, {}), exchange.id);
      return;
    }
    setApiHeaders(response);
    api(request, response);
  };
}

// A page of another origin must be able to read why its image is not there.
const fileErrorHeaders = new Map(Object.entries(sharedHeaders));

function setApiHeaders(response: ServerResponse): void {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('Cache-Control', 'no-store');
}

/** What is wrong with a request that Node lets through but proxies may read differently. */
function faultOf({ rawHeaders }: IncomingMessage, url: string): Refusal | undefined {
  if (url.length > MAX_URL_LENGTH) {
    return new Refusal({
      status: 414,
      code: 'address-too-long',
      detail: `The address is longer than ${MAX_URL_LENGTH} characters.`,
    });
  }
  if (url.includes('%00')) {
    return new Refusal({
      status: 400,
      code: 'malformed-address',
      detail: 'The address must not contain a NUL character (`%00`).',
    });
  }
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1 || !url.startsWith('/')) {
    return new Refusal({
      status: 400,
      code: 'malformed-request',
      detail: 'The request must have one `Host` header and an address that begins with a slash.',
    });
  }
  return undefined;
}
