import fc from 'fast-check';
import { targets, type Lazy } from './targets.js';
import type { ApiDocument, Operation, Schema } from './api-document.js';
import { credentials, extraHeaders, type Headers } from './headers.js';
import { jsonBodies } from './json-bodies.js';
import { weighted } from './weighted.js';
import { forms } from './multipart.js';

/** A request to send. `target` is the path and query. */
export interface FuzzRequest {
  readonly operation: Operation;
  readonly method: string;
  readonly target: string;
  readonly headers: Headers;
  readonly body?: Buffer;
  /** Whether the request must fail. */
  readonly mustFail: boolean;
}

interface Payload {
  readonly body?: Lazy<Buffer>;
  readonly mustFail: boolean;
  readonly headers: Headers;
}

/** The tiles of shapes all over the world take as long as there are tiles, and a stream of events never ends. */
const isQuick = ({ path }: Operation): boolean => !path.endsWith('.pmtiles') && path !== '/api/events';

/** Requests to all operations of the document. Those with a body are more frequent. */
export function requests(
  operations: readonly Operation[],
  document: ApiDocument,
): fc.Arbitrary<Lazy<FuzzRequest>> {
  const choices = operations.filter(isQuick).map((operation) => ({
    weight: operation.requestBody === undefined ? 2 : 5,
    arbitrary: requestsTo(operation, document),
  }));
  return fc.oneof(...choices);
}

function requestsTo(operation: Operation, document: ApiDocument): fc.Arbitrary<Lazy<FuzzRequest>> {
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
    .map(([target, credential, { headers, body, mustFail }, extra, method]) => (state) => ({
      operation,
      method,
      target: target(state),
      headers: { ...headers, ...credential(state), ...extra },
      mustFail,
      ...(body && { body: body(state) }),
    }));
}

const anyMethod = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE'];

function methods({ method }: Operation): fc.Arbitrary<string> {
  return weighted([19, fc.constant(method)], [1, fc.constantFrom(...anyMethod)]);
}

function payloads(operation: Operation, document: ApiDocument): fc.Arbitrary<Payload> {
  const [content] = Object.entries(operation.requestBody?.content ?? {});
  if (content === undefined) return weighted([15, fc.constant(nothing)], [1, unexpectedBody]);
  const [mediaType, { schema = {} }] = content;
  if (mediaType === BYTES) return filePayloads;
  return mediaType === 'multipart/form-data' ? formPayloads : jsonPayloads(schema, document);
}

const BYTES = 'application/octet-stream';
const files = [
  'id;lon;lat\na;8,5;47\nb;north;47\n',
  '{"type":"FeatureCollection","features":[{"type":"Feature","id":"a","geometry":null,"properties":{}}]}',
  '<gpx xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="47" lon="8"/></gpx>',
  'PK\x03\x04 and no archive',
];

/** Files of data, and their beginnings. */
const filePayloads: fc.Arbitrary<Payload> = fc
  .tuple(fc.constantFrom(...files), fc.nat(200))
  .map(([text, length]) => ({
    mustFail: false,
    headers: { 'content-type': BYTES },
    body: () => Buffer.from(text.slice(0, length)),
  }));

const nothing: Payload = { mustFail: false, headers: {} };

/** Bodies for operations that take none. */
const unexpectedBody: fc.Arbitrary<Payload> = fc.constantFrom('{}', 'x', '{', '\0').map((text) => ({
  mustFail: false,
  headers: { 'content-type': 'application/json' },
  body: () => Buffer.from(text),
}));

const formPayloads: fc.Arbitrary<Payload> = forms.map(({ body, contentType, mustFail }) => ({
  mustFail,
  headers: { 'content-type': contentType },
  body: () => body,
}));

const json = 'application/json';
const likeJson = [`${json}; charset=utf-8`, 'application/geo+json', 'APPLICATION/JSON;x=y', undefined];
const unlikeJson = [
  ...['utf-16', 'latin1', 'x'].map((name) => `${json}; charset=${name}`),
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
  'json',
  `${json}x`,
  '+json',
];

function jsonPayloads(schema: Schema, document: ApiDocument): fc.Arbitrary<Payload> {
  const types = weighted<string | undefined>(
    [16, fc.constant(json)],
    [2, fc.constantFrom(...likeJson)],
    [1, fc.constantFrom(...unlikeJson)],
  );
  return fc.tuple(jsonBodies(schema, document), types).map(([body, type]) => ({
    mustFail: false,
    headers: type === undefined ? {} : { 'content-type': type },
    body,
  }));
}
