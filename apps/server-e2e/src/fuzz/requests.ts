import fc from 'fast-check';
import type { ApiDocument, Operation } from './api-document.js';
import { targets, type Made } from './addresses.js';
import { credentials, extraHeaders, type Headers } from './headers.js';
import { jsonBodies } from './json-bodies.js';
import { forms } from './multipart.js';

/** One request as it is sent; `target` is path and query. */
export interface FuzzRequest {
  readonly operation: Operation;
  readonly method: string;
  readonly target: string;
  readonly headers: Headers;
  readonly body?: Buffer;
  /** Whether it lacks something without which it cannot succeed. */
  readonly hopeless: boolean;
}

interface Payload {
  readonly body?: Made<Buffer>;
  readonly hopeless: boolean;
  readonly headers: Headers;
}

/** Requests to every operation of the document, those that take a body more often than the others. */
export function requests(
  operations: readonly Operation[],
  document: ApiDocument,
): fc.Arbitrary<Made<FuzzRequest>> {
  const weighted = operations.map((operation) => ({
    weight: operation.requestBody === undefined ? 2 : 5,
    arbitrary: requestsTo(operation, document),
  }));
  return fc.oneof(...weighted);
}

function requestsTo(operation: Operation, document: ApiDocument): fc.Arbitrary<Made<FuzzRequest>> {
  const usual = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'header')
    .map(({ name }) => name);
  return fc
    .tuple(
      targets(operation, document),
      credentials,
      payloads(operation, document),
      extraHeaders(usual),
      methods(operation),
    )
    .map(([target, credential, { headers, body, hopeless }, extra, method]) => (world) => ({
      operation,
      method,
      target: target(world),
      headers: { ...headers, ...credential(world), ...extra },
      hopeless,
      ...(body && { body: body(world) }),
    }));
}

function methods({ method }: Operation): fc.Arbitrary<string> {
  const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE'];
  return fc.oneof(
    { weight: 19, arbitrary: fc.constant(method) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
}

function payloads(operation: Operation, document: ApiDocument): fc.Arbitrary<Payload> {
  const content = Object.entries(operation.requestBody?.content ?? {})[0];
  if (content === undefined) return unasked;
  const [mediaType, { schema }] = content;
  if (mediaType === 'multipart/form-data') {
    return forms.map(({ body, contentType, hopeless }) => ({
      body: () => body,
      hopeless,
      headers: { 'content-type': contentType },
    }));
  }
  return fc
    .tuple(jsonBodies(schema, document), jsonTypes)
    .map(([body, contentType]) => ({
      body,
      hopeless: false,
      headers: contentType === undefined ? {} : { 'content-type': contentType },
    }));
}

/** Operations that take no body mostly get none. */
const unasked: fc.Arbitrary<Payload> = fc.oneof(
  { weight: 15, arbitrary: fc.constant({ hopeless: false, headers: {} }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('{}', 'x', '{', '\0')
      .map((text) => ({
        hopeless: false,
        headers: { 'content-type': 'application/json' },
        body: () => Buffer.from(text),
      })),
  },
);

const jsonTypes: fc.Arbitrary<string | undefined> = fc.oneof(
  { weight: 16, arbitrary: fc.constant('application/json') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'application/json; charset=utf-8',
      'application/geo+json',
      'APPLICATION/JSON;x=y',
      undefined,
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'application/json; charset=utf-16',
      'application/json; charset=latin1',
      'application/json; charset=x',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=b',
      'json',
      'application/jsonx',
      '+json',
    ),
  },
);
