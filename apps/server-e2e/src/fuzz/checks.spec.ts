import { openApiDocument } from '@cairn/api-document';
import { operations as served, quotaRecordSchema, sequence } from '@cairn/api-schema';
import { describe, expect, it } from '@jest/globals';
import { operationsOf, type ApiDocument } from './api-document.js';
import { Checks } from './checks.js';
import type { FuzzResponse } from './http-client.js';
import type { FuzzRequest } from './requests.js';

const addresses = { baseUrl: 'http://x', cdnUrl: 'http://x/cdn', version: '1' };
const document = JSON.parse(JSON.stringify(openApiDocument(addresses))) as ApiDocument;
const operations = operationsOf(document);
const checks = new Checks(document, operations);

function asked(id: string, target: string, more: Partial<FuzzRequest> = {}): FuzzRequest {
  const operation = operations.find(({ operationId }) => operationId === id);
  if (operation === undefined) throw new Error(`No operation ${id}`);
  return { operation, method: operation.method, target, headers: {}, mustFail: false, ...more };
}

function answered(status: number, body: unknown, headers: FuzzResponse['headers'] = {}): FuzzResponse {
  const type = status < 400 ? 'application/json; charset=utf-8' : 'application/problem+json';
  return {
    status,
    headers: { 'content-type': type, 'x-request-id': 'r1', ...headers },
    body: body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body)),
    durationMs: 1,
  };
}

const problem = {
  type: 'urn:x',
  title: 'X',
  status: 404,
  detail: 'x',
  instance: 'urn:r1',
  code: 'x',
  requestId: 'r1',
};
const quota = asked('getQuota', '/api/quota');
const image = asked('getImage', '/api/images/x');
const space = asked('createSpace', '/hub/spaces', { body: Buffer.from('{"title":1}') });
const form = asked('uploadImage', '/api/upload', { mustFail: true });
const file = asked('getFile', '/cdn/x.jpg');

describe('the checks', () => {
  it('accept documented responses', () => {
    expect(checks.faults(quota, answered(200, { imageCount: 1, quota: 2 }))).toEqual([]);
    expect(checks.faults(image, answered(404, problem))).toEqual([]);
  });

  it.each<[string, FuzzRequest, FuzzResponse]>([
    ['answered 500', quota, answered(500, { ...problem, status: 500 })],
    ['took more than', quota, { ...answered(200, { imageCount: 1, quota: 2 }), durationMs: 2_001 }],
    ['status 404 is not documented', quota, answered(404, problem)],
    ['where there is no operation', { ...quota, target: '/api/quotas' }, answered(201, {})],
    ['body of a 200: /imageCount', quota, answered(200, { imageCount: -1, quota: 2 })],
    ["body of a 200: / must have required property 'quota'", quota, answered(200, { imageCount: 1 })],
    ['content type text/html', quota, answered(200, {}, { 'content-type': 'text/html' })],
    ['has no X-Request-Id', quota, answered(200, { imageCount: 1, quota: 2 }, { 'x-request-id': undefined })],
    ['has another request id', image, answered(404, { ...problem, requestId: 'r2' })],
    ['says status 400', image, answered(404, { ...problem, status: 400 })],
    ['no JSON object', image, answered(404, 'gone')],
    ['no WWW-Authenticate', image, answered(401, { ...problem, status: 401 })],
    ['no Allow', { ...quota, method: 'PUT' }, answered(405, { ...problem, status: 405 })],
    ['accepted what cannot succeed', space, answered(200, {})],
    ['accepted what cannot succeed', form, answered(201, { id: 'x', url: 'http://x/x' })],
    ['has a body', { ...image, method: 'HEAD' }, answered(200, {})],
    ['another ETag', file, answered(200, 'bytes', { etag: '"x"' })],
    ['not as long as it says', file, answered(206, 'bytes', { 'content-range': 'bytes 0-1/9' })],
  ])('detect: %s', (fault, request, response) => {
    expect(checks.faults(request, response)).toContainEqual(expect.stringContaining(fault));
  });
});

describe('the checks of a stream', () => {
  const streamed = served
    .filter(({ id }) => id === 'getQuota')
    .map((operation) => {
      const types = ['application/x-ndjson', 'application/json-seq'];
      const body = sequence(quotaRecordSchema, [{ imageCount: 1, quota: 2 }], types);
      return { ...operation, responses: { 200: { description: 'Quotas.', body } } };
    });
  const described = JSON.parse(JSON.stringify(openApiDocument(addresses, streamed))) as ApiDocument;
  const streams = new Checks(described, operationsOf(described));
  const faultsOf = (type: string, text: string): readonly string[] =>
    streams.faults(quota, { ...answered(200, {}, { 'content-type': type }), body: Buffer.from(text) });
  const valid = '{"imageCount":1,"quota":2}\n';

  it('accept values that match the schema', () => {
    expect(faultsOf('application/x-ndjson', valid + valid)).toEqual([]);
    expect(faultsOf('application/json-seq', `\u001e${valid}\u001e${valid}`)).toEqual([]);
  });

  it('detect a single value that does not', () => {
    expect(faultsOf('application/x-ndjson', `${valid}{"imageCount":-1,"quota":2}\n${valid}`)).toEqual([
      'body of a 200: /imageCount must be >= 0',
    ]);
    expect(faultsOf('application/x-ndjson', `${valid}{"imageCount":\n`)).toHaveLength(1);
  });
});
