import * as z from 'zod';
import { json, type Contents } from './content.js';
import { scopeMissing, usual, type ErrorExample } from './error-example.js';
import { errorMeanings, type ErrorMeaning, type ErrorStatus } from './error-statuses.js';
import { hubErrorBody } from './spaces/hub-error-body.js';
import { hubErrorTypes, type HubErrorType } from './spaces/hub-error-cases.js';
import {
  detailedErrorResponseSchema,
  errorResponseSchema,
  httpErrorResponseSchema,
} from './spaces/hub-errors.js';
import { idempotencyErrors, takesIdempotencyKey } from './idempotency.js';
import type { Operation, OperationResponse } from './operation.js';
import { problemSchema, titleOf, type Problem } from './problem.js';

/** The error response of an operation for this status. */
export function errorResponse(operation: Operation, status: ErrorStatus): OperationResponse {
  const { api, method, errors } = operation;
  const { description, headers, ...common } = meaningOf(operation, status);
  const { [status]: own = status === 403 ? missingScope(operation) : usual } = errors;
  const example = own === usual ? common : own;
  const body = api === 'spaces' ? hubBody(status, { example, operation }) : problemBody(status, example);
  return { description, headers, ...(method !== 'head' && { body }) };
}

function missingScope({ scope }: Operation): ErrorExample | typeof usual {
  const [first] = typeof scope === 'string' ? [scope] : (scope ?? []);
  return first === undefined ? usual : scopeMissing(first);
}

function meaningOf({ errors }: Operation, status: ErrorStatus): ErrorMeaning {
  if ((status !== 409 && status !== 422) || status in errors) return errorMeanings[status];
  const { description, example } = idempotencyErrors[status];
  return { description, ...example };
}

/** The kinds of access that a key without the scope is refused. */
const keyed: readonly Operation['access'][] = ['key', 'key-or-link', 'key-or-upload-token'];

/** The statuses of all error responses of an operation. */
export function errorStatuses(operation: Operation): readonly ErrorStatus[] {
  const { method, access, scope, api, errors } = operation;
  const statuses = new Set<ErrorStatus>([...statusesIn(errors), 400, 414, 500]);
  if (api === 'service') return [...statuses].sort((a, b) => a - b);
  const isUnsafe = method !== 'get' && method !== 'head';
  statuses.add(503);
  if (isUnsafe) statuses.add(507);
  if (takesIdempotencyKey(operation)) statuses.add(409).add(422);
  if (access !== 'open') statuses.add(401).add(429);
  if (keyed.includes(access) && (scope !== undefined || api === 'accounts')) statuses.add(403);
  if (access === 'session' && isUnsafe) statuses.add(403);
  return [...statuses].sort((a, b) => a - b);
}

const statusesIn = (errors: Operation['errors']): readonly ErrorStatus[] =>
  Object.keys(errors).map(Number) as ErrorStatus[];

const requestId = 'q1W2e3R4t5Y6';

function problemBody(status: number, example: ErrorExample): Contents {
  return json(problemSchema, problem(status, example), ['application/problem+json']);
}

const hubSchemas: Readonly<Record<HubErrorType, z.ZodType>> = {
  ErrorResponse: errorResponseSchema,
  DetailedErrorResponse: detailedErrorResponseSchema,
  error: httpErrorResponseSchema,
};

interface HubExample {
  readonly example: ErrorExample;
  readonly operation: Operation;
}

function hubBody(status: number, { example, operation }: HubExample): Contents {
  const { code, detail, errors: faults } = example;
  const types = hubErrorTypes(operation, status);
  const [schema = errorResponseSchema, ...more] = types.map((type) => hubSchemas[type]);
  const shown = hubErrorBody({ status, code, detail, faults }, { operation, streamId: requestId });
  return json(more.length === 0 ? schema : z.union([schema, ...more]), shown);
}

function problem(status: number, { code, detail, errors, facts }: ErrorExample): Problem {
  return {
    type: `urn:cairn:problem:${code}`,
    title: titleOf(code),
    status,
    detail,
    instance: `urn:cairn:request:${requestId}`,
    code,
    requestId,
    ...(errors && { errors: [...errors] }),
    ...facts,
  };
}
