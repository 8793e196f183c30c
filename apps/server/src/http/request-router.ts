import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';
import { operations, type Operation } from '@cairn/api-schema';
import FindMyWay from 'find-my-way';
import type { Gatekeeper } from '../auth/gatekeeper.js';
import { corsHeaders } from './cors.js';
import type { ErrorAnswers, ErrorShape } from './errors.js';
import { pathOf, queryOf } from './query.js';

/** A request that has been let through to its operation. */
export interface OperationRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The parts of the path that the operation names, percent-decoded. */
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: ParsedUrlQuery;
}

/** Answers the requests of one operation; what it throws is answered as an error. */
export type OperationHandler = (request: OperationRequest) => Promise<void>;

interface RouterOptions {
  /** By the operation's identifier; operations that are not here go to `rest`. */
  readonly handlers: Readonly<Record<string, OperationHandler>>;
  readonly rest: RequestListener;
  readonly gatekeeper: Gatekeeper;
  readonly errors: ErrorAnswers;
}

interface Route {
  readonly operation: Operation;
  readonly handle: OperationHandler;
}

/** As long as an address may be. */
const MAX_PARAMETER_LENGTH = 8 * 1024;

/**
 * Sends each request to its operation: to a plain handler where there is one, which is for what must be fast, and else
 * to the framework. Both go through the same gatekeeper and answer errors alike.
 */
export function createRequestRouter(options: RouterOptions): RequestListener {
  const { handlers, rest, gatekeeper, errors } = options;
  const router = FindMyWay<FindMyWay.HTTPVersion.V1>({
    ignoreTrailingSlash: true,
    caseSensitive: false,
    maxParamLength: MAX_PARAMETER_LENGTH,
  });
  for (const operation of operations) {
    const handle = handlers[operation.id];
    if (handle === undefined) continue;
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    router.on(methodsOf(operation), path, () => undefined, { operation, handle } satisfies Route);
  }
  return (request, response) => {
    const found = router.find(request.method as FindMyWay.HTTPMethod, pathOf(request));
    if (found === null) {
      rest(request, response);
      return;
    }
    const { operation, handle } = found.store as Route;
    const shape: ErrorShape = operation.family === 'spaces' ? 'hub' : 'problem';
    const query = queryOf(request);
    for (const [name, value] of corsHeaders(shape)) response.setHeader(name, value);
    gatekeeper
      .admit({ request, operation, query })
      .then(() => handle({ request, response, params: found.params, query }))
      .catch((error: unknown) => errors.answer(error, { request, response, shape }));
  };
}

function methodsOf({ method }: Operation): FindMyWay.HTTPMethod[] {
  return method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase() as FindMyWay.HTTPMethod];
}
