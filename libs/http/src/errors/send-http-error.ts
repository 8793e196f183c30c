import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendHubError } from './hub-error.js';
import { requestContextOf } from '../messages/request-context.js';
import { failureOf } from './failure.js';
import { sendProblem } from './problem.js';
import type { HttpError } from '../messages/http-error.js';

/** Whether a URL belongs to the spaces API, which has its own error format. */
export function isHub(url: string): boolean {
  return /^\/(?:hub|tiles|styles)(?:[/?]|$)/i.test(url);
}

/** Sends an error for a request that did not reach an operation, in the format of the API that its URL belongs to. */
export function sendHttpError(request: IncomingMessage, response: ServerResponse, error: HttpError): void {
  const context = requestContextOf(request);
  const { id } = context;
  const hub = isHub(request.url ?? '');
  if (!response.headersSent) {
    response.setHeader('X-Request-Id', id);
    if (hub) response.setHeader('Stream-Id', id);
  }
  const send = hub ? sendHubError : sendProblem;
  send(response, failureOf(error, {}), context);
}
