import * as z from 'zod';
import { json, type Contents } from './content.js';
import type { ErrorExample } from './error-example.js';
import { errorExamples } from './error-examples.js';
import { examples } from './examples.js';
import { hubErrorBody } from './hub-error-body.js';
import { hubErrorTypes, type HubErrorType } from './hub-error-cases.js';
import { detailedErrorResponseSchema, errorResponseSchema, httpErrorResponseSchema } from './hub-errors.js';
import type { Operation, OperationResponse } from './operation.js';
import { problemSchema, titleOf, type Problem } from './problem.js';

interface ErrorResponseExample extends ErrorExample {
  readonly description: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const retryAfter = { 'Retry-After': 'Seconds to wait before trying again.' };

/** The meaning of each error status, with its most common error as the example. */
const responses = {
  400: {
    description: 'The request is invalid. Every fault is listed.',
    code: 'malformed-address',
    detail: 'The address must not contain a NUL character (`%00`).',
  },
  401: {
    description:
      'The API key is missing or not valid; in the spaces API, the key or token. Or nobody is signed in.',
    headers: { 'WWW-Authenticate': '`Bearer`, with `error="invalid_token"` when a key was sent.' },
    code: 'unauthenticated',
    detail: 'An API key is needed: send `Authorization: Bearer <API_KEY>`.',
  },
  403: {
    description:
      'The API key or the user lacks a scope, the resource belongs to someone else, or a page of another site sent the request.',
    code: 'scope-missing',
    detail: 'This needs an API key with the scope `admin`.',
  },
  404: {
    description: 'The resource does not exist, or belongs to someone else.',
    code: 'not-found',
    detail: 'There is nothing at this address.',
  },
  405: {
    description: 'The space is read-only.',
    headers: { Allow: 'The methods that are left.' },
    code: 'space-read-only',
    detail: `The space '${examples.spaceRecord.id}' is read-only: its features cannot be written.`,
  },
  408: {
    description: 'The request arrived too slowly.',
    code: 'request-timeout',
    detail: 'The request came too slowly.',
  },
  409: {
    description:
      'The request conflicts with the current state: quota used up, identifier taken, or last administrator key.',
    code: 'space-exists',
    detail: `There is a space with the id '${examples.spaceRecord.id}' already.`,
  },
  412: {
    description: 'The resource does not match the preconditions of the request.',
    code: 'precondition-failed',
    detail: 'The file is not the one that `If-Match` or `If-Unmodified-Since` asks for.',
  },
  413: {
    description: 'The request is too large.',
    code: 'body-too-large',
    detail: 'The body is larger than 1048576 bytes (1 MiB).',
  },
  414: {
    description: 'The address is too long.',
    code: 'address-too-long',
    detail: 'The address is longer than 8192 characters.',
  },
  415: {
    description: 'The content type is not supported.',
    code: 'unsupported-media-type',
    detail: 'The body must be JSON: send `Content-Type: application/json`.',
  },
  416: {
    description: 'The range lies outside the file.',
    code: 'range-not-satisfiable',
    detail: 'The range lies outside the file; the file has 48213 bytes.',
  },
  422: {
    description: 'The image cannot be decoded, or has too many pixels.',
    code: 'undecodable-image',
    detail: 'The image cannot be decoded: the file is cut short.',
  },
  428: {
    description: 'The space is not active.',
    code: 'space-inactive',
    detail: `The space '${examples.spaceRecord.id}' is not active: its features can be neither read nor written.`,
  },
  429: {
    description: 'Too many requests. `Retry-After` says when to try again.',
    headers: retryAfter,
    code: 'rate-limited',
    detail: 'Too many requests; try again in 12 s.',
  },
  500: {
    description: 'An internal error.',
    code: 'internal',
    detail: 'Something went wrong inside the service.',
  },
  503: {
    description: 'A part of the service is unavailable. `Retry-After` says when to try again.',
    headers: retryAfter,
    code: 'storage-unavailable',
    detail: 'The service cannot reach one of its stores; try again later.',
  },
  507: {
    description: 'The disk is full. Deleting frees space.',
    code: 'storage-full',
    detail: 'The disk is full: nothing more can be stored until something is deleted.',
  },
} as const satisfies Readonly<Record<number, ErrorResponseExample>>;

/** A status of an error response. */
export type ErrorStatus = keyof typeof responses;

/** The error response of an operation for this status. */
export function errorResponse(operation: Operation, status: ErrorStatus): OperationResponse {
  const { id, api, method } = operation;
  const { description, headers, ...common }: ErrorResponseExample = responses[status];
  const example = errorExamples[id]?.[status] ?? common;
  const body = api === 'spaces' ? hubBody(status, { example, operation }) : problemBody(status, example);
  return { description, headers, ...(method !== 'head' && { body }) };
}

/** The statuses of all error responses of an operation. */
export function errorStatuses({ method, access, scope, api, errors }: Operation): readonly ErrorStatus[] {
  if (api === 'service') return [400, 414, 500];
  const isUnsafe = method !== 'get' && method !== 'head';
  const statuses = new Set<ErrorStatus>([...errors, 400, 414, 500, 503]);
  if (isUnsafe) statuses.add(507);
  if (access !== 'open') statuses.add(401).add(429);
  if (access === 'key' && (scope !== undefined || api === 'accounts')) statuses.add(403);
  if (access === 'session' && isUnsafe) statuses.add(403);
  return [...statuses].sort((a, b) => a - b);
}

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
