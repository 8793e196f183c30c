import fc from 'fast-check';
import { targets, type Made } from './addresses.js';
import type { ApiDocument, Operation, Schema } from './api-document.js';
import { credentials, extraHeaders, type Headers } from './headers.js';
import { jsonBodies } from './json-bodies.js';
import { mix } from './mix.js';
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

const anyMethod = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE'];

function methods({ method }: Operation): fc.Arbitrary<string> {
  return mix([19, fc.constant(method)], [1, fc.constantFrom(...anyMethod)]);
}

function payloads(operation: Operation, document: ApiDocument): fc.Arbitrary<Payload> {
  const [content] = Object.entries(operation.requestBody?.content ?? {});
  if (content === undefined) return mix([15, fc.constant(nothing)], [1, unasked]);
  const [mediaType, { schema = {} }] = content;
  return mediaType === 'multipart/form-data' ? formPayloads : jsonPayloads(schema, document);
}

const nothing: Payload = { hopeless: false, headers: {} };

/** What operations get that take no body. */
const unasked: fc.Arbitrary<Payload> = fc.constantFrom('{}', 'x', '{', '\0').map((text) => ({
  hopeless: false,
  headers: { 'content-type': 'application/json' },
  body: () => Buffer.from(text),
}));

const formPayloads: fc.Arbitrary<Payload> = forms.map(({ body, contentType, hopeless }) => ({
  hopeless,
  headers: { 'content-type': contentType },
  body: () => body,
}));

const json = 'application/json';
const likeJson = [`${json}; charset=utf-8`, 'application/geo+json', 'APPLICATION/JSON;x=y', undefined];
const unlikeJson = [
  ...['utf-16', 'latin1', 'x'].map((name) => `${json}; charset=${name}`),
  ...[
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=b',
    'json',
    `${json}x`,
    '+json',
  ],
];

function jsonPayloads(schema: Schema, document: ApiDocument): fc.Arbitrary<Payload> {
  const types = mix<string | undefined>(
    [16, fc.constant(json)],
    [2, fc.constantFrom(...likeJson)],
    [1, fc.constantFrom(...unlikeJson)],
  );
  return fc.tuple(jsonBodies(schema, document), types).map(([body, type]) => ({
    hopeless: false,
    headers: type === undefined ? {} : { 'content-type': type },
    body,
  }));
}
