import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { sharedHeaders, type FileHandler } from '../files/file-handler.js';
import type { FileAddresses } from '../files/file-addresses.js';
import { beginExchange, exchangeOf } from './exchange.js';
import type { ErrorAnswers } from './errors.js';
import type { Log } from './log.js';
import type { ProgressWatch } from './progress-watch.js';
import { faultOf } from './request-faults.js';
import { answered } from './request-line.js';
import { endRest } from './rest-of-body.js';
import { isHub, sendRefusal } from './send-refusal.js';
import { originForm } from './target.js';

interface FrontOptions {
  readonly files: FileHandler;
  readonly fileAddresses: FileAddresses;
  readonly api: RequestListener;
  readonly errors: ErrorAnswers;
  readonly logRequest: Log['logRequest'];
  readonly watch: ProgressWatch;
  readonly isDraining: () => boolean;
}

/** Receives every request: gives it an identifier and a log line, serves files itself, hands the rest to the API. */
export function createFront(options: FrontOptions): RequestListener {
  const { files, fileAddresses, api, watch, errors, logRequest, isDraining } = options;
  const refuse = (error: unknown, request: IncomingMessage, response: ServerResponse): void => {
    if (!response.headersSent)
      response.setHeaders(fileErrorHeaders).setHeader('X-Request-Id', exchangeOf(request).id);
    errors.answer(error, { request, response, shape: 'problem' });
  };
  return (request, response) => {
    const exchange = beginExchange(request);
    watch.begin(request, response);
    response.on('close', () => {
      logRequest(answered(exchange, request, response));
      if (!request.complete) endRest(request);
    });
    if (isDraining()) response.setHeader('Connection', 'close');
    const url = originForm(request);
    const fault = faultOf(request, url);
    if (fault) {
      sendRefusal(request, response, fault);
      return;
    }
    const file = fileAddresses.pathOf(request.headers.host, url);
    if (file !== undefined) {
      files.handle(file, request, response).catch((error: unknown) => refuse(error, request, response));
      return;
    }
    response.setHeader('X-Request-Id', exchange.id);
    if (isHub(url)) response.setHeader('Stream-Id', exchange.id);
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
