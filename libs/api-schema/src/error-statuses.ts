import type { ErrorExample } from './error-example.js';
import { examples } from './examples/examples.js';

/** The meaning of an error status. */
export interface ErrorMeaning extends ErrorExample {
  readonly description: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const retryAfter = { 'Retry-After': 'Seconds to wait before trying again.' };

/** The meaning of each error status, with its most common error as the example. */
export const errorMeanings = {
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
  501: {
    description: 'The service does not offer this format.',
    code: 'format-not-offered',
    detail: 'Only `format=json` is offered.',
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
} as const satisfies Readonly<Record<number, ErrorMeaning>>;

/** A status of an error response. */
export type ErrorStatus = keyof typeof errorMeanings;
