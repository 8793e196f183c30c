import type { Calls } from '@cairn/api-schema';
import { pathOf, queryText, type PathParams } from '../transport/address.js';
import type { Repeatable } from '../transport/retry.js';
import type { Call } from '../transport/transport.js';
import { wordFor } from '../transport/word-for.js';
import { featureQuery } from './filters.js';
import type { RequestOptions, Route } from './route.js';

/** A request to any operation. */
export interface AnyRequest extends RequestOptions {
  readonly params?: PathParams | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
}

/** Elsewhere `tags` and `tagMatch` are sent as they are. */
const FEATURE_PATHS = /^\/(?:hub|tiles|styles|api\/maps)\//;

type Reading = `GET ${string}` | `HEAD ${string}`;
type Unkeyed = { [R in Route]: Calls[R]['isKeyed'] extends false ? R : never }[Route];

/** When writes are sent again to which the server takes no idempotency key. Questions change nothing. */
const unkeyed: Readonly<Record<Exclude<Unkeyed, Reading>, Repeatable>> = {
  'POST /hub/spaces/{spaceId}/spatial': 'failed',
  'POST /api/invites/check': 'failed',
  'POST /api/password-reset/check': 'failed',
  'POST /api/invites/accept': 'never',
  'POST /api/password-reset': 'never',
  'POST /api/session': 'never',
  'POST /api/session/passkey': 'never',
  'POST /api/setup': 'never',
  'POST /api/sign-in/identity': 'never',
  'POST /api/sign-in/passkey': 'never',
  'POST /api/shared/{secret}/unlock': 'refused',
  'POST /a/{secret}': 'refused',
  'POST /m/{key}': 'refused',
  'POST /a/{secret}/upload': 'refused',
};

/** Writes of a person who should learn at once that they are refused. */
const personal: readonly Route[] = [
  'PUT /api/password',
  'POST /api/identities',
  'POST /api/passkeys',
  'POST /api/passkeys/challenge',
];

/** The request of an operation as it is sent, and when it is sent again. @throws {TypeError} for what is none. */
export function callOf(
  route: string,
  { params, query = {}, body, headers, idempotencyKey, ...options }: AnyRequest = {},
): Call {
  const [, method = '', path = ''] = /^(GET|HEAD|POST|PUT|PATCH|DELETE) (\/.*)$/.exec(route) ?? [];
  if (path === '')
    throw new TypeError(
      `An operation is a method and a path, such as 'GET /api/quota', not ${wordFor(route)}.`,
    );
  const { key, ...repetition } = repetitionOf(route, method, idempotencyKey);
  return {
    method,
    path: pathOf(path, params),
    query: FEATURE_PATHS.test(path) ? featureQuery(query) : queryText(query),
    json: body,
    ...repetition,
    headers: { ...headers, 'Idempotency-Key': key },
    options,
  };
}

/** Under a key the server carries a write out once. Without one, what sets a state may be done twice. */
function repetitionOf(
  route: string,
  method: string,
  given: string | false | undefined,
): Pick<Call, 'repeatable' | 'keyless'> & { readonly key?: string } {
  if (method === 'GET' || method === 'HEAD') return { repeatable: 'failed' };
  if (isUnkeyed(route)) return { repeatable: unkeyed[route] };
  const isAskedOnce = personal.some((one) => one === route);
  const isState = method === 'PUT' || method === 'DELETE';
  const keyless = isAskedOnce ? 'never' : isState ? 'failed' : 'refused';
  if (given === false) return { repeatable: keyless };
  const repeatable = isAskedOnce ? 'never' : 'failed';
  return given === undefined ? { key: newIdempotencyKey(), repeatable, keyless } : { key: given, repeatable };
}

const isUnkeyed = (route: string): route is keyof typeof unkeyed => Object.hasOwn(unkeyed, route);

/** A new idempotency key. Browsers have `randomUUID` only on pages with https. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join('-');
