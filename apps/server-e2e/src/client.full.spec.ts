import { fileURLToPath } from 'node:url';
import { createClient } from '@cairn/client';
import { openBrowser, ServerProcess } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { cuttingProxy } from './client/cutting-proxy.js';
import type { PageInput } from './client/page-program.js';
import { scenarios } from './client/scenarios.js';

const names = Object.keys(scenarios);
const photo = fixtures.rotatedJpeg.bytes;

let server: ServerProcess;
let proxy: Awaited<ReturnType<typeof cuttingProxy>>;

beforeAll(async () => {
  server = await ServerProcess.start();
  proxy = await cuttingProxy(server.address);
});

afterAll(async () => {
  proxy.close();
  await server.dispose();
});

const target = () => ({ address: server.address, cutAddress: proxy.address, key: server.key });

describe('the client of the first owner', () => {
  it('comes in by the link that the server prints, once', async () => {
    const owner = createClient({ baseUrl: server.address, fetch: keepingCookies() });
    expect((await owner.call('GET /api/setup')).needed).toBe(true);
    const wrong = owner.call('POST /api/setup', {
      body: { token: 'wrong', name: 'Eve', password: 'correct horse battery' },
    });
    await expect(wrong).rejects.toMatchObject({ kind: 'forbidden' });
    const token = server.setupToken;
    const { user } = await owner.call('POST /api/setup', {
      body: { token, name: 'Owner', password: 'correct horse battery' },
    });
    expect(user.role).toBe('owner');
    expect((await owner.call('GET /api/setup')).needed).toBe(false);
    expect((await owner.call('GET /api/users')).map(({ name }) => name)).toEqual(['Owner']);
    await expect(owner.call('DELETE /api/users/{id}', { params: { id: user.id } })).rejects.toMatchObject({
      kind: 'conflict',
    });
    await owner.call('DELETE /api/sessions');
    await expect(owner.call('GET /api/users')).rejects.toMatchObject({ kind: 'unauthorized' });
  });
});

describe('the client on Node', () => {
  it.each(names)('%s', async (name) => {
    const client = createClient({ baseUrl: server.address, key: server.key });
    const visitor = createClient({ baseUrl: server.address, fetch: keepingCookies() });
    await scenarios[name]?.({ ...target(), client, visitor, photo });
  });
});

describe('the client in a page', () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await openBrowser();
    page = await browser.newPage({ bypassCSP: true }); // the policy of what is shown allows nothing
    await page.goto(`${server.address}/livez`);
    await page.evaluate(await pageProgram());
  });

  afterAll(() => browser.close());

  it.each(names)('%s', async (name) => {
    const input: PageInput = { ...target(), name, photo: Buffer.from(photo).toString('base64') };
    expect(await page.evaluate<string | undefined>(`runScenario(${JSON.stringify(input)})`)).toBeUndefined();
  });
});

/** A fetch that keeps cookies, as browsers do. */
function keepingCookies(): typeof fetch {
  let cookie = '';
  return async (url, init = {}) => {
    const headers = new Headers(init.headers);
    if (cookie !== '') headers.set('cookie', cookie);
    const response = await fetch(url, { ...init, headers });
    for (const set of response.headers.getSetCookie()) cookie = set.slice(0, set.indexOf(';'));
    return response;
  };
}

async function pageProgram(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('client/page-program.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
    conditions: ['@cairn/source'],
  });
  return outputFiles.map(({ text }) => text).join('');
}
