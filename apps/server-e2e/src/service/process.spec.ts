import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { IN_MEMORY, newKey, ServerProcess, until, uploadForm } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { start } from '../support/started-servers.js';

const main = fileURLToPath(new URL('../../../server/dist/bundled-main.js', import.meta.url));
const keyPattern = /cairn_[0-9A-Za-z]{36}/;

const run = (env: Record<string, string>) => {
  const { status, stderr } = spawnSync(process.execPath, [main], {
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
    timeout: 120_000, // in case the server starts although it should not
  });
  return { status, stderr };
};

describe('settings', () => {
  it('that are invalid are all reported at once, each with an example', () => {
    const { status, stderr } = run({
      CAIRN_PORT: '99999',
      CAIRN_HUB_AUTH: 'maybe',
      CAIRN_BOOTSTRAP_KEY: 'cairn_x',
      CAIRN_BLOB_URL: 'ftp://x',
    });
    expect(status).toBe(2);
    for (const name of ['CAIRN_PORT', 'CAIRN_HUB_AUTH', 'CAIRN_BOOTSTRAP_KEY', 'CAIRN_BLOB_URL'])
      expect(stderr).toMatch(new RegExp(`${name} must .*for example ${name}=`));
    expect(stderr).not.toContain('cairn_x');
  });

  it('that are unknown are rejected with the closest name', () => {
    const { status, stderr } = run({ CAIRN_PROT: '8080' });
    expect([status, stderr]).toEqual([2, expect.stringContaining('the nearest one is CAIRN_PORT')]);
  });
});

describe('starting', () => {
  it.each(['CAIRN_PORT', 'CAIRN_PUBLIC_PORT'])(
    'says what to do if the port of %s is in use',
    async (setting) => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const address = other.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      const { status, stderr } = run({ CAIRN_PORT: '0', [setting]: String(port), ...IN_MEMORY });
      other.close();
      const told = `127.0.0.1:${port} is in use. Set ${setting} to a free port, for example ${setting}=`;
      expect([status, stderr]).toEqual([1, expect.stringContaining(told)]);
    },
  );

  it('rejects a blob store of another installation, with details and the command to adopt it', async () => {
    const server = await start();
    const body = uploadForm({ bytes: fixtures.webp.bytes });
    expect((await server.fetch('/api/upload', { method: 'POST', body })).ok).toBe(true);
    await server.end('SIGTERM');
    const { status, stderr } = run({
      CAIRN_PORT: '0',
      CAIRN_DATA_DIR: server.dataDir,
      CAIRN_DATABASE_URL: 'memory:',
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/The database belongs to no installation and has no images\./);
    expect(stderr).toMatch(/The blob store belongs to installation \w{22} and has 1 blob, /);
    expect(stderr).toContain('npm run adopt-store');
  });

  it('prints the first key once, with a command to try', async () => {
    const first = await start({ key: '' });
    await first.fetch('/api/the-first');
    await until('the request is in the log', () => first.output().includes('/api/the-first'));
    const [beforeRequests = ''] = first.output().split(/^.*\/api\/the-first/m);
    expect(beforeRequests.trimEnd()).toMatch(/-F file=@photo\.jpg \S+\/api\/upload$/);
    const [secret = ''] = keyPattern.exec(first.output()) ?? [];
    expect(first.output()).toContain(`curl -H "Authorization: Bearer ${secret}"`);
    expect((await first.fetch('/api/quota', { key: secret })).status).toBe(200);
    await first.end('SIGTERM');
    const second = await start({ key: '', dataDir: first.dataDir });
    expect(second.output()).not.toMatch(keyPattern);
    expect((await second.fetch('/api/quota', { key: secret })).status).toBe(200);
  });

  it('accepts a given first key, at a later start another one, and never logs any', async () => {
    const first = await start();
    const another = newKey();
    expect((await first.fetch('/api/quota', { key: another })).status).toBe(401);
    await first.end('SIGTERM');
    const second = await start({ dataDir: first.dataDir, key: another });
    const keys = (await (await second.fetch('/api/keys')).json()) as unknown[];
    expect(keys).toHaveLength(2);
    expect(first.output() + second.output()).not.toMatch(keyPattern);
  });

  it('uses the configured URLs in links', async () => {
    const server = await start({
      env: {
        ...IN_MEMORY,
        CAIRN_BASE_URL: 'https://api.example.org/',
        CAIRN_CDN_URL: 'https://img.example.org',
      },
    });
    const response = await server.fetch('/api/upload', {
      method: 'POST',
      body: uploadForm({ bytes: fixtures.png.bytes, name: 'a.png' }),
    });
    expect(await response.json()).toMatchObject({ url: 'https://img.example.org/a.png' });
    expect(response.headers.get('location')).toMatch(/^https:\/\/api\.example\.org\/api\/images\//);
    expect((await fetch(`${server.address}/cdn/a.png`)).status).toBe(200);
    const direct = await new Promise<number | undefined>((resolve, reject) =>
      get(`${server.address}/a.png`, { headers: { host: 'img.example.org' } }, (answer) =>
        resolve(answer.resume().statusCode),
      ).on('error', reject),
    );
    expect(direct).toBe(200);
  });
});

describe('a data folder', () => {
  it('that cannot be created is named, with the setting to change', () => {
    const folder = `${main}/data`;
    const { status, stderr } = run({ CAIRN_PORT: '0', CAIRN_DATA_DIR: folder });
    expect(status).toBe(1);
    expect(stderr).toContain(`${folder} is a file or lies under one. Set CAIRN_DATA_DIR to a folder.`);
  });

  it('in which no folders can be made is named, with the setting to change', () => {
    const { status, stderr } = run({ CAIRN_PORT: '0', CAIRN_DATA_DIR: '/proc/cairn' });
    expect(status).toBe(1);
    expect(stderr).toMatch(/\/proc\/cairn\b.* Set CAIRN_DATA_DIR to another folder\./);
  });

  it('is locked: a second server says which process has it and since when; once that is killed, it is not', async () => {
    const first = await start();
    const { status, stderr } = run({ CAIRN_PORT: '0', CAIRN_DATA_DIR: first.dataDir });
    expect(status).toBe(1);
    expect(stderr).toContain(`${first.dataDir}/cairn.db is in use: process ${first.pid} on ${hostname()}`);
    expect(stderr).toMatch(/since 20\d\d-\d\d-\d\dT[\d:.]+Z,/);
    expect(stderr).toContain('stop that one, or give this one a folder of its own.');
    expect(stderr).toContain('The setting for it is CAIRN_DATA_DIR.');
    expect((await first.fetch('/api/quota')).status).toBe(200);
    await first.end('SIGKILL');
    const second = await start({ dataDir: first.dataDir, key: first.key });
    expect((await second.fetch('/api/quota')).status).toBe(200);
  });
});

describe('a server that keeps everything in memory', () => {
  let server: ServerProcess;

  beforeAll(async () => {
    server = await ServerProcess.start({ env: IN_MEMORY });
  });
  afterAll(() => server.dispose());

  it('is alive and ready', async () => {
    const [live, ready] = await Promise.all([
      fetch(`${server.address}/livez`),
      fetch(`${server.address}/readyz`),
    ]);
    expect([live.status, await live.json()]).toEqual([200, { status: 'ok' }]);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: 'ok', parts: { database: 'ok', blobs: 'ok' } },
    ]);
  });

  it('serves images and spaces', async () => {
    const response = await server.fetch('/api/upload', {
      method: 'POST',
      body: uploadForm({ bytes: fixtures.webp.bytes }),
    });
    const { url } = (await response.json()) as { url: string };
    expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(Buffer.from(fixtures.webp.bytes));
    const space = await server.fetch('/hub/spaces', {
      method: 'POST',
      key: null,
      body: '{"title":"t"}',
      headers: { 'content-type': 'application/json' },
    });
    expect(await space.json()).toMatchObject({ storage: { id: 'memory' } });
  });

  it('logs JSON lines without a terminal, one per request', async () => {
    await server.fetch('/api/quota?token=not-for-logs', { headers: { 'x-request-id': 'traced-1' } });
    const wrong = newKey();
    expect((await server.fetch('/api/quota', { key: wrong })).status).toBe(401);
    await server.end('SIGTERM');
    const lines = server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toContainEqual(
      expect.objectContaining({ requestId: 'traced-1', method: 'GET', path: '/api/quota', status: 400 }),
    );
    for (const secret of ['not-for-logs', wrong, server.key]) expect(server.output()).not.toContain(secret);
  });
});
