import type { ServerResponse } from 'node:http';
import type { RequestContext } from '../messages/request-context.js';

/** A request that has ended. */
export interface EndedRequest {
  /**
   * The id of its operation; `page` for the web page, `docs` or `preflight`; or `other` for an address without any. There
   * are not many more than the API has operations, whatever clients ask for.
   */
  readonly operation: string;
  readonly status: number;
  readonly seconds: number;
}

/** Is told of every request, so that it must be quick. */
export interface HttpMeasures {
  requestBegan(): void;
  /** Called once for each request that began, also when its client has gone. */
  requestEnded(request: EndedRequest): void;
}

/** As nginx has it, for a client that left before the response began. */
const CLIENT_LEFT = 499;

/** A request whose response was closed. */
export function endedRequest(
  { operation, countedAs, startedAt }: RequestContext,
  { headersSent, statusCode }: ServerResponse,
): EndedRequest {
  return {
    operation: operation?.id ?? countedAs ?? 'other',
    status: headersSent ? statusCode : CLIENT_LEFT,
    seconds: (performance.now() - startedAt) / 1_000,
  };
}
