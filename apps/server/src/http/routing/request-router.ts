import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';
import { operations } from '@cairn/api-schema';
import type { Gatekeeper } from '../../access/gatekeeper.js';
import { corsHeaders } from '../cors.js';
import type { ErrorAnswers, ErrorShape } from '../../errors/error-answers.js';
import { methodsOf, patternOf } from './methods.js';
import { percentDecoded } from '../percent-decoded.js';
import { pathOf, queryOf } from '../query.js';

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

/**
 * Sends each request to its operation: to a plain handler where there is one, which is for what must be fast, and else
 * to the framework. Both go through the same gatekeeper and answer errors alike.
 */
export function createRequestRouter(options: RouterOptions): RequestListener {
  const { handlers, rest, gatekeeper, errors } = options;
  const routes = operations.flatMap((operation) => {
    const handle = handlers[operation.id];
    return handle
      ? [{ operation, handle, pattern: patternOf(operation), methods: methodsOf(operation) }]
      : [];
  });
  return (request, response) => {
    const { method = '' } = request;
    const path = pathOf(request);
    const route = routes.find(({ methods, pattern }) => methods.includes(method) && pattern.test(path));
    if (route === undefined) {
      rest(request, response);
      return;
    }
    const { operation, handle, pattern } = route;
    const shape: ErrorShape = operation.family === 'spaces' ? 'hub' : 'problem';
    for (const [name, value] of corsHeaders(shape)) response.setHeader(name, value);
    const answer = async (): Promise<void> => {
      const params = paramsIn(path, pattern);
      const query = queryOf(request);
      await gatekeeper.admit({ request, operation, query });
      await handle({ request, response, params, query });
    };
    answer().catch((error: unknown) => errors.answer(error, { request, response, shape }));
  };
}

/** @throws {HttpError} when a parameter is badly percent-encoded. */
function paramsIn(path: string, pattern: RegExp): OperationRequest['params'] {
  const groups = pattern.exec(path)?.groups;
  if (groups === undefined) return none;
  const params: Record<string, string> = {};
  for (const name in groups) params[name] = percentDecoded(groups[name] ?? '');
  return params;
}

const none: OperationRequest['params'] = {};
