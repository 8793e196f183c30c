import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { addDefaultHeaders } from './default-headers.js';

const answers: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
  none: (response) => response.end(),
  'a list': (response) => response.writeHead(200, ['cache-CONTROL', 'private', 'ETag', '"a"']).end(),
  'an object': (response) => response.writeHead(200, { 'cache-control': 'private', ETag: '"a"' }).end(),
  'a reason': (response) =>
    response.writeHead(200, 'Fine', ['Cache-Control', 'private', 'ETag', '"a"']).end(),
  'set ones': (response) => response.setHeader('Cache-Control', 'private').setHeader('ETag', '"a"').end(),
  'set ones and a list': (response) =>
    response.setHeader('Cache-Control', 'private').writeHead(200, ['ETag', '"a"']).end(),
};

const server = createServer((request, response) => {
  addDefaultHeaders(response, ['X-Request-Id', 'one', 'Cache-Control', 'no-store']);
  addDefaultHeaders(response, ['Referrer-Policy', 'no-referrer']);
  answers[decodeURIComponent(request.url?.slice(1) ?? '')]?.(response);
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

it.each(Object.keys(answers))('a response that is given %s has the defaults besides', async (how) => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const { headers, statusText } = await fetch(`http://127.0.0.1:${port}/${encodeURIComponent(how)}`);
  const names = ['x-request-id', 'referrer-policy', 'cache-control', 'etag'];
  const own = how === 'none' ? ['no-store', null] : ['private', '"a"'];
  expect(names.map((name) => headers.get(name))).toEqual(['one', 'no-referrer', ...own]);
  expect(statusText).toBe(how === 'a reason' ? 'Fine' : 'OK');
});
