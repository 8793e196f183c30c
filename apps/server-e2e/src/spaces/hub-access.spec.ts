import { IN_MEMORY, ServerProcess } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openAccount } from '../support/accounts.js';
import { ofTheServer } from '../support/of-the-server.js';
import { sendRaw } from '../support/raw.js';

const json = { 'content-type': 'application/json' };
const app = 'https://app.example.org';

let anonymous: ServerProcess;
let open: ServerProcess;
const started: ServerProcess[] = [];

const start = async (env: Readonly<Record<string, string>>): Promise<ServerProcess> => {
  const server = await ServerProcess.start({ env: { ...IN_MEMORY, ...env } });
  started.push(server);
  return server;
};

beforeAll(async () => {
  anonymous = await start({ CAIRN_HOST: '0.0.0.0', CAIRN_HUB_AUTH: 'anonymous', CAIRN_CORS_ORIGINS: app });
  open = await start({ CAIRN_HUB_AUTH: 'open' });
});

afterAll(() => Promise.all(started.map((server) => server.dispose())));

/** Creates a space, by default without a key. */
const create = (
  server: ServerProcess,
  id: string,
  { headers = json, key = null }: { headers?: Record<string, string>; key?: string | null } = {},
): Promise<Response> => {
  const body = new Blob([JSON.stringify({ id, title: 'x' })]); // A Blob without a type, or fetch would set Content-Type.
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

ofTheServer('it logs what its settings open', () => {
  it('a server that allows anonymous access from other machines warns at startup', () => {
    const warningsOf = (server: ServerProcess): readonly string[] =>
      server
        .output()
        .split('\n')
        .filter((line) => line.includes('"level":"warn"'));
    expect(warningsOf(anonymous)).toEqual([expect.stringContaining('CAIRN_HUB_AUTH=anonymous')]);
    expect(warningsOf(open)).toEqual([]);
  });
});

describe('without a key', () => {
  it('pages of other origins cannot write', async () => {
    for (const origin of ['https://evil.example.com', 'null', `${anonymous.origin}0`]) {
      expect(await reasonOf(await create(anonymous, 'foreign', { headers: { ...json, origin } }))).toEqual([
        403,
        'foreign-origin',
      ]);
    }
    const headers = { origin: 'https://evil.example.com' };
    await create(anonymous, 'kept');
    const deletion = await anonymous.fetch('/hub/spaces/kept', { method: 'DELETE', headers, key: null });
    expect(deletion.status).toBe(403);
    expect((await anonymous.fetch('/hub/spaces/foreign', { key: null })).status).toBe(404);
    expect((await anonymous.fetch('/hub/spaces/kept', { key: null })).status).toBe(200);
  });

  it('pages of the server’s own origin and of allowed origins can write', async () => {
    for (const [id, origin] of [
      ['own', anonymous.origin],
      ['listed', app],
    ] as const)
      expect((await create(anonymous, id, { headers: { ...json, origin } })).status).toBe(200);
  });

  it('a body must be declared as JSON', async () => {
    for (const headers of [{}, { 'content-type': 'text/plain' }] as const)
      expect(await reasonOf(await create(anonymous, 'plain', { headers }))).toEqual([
        415,
        'unsupported-media-type',
      ]);
    expect((await create(anonymous, 'typeless', { headers: {}, key: anonymous.key })).status).toBe(200);
  });

  it('requests with a foreign Host header cannot read or write', async () => {
    for (const host of ['evil.example.com', 'localhost.evil.example.com:8080'])
      for (const [method, path] of [
        ['GET', '/hub/spaces'],
        ['DELETE', '/hub/spaces/own'],
      ] as const) {
        const line = `${method} ${anonymous.target(path)} HTTP/1.1`;
        const answer = await sendRaw(anonymous, [line, `Host: ${host}`, 'Connection: close']);
        expect(answer).toMatch(/^HTTP\/1\.1 403 [^]*foreign-host/);
      }
    const { port } = new URL(anonymous.address);
    for (const host of [`localhost:${port}`, '[::1]', 'cairn.localhost']) {
      const head = [`GET ${anonymous.target('/hub/spaces')} HTTP/1.1`, `Host: ${host}`, 'Connection: close'];
      expect(await sendRaw(anonymous, head)).toMatch(/^HTTP\/1\.1 200 /);
    }
  });
});

describe('with a key', () => {
  it('any origin and host is accepted', async () => {
    const headers = { ...json, origin: 'https://evil.example.com' };
    expect((await create(anonymous, 'keyed', { headers, key: anonymous.key })).status).toBe(200);
    const line = `GET ${anonymous.target('/hub/spaces/keyed')}?access_token=${anonymous.key} HTTP/1.1`;
    const answer = await sendRaw(anonymous, [line, 'Host: evil.example.com', 'Connection: close']);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});

it('pages of any origin may read responses, but never with browser credentials', async () => {
  for (const origin of ['https://example.org', app]) {
    const { headers } = await anonymous.fetch('/hub/spaces', { key: null, headers: { origin } });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  }
});

describe('rights', () => {
  it('depend on the caller', async () => {
    const writer = await openAccount(anonymous, 'Writer');
    const made = await anonymous.fetch('/api/keys', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ name: 'Reader', scopes: ['spaces:read'], accountId: writer.id }),
    });
    const { key: reader } = (await made.json()) as { key: string };
    await create(anonymous, 'nobodys');
    await create(anonymous, 'writers', { key: writer.key });
    expect(await rightsOf(anonymous, null)).toMatchObject({ nobodys: all });
    expect(await rightsOf(anonymous, writer.key)).toMatchObject({ nobodys: all, writers: all });
    expect(await rightsOf(anonymous, reader)).toMatchObject({ nobodys: read, writers: read });
    expect(await rightsOf(anonymous, anonymous.key)).toMatchObject({ writers: [...all, 'adminSpaces'] });
  });

  it('include everything on every space without a key if CAIRN_HUB_AUTH=open', async () => {
    await create(open, 'theirs', { key: open.key });
    expect(await rightsOf(open, null)).toEqual({ theirs: [...all, 'adminSpaces'] });
    expect((await create(open, 'foreign', { headers: { ...json, origin: app } })).status).toBe(403);
    const deleted = await open.fetch('/hub/spaces/theirs', { method: 'DELETE', key: null });
    expect(deleted.status).toBe(204);
  });
});
