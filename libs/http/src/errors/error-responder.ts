import type { IncomingMessage, ServerResponse } from 'node:http';
import { StorageFull } from '@cairn/kernel';
import { ReadersBusy } from '@cairn/spaces';
import type { HttpLog } from '../logging/http-log.js';
import { requestContextOf } from '../messages/request-context.js';
import { hubStatuses, sendHubError } from './hub-error.js';
import { dialectNamed } from '../dialects/upload-dialects.js';
import { queryOf } from '../messages/query.js';
import { AlreadyAnswered } from './idempotency-errors.js';
import { HttpError } from '../messages/http-error.js';
import { type Failure, failureOf } from './failure.js';
import { problemStatuses, sendProblem } from './problem.js';

/** Error formats: XYZ Hub for the spaces API, problem documents for everything else. */
const formats = {
  hub: { statuses: hubStatuses, send: sendHubError },
  problem: { statuses: problemStatuses, send: sendProblem },
};

export type ErrorFormat = keyof typeof formats;

/** Sends error responses, and logs errors with a status of 500 or more. */
export class ErrorResponder {
  constructor(private readonly log: HttpLog) {}

  /** Does nothing for `AlreadyAnswered`. */
  send(error: unknown, { request, response, format }: FailedRequest): void {
    if (error instanceof AlreadyAnswered) return;
    const [failure, context] = [this.failure(error, { request, format }), requestContextOf(request)];
    const dialect =
      context.operation?.id === 'uploadImage' ? dialectNamed(queryOf(request)['as']) : undefined;
    if (dialect === undefined) formats[format].send(response, failure, context);
    else sendProblem(response, failure, { id: context.id, dialect });
  }

  /** The failure for responses that report it in another form. Logs it if the status is 500 or more. */
  failure(thrown: unknown, { request, format }: Pick<FailedRequest, 'request' | 'format'>): Failure {
    const error = requestContextOf(request).refusal ?? thrown;
    const failure = failureOf(error, formats[format].statuses);
    if (failure.status >= 500 && failure.status !== NOT_OFFERED) {
      const context = requestContextOf(request);
      context.isUnsure = !(error instanceof HttpError || error instanceof StorageFull || isLimit(error));
      logFailure(this.log, context.id, error);
    }
    return failure;
  }
}

/** The status for features that this service does not have. It does not mean that something failed. */
const NOT_OFFERED = 501;

interface FailedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly format: ErrorFormat;
}

/** Logs why a request failed. A full disk is not a bug, so it is logged without a stack trace; nor is a limit that somebody reached. */
function logFailure(log: HttpLog, requestId: string, error: unknown): void {
  if (error instanceof StorageFull) log.error({ requestId }, error.message);
  else if (isLimit(error)) log.warn({ requestId }, error.message);
  else log.error({ requestId, err: error }, 'request failed');
}

/** Whether too much was asked for at once. What other servers did has a cause. */
const isLimit = (error: unknown): error is HttpError | ReadersBusy =>
  error instanceof ReadersBusy ||
  (error instanceof HttpError && error.status === 503 && error.cause === undefined);
