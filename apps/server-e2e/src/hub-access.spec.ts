import { ServerProcess } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openAccount } from './support/accounts.js';
import { exchangeRaw } from './support/raw.js';

const stores = { CAIRN_DATABASE_URL: 'memory:', CAIRN_BLOB_URL: 'memory:' };
const everywhere = { ...stores, CAIRN_HOST: '0.0.0.0' };
const json = { 'content-type': 'application/json' };
const app = 'https://app.example.org';

let local: ServerProcess;
let open: ServerProcess;
let silent: ServerProcess;
let anonymous: ServerProcess;

beforeAll(async () => {
  [local, open, silent, anonymous] = await Promise.all([
    ServerProcess.start({ env: { ...stores, CAIRN_CORS_ORIGINS: app } }),
    ServerProcess.start({ env: { ...stores, CAIRN_HUB_AUTH: 'open' } }),
    ServerProcess.start({ env: everywhere }),
    ServerProcess.start({ env: { ...everywhere, CAIRN_HUB_AUTH: 'anonymous' } }),
  ]);
});

afterAll(() => Promise.all([local, open, silent, anonymous].map((server) => server.dispose())));

/** Creates a space, by default without a key. */
const create = (
  server: ServerProcess,
  id: string,
  { headers = json, key = null }: { headers?: Record<string, string>; key?: string | null } = {},
): Promise<Response> => {
  const body = new Blob([JSON.stringify({ id, title: 'x' })]); // without a type: fetch would name one
  return server.fetch('/hub/spaces', { method: 'POST', body, headers, key });
};
const reasonOf = async (response: Response): Promise<unknown> => {
  const { errorDetails } = (await response.json()) as { errorDetails: { code: string } };
  return [response.status, errorDetails.code];
};
const rightsOf = async (server: ServerProcess, key: string | null): Promise<Record<string, unknown>> => {
  const response = await server.fetch('/hub/spaces?owner=*&includeRights=true', { key });
  const spaces = (await response.json()) as readonly { id: string; rights: unknown }[];
  return Object.fromEntries(spaces.map(({ id, rights }) => [id, rights]));
};
const read = ['readFeatures'];
const all = [...read, 'manageSpaces', 'createFeatures', 'updateFeatures', 'deleteFeatures'];

describe('a server that listens to other machines', () => {
  it('needs a key for the hub where nothing is said', async () => {
    const [without, withKey] = [await create(silent, 'a'), await create(silent, 'b', { key: silent.key })];
    expect([without.status, withKey.status]).toEqual([401, 200]);
    expect(silent.output()).not.toContain('CAIRN_HUB_AUTH');
  });

  it('lets anyone in where that is said, and warns of it at the start', async () => {
    expect((await create(anonymous, 'a')).status).toBe(200);
    const warnings = anonymous
      .output()
      .split('\n')
      .filter((line) => line.includes('"level":"warn"'));
    expect(warnings).toEqual([expect.stringContaining('CAIRN_HUB_AUTH=anonymous')]);
  });
});

describe('without a key', () => {
  it('a page of another origin writes nothing, whatever it sends', async () => {
    for (const origin of ['https://evil.example.com', 'null', `${local.address}0`]) {
      expect(await reasonOf(await create(local, 'foreign', { headers: { ...json, origin } }))).toEqual([
        403,
        'foreign-origin',
      ]);
    }
    const headers = { origin: 'https://evil.example.com' };
    await create(local, 'kept');
    const deletion = await local.fetch('/hub/spaces/kept', { method: 'DELETE', headers, key: null });
    expect(deletion.status).toBe(403);
    expect((await local.fetch('/hub/spaces/foreign', { key: null })).status).toBe(404);
    expect((await local.fetch('/hub/spaces/kept', { key: null })).status).toBe(200);
  });

  it('pages of the server’s own origin and of listed ones write', async () => {
    for (const [id, origin] of [
      ['own', local.address],
      ['listed', app],
    ] as const)
      expect((await create(local, id, { headers: { ...json, origin } })).status).toBe(200);
  });

  it('a body must be said to be JSON', async () => {
    for (const headers of [{}, { 'content-type': 'text/plain' }] as const)
      expect(await reasonOf(await create(local, 'plain', { headers }))).toEqual([
        415,
        'unsupported-media-type',
      ]);
    expect((await create(local, 'typeless', { headers: {}, key: local.key })).status).toBe(200);
  });

  it('a host name that is not the server’s reads and writes nothing', async () => {
    for (const host of ['evil.example.com', 'localhost.evil.example.com:8080'])
      for (const line of ['GET /hub/spaces', 'DELETE /hub/spaces/own']) {
        const answer = await exchangeRaw(local, [`${line} HTTP/1.1`, `Host: ${host}`, 'Connection: close']);
        expect(answer).toMatch(/^HTTP\/1\.1 403 [^]*foreign-host/);
      }
    const { port } = new URL(local.address);
    for (const host of [`localhost:${port}`, '[::1]', 'cairn.localhost']) {
      const head = ['GET /hub/spaces HTTP/1.1', `Host: ${host}`, 'Connection: close'];
      expect(await exchangeRaw(local, head)).toMatch(/^HTTP\/1\.1 200 /);
    }
  });
});

describe('with a key', () => {
  it('neither origin nor host is asked for', async () => {
    const headers = { ...json, origin: 'https://evil.example.com' };
    expect((await create(local, 'keyed', { headers, key: local.key })).status).toBe(200);
    const line = `GET /hub/spaces/keyed?access_token=${local.key} HTTP/1.1`;
    const answer = await exchangeRaw(local, [line, 'Host: evil.example.com', 'Connection: close']);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});

it('every page may read answers, but none with credentials of the browser', async () => {
  for (const origin of ['https://example.org', app]) {
    const { headers } = await local.fetch('/hub/spaces', { key: null, headers: { origin } });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  }
});

describe('rights', () => {
  it('are those of the caller', async () => {
    const writer = await openAccount(local, 'Writer');
    const made = await local.fetch('/api/keys', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ name: 'Reader', scopes: ['spaces:read'], accountId: writer.id }),
    });
    const { key: reader } = (await made.json()) as { key: string };
    await create(local, 'nobodys');
    await create(local, 'writers', { key: writer.key });
    expect(await rightsOf(local, null)).toMatchObject({ nobodys: all });
    expect(await rightsOf(local, writer.key)).toMatchObject({ nobodys: all, writers: all });
    expect(await rightsOf(local, reader)).toMatchObject({ nobodys: read, writers: read });
    expect(await rightsOf(local, local.key)).toMatchObject({ writers: [...all, 'adminSpaces'] });
  });

  it('are every right on every space without a key, where the hub is open', async () => {
    await create(open, 'theirs', { key: open.key });
    expect(await rightsOf(open, null)).toEqual({ theirs: [...all, 'adminSpaces'] });
    expect((await create(open, 'foreign', { headers: { ...json, origin: app } })).status).toBe(403);
    const deleted = await open.fetch('/hub/spaces/theirs', { method: 'DELETE', key: null });
    expect(deleted.status).toBe(204);
  });
});
