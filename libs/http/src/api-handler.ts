import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Operation } from '@cairn/api-schema';
import { namedWork } from '@cairn/composition';
import type { Gatekeeper } from './access/guard/gatekeeper.js';
import type { ErrorFormat, ErrorResponder } from './errors/error-responder.js';
import { isHub } from './errors/send-http-error.js';
import { HttpError } from './messages/http-error.js';
import { Memo } from './messages/memo.js';
import { methodsOf, patternOf } from './routing/methods.js';
import {
  NO_CONTENT,
  type OperationHandler,
  type OperationHandlers,
  type OperationRequest,
} from './routing/operation-handler.js';
import { percentDecode } from './messages/percent-decode.js';
import { pathOf, queryOf } from './messages/query.js';
import { sendJson } from './responses/send-json.js';

/** An operation with its handler. */
interface Route {
  readonly operation: Operation;
  readonly handle: OperationHandler;
  /** The status of its response, unless the handler sets another one. */
  readonly status: number;
}

/** The operation of a method and a path. */
interface Match extends Route {
  /** The path parameters, still percent-encoded. */
  readonly groups: OperationRequest['params'];
  /** The decoded parameters, set when a request first needs them. */
  params?: OperationRequest['params'];
}

interface ApiHandlerOptions {
  readonly operations: readonly Operation[];
  readonly handlers: OperationHandlers;
  readonly gatekeeper: Pick<Gatekeeper, 'authorize'>;
  readonly errors: Pick<ErrorResponder, 'send'>;
}

/** Handles the requests to operations but those on files: finds the operation, authorizes the caller, answers. */
export class ApiHandler {
  /** By method and number of segments. */
  private readonly routes = new Map<string, (Route & { readonly pattern: RegExp })[]>();
  private readonly recent = new Memo<Match | 'none'>();

  /** @throws {Error} if an operation has no handler. */
  constructor(private readonly options: ApiHandlerOptions) {
    const handlers: Readonly<Record<string, OperationHandler | undefined>> = options.handlers;
    for (const operation of [...options.operations].sort(byPath)) {
      if (operation.api === 'files') continue;
      const handle = handlers[operation.id];
      if (handle === undefined) throw new Error(`The operation '${operation.id}' has no handler.`);
      const route = { operation, handle, status: statusOf(operation), pattern: patternOf(operation) };
      for (const method of methodsOf(operation)) {
        const key = keyOf(method, operation.path);
        this.routes.set(key, [...(this.routes.get(key) ?? []), route]);
      }
    }
  }

  /** The operation that a request is for. */
  operationOf(request: IncomingMessage): Operation | undefined {
    const match = this.match(request);
    return match === 'none' ? undefined : match.operation;
  }

  /** Answers a request. Errors become error responses. */
  readonly listener = (request: IncomingMessage, response: ServerResponse): void => {
    this.handle(request, response).catch((error: unknown) => this.fail(error, request, response));
  };

  /** Sends the response of an error, in the format of the API that the request is for. */
  readonly fail = (error: unknown, request: IncomingMessage, response: ServerResponse): void => {
    const format: ErrorFormat = isHub(request.url ?? '') ? 'hub' : 'problem';
    this.options.errors.send(error, { request, response, format });
  };

  /** Answers a request. @throws what the operation throws; {HttpError} 404 or 405 if there is none. */
  readonly handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const match = this.match(request);
    if (match === 'none') throw this.unrouted(request);
    await namedWork(match.operation.id, () => this.carryOut(match, request, response));
  };

  private async carryOut(match: Match, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { operation, handle, status } = match;
    const params = (match.params ??= decoded(match.groups));
    const query = queryOf(request);
    await this.options.gatekeeper.authorize({ request, response, operation, query });
    const answer = await handle({ request, response, params, query });
    if (answer === undefined) return;
    if (answer === NO_CONTENT) {
      response.writeHead(operation.responses[204] === undefined ? status : 204).end();
      return;
    }
    if (response.statusCode === 200) response.statusCode = status;
    sendJson(response, answer);
  }

  /** The methods that the API supports at a URL. Empty for an unknown path. */
  methodsAt(url: string): readonly string[] {
    const path = pathOf({ url });
    const length = keyOf('', path);
    return [...this.routes]
      .filter(([key, routes]) => key.endsWith(length) && routes.some(({ pattern }) => pattern.test(path)))
      .map(([key]) => methodIn(key));
  }

  /** The error for a request without an operation: 405 with `Allow` if the path has other methods, else 404. */
  readonly unrouted = ({ url = '/' }: IncomingMessage): HttpError => {
    const allowed = this.methodsAt(url);
    return allowed.length === 0
      ? new HttpError({ status: 404, code: 'not-found', detail: 'There is nothing at this address.' })
      : new HttpError({
          status: 405,
          code: 'method-not-allowed',
          detail: `This address accepts ${allowed.join(', ')} only.`,
          headers: { Allow: allowed.join(', ') },
        });
  };

  private match(request: IncomingMessage): Match | 'none' {
    const { method = '' } = request;
    const path = pathOf(request);
    return this.recent.of(`${method} ${path}`, () => this.find(method, path));
  }

  private find(method: string, path: string): Match | 'none' {
    for (const { pattern, ...route } of this.routes.get(keyOf(method, path)) ?? []) {
      const found = pattern.exec(path);
      if (found !== null) return { ...route, groups: found.groups ?? {} };
    }
    return 'none';
  }
}

/** Fixed segments before parameters. */
const byPath = ({ path }: Operation, other: Operation): number =>
  path.replaceAll('{', '~') < other.path.replaceAll('{', '~') ? -1 : 1;

/** A slash at the end does not count. */
const keyOf = (method: string, path: string): string =>
  `${method} ${(path.endsWith('/') ? path.slice(0, -1) : path).split('/').length}`;

const methodIn = (key: string): string => key.slice(0, key.indexOf(' '));

const statusOf = ({ responses }: Operation): number => Math.min(...Object.keys(responses).map(Number));

/** @throws {HttpError} 400 if the percent-encoding of a parameter is invalid. */
function decoded(groups: OperationRequest['params']): OperationRequest['params'] {
  const params: Record<string, string> = {};
  for (const name in groups) params[name] = percentDecode(groups[name] ?? '');
  return Object.freeze(params);
}
