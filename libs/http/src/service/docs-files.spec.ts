import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DocsFiles } from './docs-files.js';

const files = new DocsFiles('/photos');
const server = createServer((request, response) => {
  if (files.send(request.url ?? '', request, response) === undefined) response.writeHead(204).end();
});
let address: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const get = async (path: string): Promise<Response> => await fetch(address + path, { redirect: 'manual' });

it('The page of the API is where nothing else is: at the root, and in place of a site of documentation', async () => {
  for (const path of ['/', '/docs', '/docs/']) {
    const answer = await get(path);
    expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 302, '/photos/docs/api']);
  }
  expect((await get('/docs/api/start.js')).status).toBe(200);
  expect((await get('/docs/limits')).status).toBe(204);
});

it('A service that has addresses of its own below the path keeps its root', () => {
  expect(['/', '/docs', '/docs/api/start.js', '/docs/limits'].map((path) => files.has(path))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
