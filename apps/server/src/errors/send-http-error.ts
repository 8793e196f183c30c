import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendHubError } from '../spaces/hub-error.js';
import { requestContextOf } from '../http/request-context.js';
import { failureOf } from './failure.js';
import { sendProblem } from './problem.js';
import type { HttpError } from './http-error.js';

/** Whether an address is one of the spaces API, which has errors of its own shape. */
export function isHub(url: string): boolean {
  return /^\/hub(?:[/?]|$)/i.test(url);
}

/** Answers a request that no operation sees, in the shape of the API that its address is of. */
export function sendHttpError(request: IncomingMessage, response: ServerResponse, error: HttpError): void {
  const { id } = requestContextOf(request);
  const hub = isHub(request.url ?? '');
  if (!response.headersSent) {
    response.setHeader('X-Request-Id', id);
    if (hub) response.setHeader('Stream-Id', id);
  }
  const send = hub ? sendHubError : sendProblem;
  send(response, failureOf(error, {}), id);
}
