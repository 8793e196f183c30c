import type { RequestListener } from 'node:http';
import { operations, type Operation } from '@cairn/api-schema';
import type { OperationHandler, OperationRequest } from '../http/operations/operation-handler.js';
import type { Gatekeeper } from '../access/guard/gatekeeper.js';
import { corsHeaders } from './cors.js';
import type { ErrorResponder, ErrorFormat } from '../errors/error-responder.js';
import { methodsOf, patternOf } from '../http/operations/methods.js';
import { percentDecode } from '../http/percent-decode.js';
import { addDefaultHeaders } from '../http/responses/default-headers.js';
import { Memo } from '../http/memo.js';
import { pathOf, queryOf } from '../http/query.js';

/** The operation of a method and a path. */
interface Match {
  readonly operation: Operation;
  readonly handle: OperationHandler;
  /** The path parameters, still percent-encoded. */
  readonly groups: OperationRequest['params'];
  /** The decoded parameters, set when a request first needs them. */
  params?: OperationRequest['params'];
}

interface RouterOptions {
  /** Handlers by operation id. All other requests go to `rest`. */
  readonly handlers: Readonly<Record<string, OperationHandler>>;
  readonly rest: RequestListener;
  readonly gatekeeper: Gatekeeper;
  readonly errors: ErrorResponder;
}

/**
 * Routes a request to the plain handler of its operation, or else to NestJS. Plain handlers are for operations that
 * must be fast. Both use the same gatekeeper and the same error responses.
 */
export function createRequestRouter(options: RouterOptions): RequestListener {
  const { handlers, rest, gatekeeper, errors } = options;
  const routes = operations.flatMap((operation) => {
    const handle = handlers[operation.id];
    return handle
      ? [{ operation, handle, pattern: patternOf(operation), methods: methodsOf(operation) }]
      : [];
  });
  const find = (method: string, path: string): Match | 'none' => {
    for (const { methods, pattern, ...route } of routes) {
      const found = methods.includes(method) ? pattern.exec(path) : null;
      if (found !== null) return { ...route, groups: found.groups ?? {} };
    }
    return 'none';
  };
  const recent = new Memo<Match | 'none'>();
  return (request, response) => {
    const { method = '' } = request;
    const path = pathOf(request);
    const match = recent.of(`${method} ${path}`, () => find(method, path));
    if (match === 'none') {
      rest(request, response);
      return;
    }
    const { operation, handle } = match;
    const format: ErrorFormat = operation.api === 'spaces' ? 'hub' : 'problem';
    addDefaultHeaders(response, corsHeaders(format));
    const run = async (): Promise<void> => {
      const params = (match.params ??= decoded(match.groups));
      const query = queryOf(request);
      await gatekeeper.authorize({ request, response, operation, query });
      await handle({ request, response, params, query });
    };
    run().catch((error: unknown) => errors.send(error, { request, response, format }));
  };
}

/** @throws {HttpError} 400 if the percent-encoding of a parameter is invalid. */
function decoded(groups: OperationRequest['params']): OperationRequest['params'] {
  const params: Record<string, string> = {};
  for (const name in groups) params[name] = percentDecode(groups[name] ?? '');
  return Object.freeze(params);
}
