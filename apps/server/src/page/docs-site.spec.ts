import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { HttpError } from '@cairn/http';
import { DocsSite } from './docs-site.js';

const BASE = '/photos';
let folder: string;
let address: string;
let close: () => void;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-docs-'));
  const site = new DocsSite(folder, BASE);
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    if (!site.has(request, path)) response.writeHead(204).end();
    else
      site.send(path, request, response).catch((error: unknown) => {
        response.writeHead(error instanceof HttpError ? error.status : 500).end();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => server.close();
});
afterEach(async () => {
  close();
  await rm(folder, { recursive: true });
});

const get = async (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
  await fetch(address + path, { method, headers, redirect: 'manual' });

/** As apps/docs does it: what says which site is to be served is written last. */
async function build(name: string, text: string): Promise<void> {
  await mkdir(join(folder, name, 'assets'), { recursive: true });
  await writeFile(join(folder, name, 'index.html'), text);
  await writeFile(join(folder, name, 'limits.html'), text);
  await writeFile(join(folder, name, 'limits.md'), `# ${text}`);
  await writeFile(join(folder, name, 'llms.txt'), text);
  await writeFile(join(folder, name, 'assets/site-1.js'), 'site()');
  await writeFile(join(folder, 'site.json'), JSON.stringify({ folder: name }));
}

describe('the site of the documentation', () => {
  it('says that it is not built, where the API is, and has browsers look again', async () => {
    for (const path of ['/docs', '/docs/limits', '/llms.txt']) {
      const answer = await get(path);
      expect([path, answer.status, answer.headers.get('refresh')]).toEqual([path, 503, '5']);
      const text = await answer.text();
      expect(text).toContain('not built yet');
      expect(text).toContain(`href="${BASE}/docs/api"`);
    }
  });

  it('is there as soon as it is built, and another one when that is built', async () => {
    expect((await get('/docs/')).status).toBe(503);
    await build('site-one', 'the first');
    expect(await (await get('/docs/')).text()).toBe('the first');
    const etag = (await get('/docs/limits')).headers.get('etag') ?? '';
    expect((await get('/docs/limits', { 'if-none-match': etag })).status).toBe(304);
    await build('site-two', 'the second');
    const answer = await get('/docs/limits', { 'if-none-match': etag });
    expect([answer.status, await answer.text()]).toEqual([200, 'the second']);
  });

  it('has pages at their names and as Markdown, below the path of the public address', async () => {
    await build('site-one', 'page');
    const led = await get('/docs');
    expect([led.status, led.headers.get('location')]).toEqual([302, `${BASE}/docs/`]);
    expect((await get('/docs/limits')).headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect((await get('/docs/limits.md')).headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect((await get('/llms.txt')).headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect((await get('/docs/assets/site-1.js')).headers.get('cache-control')).toContain('immutable');
    expect((await get('/docs/limits')).headers.get('cache-control')).toBe('no-cache');
  });

  it('tells people and programs of what it does not have', async () => {
    await build('site-one', 'page');
    const answer = await get('/docs/none', { accept: 'text/html' });
    expect([answer.status, (await answer.text()).includes(`href="${BASE}/docs/"`)]).toEqual([404, true]);
    for (const path of ['/docs/none', '/docs/../site.json', '/docs/%2e%2e/site.json', '/docs//limits'])
      expect([path, (await get(path, { accept: 'application/json' })).status]).not.toEqual([path, 200]);
  });

  it('leaves the page of the API, and other methods, to the API', async () => {
    for (const path of ['/docs/api', '/docs/api/', '/docs/api/start.js', '/docsearch', '/'])
      expect([path, (await get(path)).status]).toEqual([path, 204]);
    expect((await get('/docs/', {}, 'POST')).status).toBe(204);
  });
});
