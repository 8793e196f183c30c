import type { IncomingMessage, ServerResponse } from 'node:http';
import { visitorsOf, type Operation } from '@cairn/api-schema';
import { ApiHandler } from './api-handler.js';
import type { Gatekeeper } from './access/guard/gatekeeper.js';
import type { AuditLog } from './audit/audit-log.js';
import { refuseEvenly } from './files/refuse-evenly.js';
import type { HttpServices } from './http-services.js';
import type { RequestLogEntry } from './logging/request-log-entry.js';
import type { HttpMeasures } from './measures/http-measures.js';
import type { ClientAddresses } from './messages/client-addresses.js';
import { HttpError } from './messages/http-error.js';
import { pathOf } from './messages/query.js';
import { requestContextOf } from './messages/request-context.js';
import { createHandlers } from './operations/handlers.js';
import { statusOf } from './own-routes.js';
import { RequestDispatcher } from './request-dispatcher.js';

interface PublicDoorOptions {
  /** Those of the door. */
  readonly services: HttpServices;
  readonly operations: readonly Operation[];
  readonly clients: Pick<ClientAddresses, 'isProxy'>;
  readonly audit: Pick<AuditLog, 'note'> | undefined;
  readonly measures: HttpMeasures;
  /** Sends a file of the web page. */
  readonly sendPage:
    ((request: IncomingMessage, response: ServerResponse) => Promise<void> | undefined) | undefined;
  readonly finished: ((request: RequestLogEntry) => unknown) | undefined;
}

/**
 * The handler for everybody: of the operations it has those that strangers and holders of links may use. Nothing else is
 * there, for whoever asks: the answer is that of an address that has nothing.
 */
export function createPublicDoor(options: PublicDoorOptions): RequestDispatcher {
  const { services, clients, audit, sendPage, finished, measures } = options;
  const operations = options.operations.filter((operation) => visitorsOf(operation) !== 'nobody');
  const api = new ApiHandler({
    ...services,
    operations,
    handlers: createHandlers(services),
    gatekeeper: guardOf(services.gatekeeper),
  });
  const { files = new Set() } = services.linkMap;
  return new RequestDispatcher({
    ...services,
    api: {
      methodsAt: (url) => api.methodsAt(url),
      handle: async (request, response) => {
        const before = response.getHeaderNames();
        try {
          await refuseEvenly(() => api.handle(request, response));
        } catch (error) {
          const shown = shownOf(error, request);
          if (shown !== error) forget(request, response, before);
          throw shown;
        }
      },
      fail: (error, request, response) => {
        const shown = shownOf(error, request);
        if (isNothing(shown) && !response.headersSent) response.appendHeader('Vary', 'Accept-Encoding');
        api.fail(shown, request, response);
      },
    },
    clients,
    audit,
    measures,
    isPublic: true,
    sendPage: (request, response) => (files.has(pathOf(request)) ? sendPage?.(request, response) : undefined),
    finished: finished && ((request) => finished({ ...request, listener: 'public' })),
  });
}

/** Admits holders of links alone to what is for them. */
const guardOf = (gatekeeper: Pick<Gatekeeper, 'authorize'>): Pick<Gatekeeper, 'authorize'> => ({
  authorize: async (asked) => {
    const isAdmitted = (): boolean =>
      visitorsOf(asked.operation) === 'anybody' || requestContextOf(asked.request).principal.kind === 'link';
    try {
      await gatekeeper.authorize(asked);
    } catch (error) {
      // Before what is wrong with the request: that would tell that there is an operation.
      throw isAdmitted() || statusOf(error) === TOO_MANY ? error : nothingHere();
    }
    if (!isAdmitted()) throw nothingHere();
  },
});

const TOO_MANY = 429;

/** What a failure is shown as. Of spaces and maps nobody learns whether they are absent, or only not for them. */
function shownOf(error: unknown, request: IncomingMessage): unknown {
  const status = statusOf(error);
  const { operation } = requestContextOf(request);
  const isOfLinks = operation === undefined || operation.access === 'open' || operation.access === 'link';
  const hidden = isOfLinks ? [405] : [401, 403, 404, 405];
  return hidden.includes(status) ? nothingHere() : error;
}

/** What a handler has said of the answer would tell that there is one. */
function forget(request: IncomingMessage, response: ServerResponse, before: readonly string[]): void {
  delete requestContextOf(request).operation;
  if (response.headersSent) return;
  for (const name of response.getHeaderNames()) if (!before.includes(name)) response.removeHeader(name);
}

const NOTHING = 'not-found';
const nothingHere = (): HttpError =>
  new HttpError({ status: 404, code: NOTHING, detail: 'There is nothing at this address.' });
const isNothing = (error: unknown): boolean => error instanceof HttpError && error.code === NOTHING;
