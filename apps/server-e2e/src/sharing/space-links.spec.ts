import type { CreatedLinkRecord } from '@cairn/api-schema';
import { ServerProcess } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UNKNOWN } from '../smoke/row.js';
import { openAccount } from '../support/accounts.js';

const json = { 'content-type': 'application/json' };
let server: ServerProcess;
let foreignKey: string;

const send = async (path: string, body: object, key?: string | null): Promise<Response> =>
  await server.fetch(path, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(body),
    ...(key !== undefined && { key }),
  });

const point = {
  type: 'Feature',
  id: 'peak',
  properties: { name: 'Peak' },
  geometry: { type: 'Point', coordinates: [8.5, 47.25] },
};

async function fill(id: string, settings: object = {}, key?: string): Promise<void> {
  expect((await send('/hub/spaces', { id, title: id, description: '', ...settings }, key)).status).toBe(200);
  expect((await send(`/hub/spaces/${id}/features`, point, key)).status).toBe(200);
}

interface Link {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
}

async function share(id: string, options: object = {}): Promise<Link> {
  const made = await send('/api/links', { resource: { type: 'space', id }, ...options });
  const { id: link, url } = (await made.json()) as CreatedLinkRecord;
  return { id: link, url, secret: url.slice(url.lastIndexOf('/') + 1) };
}

/** With the secret as a header, and in the query. */
async function statuses({ secret }: Pick<Link, 'secret'>, path: string): Promise<readonly number[]> {
  const inQuery = `${path}${path.includes('?') ? '&' : '?'}access_token=${secret}`;
  const responses = [await server.fetch(path, { key: secret }), await server.fetch(inQuery, { key: null })];
  return responses.map(({ status }) => status);
}

const revoke = async ({ id }: Link): Promise<void> =>
  void (await server.fetch(`/api/links/${id}`, { method: 'DELETE' }));

const reads = (id: string): readonly string[] => [
  `/hub/spaces/${id}`,
  `/hub/spaces/${id}/search`,
  `/hub/spaces/${id}/features/peak`,
  `/hub/spaces/${id}/statistics`,
  `/hub/spaces/${id}/export`,
  `/tiles/${id}.json`,
  `/tiles/${id}/0/0/0.mvt`,
  `/styles/${id}.json`,
];

beforeAll(async () => {
  server = await ServerProcess.start({
    clockMoves: true,
    env: { CAIRN_HUB_AUTH: 'required', CAIRN_RATE_FAILED_AUTH: '0' },
  });
  ({ key: foreignKey } = await openAccount(server, 'Other'));
  await fill('trails', { cacheTTL: 60_000 });
  await fill('huts', { shared: true });
  await fill('foreign', { shared: true }, foreignKey);
});

afterAll(() => server.dispose());

describe('the secret of a link to a space', () => {
  it('reads that space and sees no other', async () => {
    const link = await share('trails');
    for (const path of reads('trails'))
      expect([path, ...(await statuses(link, path))]).toEqual([path, 200, 200]);
    for (const id of ['huts', 'foreign'])
      for (const path of reads(id)) expect([path, ...(await statuses(link, path))]).toEqual([path, 403, 403]);
    for (const owner of ['me', '*', 'others']) {
      const listed = await server.fetch(`/hub/spaces?owner=${owner}`, { key: link.secret });
      const ids = ((await listed.json()) as readonly { readonly id: string }[]).map(({ id }) => id);
      expect([owner, ids]).toEqual([owner, owner === 'others' ? [] : ['trails']]);
    }
  });

  it('writes nothing, and is nothing outside of the spaces API', async () => {
    const { secret } = await share('trails');
    const calls: readonly (readonly [string, string, object?])[] = [
      ['POST', '/hub/spaces', { id: 'mine', title: 'Mine', description: '' }],
      ['PATCH', '/hub/spaces/trails', { title: 'Mine' }],
      ['DELETE', '/hub/spaces/trails'],
      ['POST', '/hub/spaces/trails/features', point],
      ['PUT', '/hub/spaces/trails/features/other', { ...point, id: 'other' }],
      ['DELETE', '/hub/spaces/trails/features/peak'],
      ['POST', '/tiles/trails.pmtiles', {}],
      ['DELETE', '/tiles/trails.pmtiles'],
    ];
    for (const [method, path, body] of calls) {
      const sent = { method, key: secret, ...(body && { headers: json, body: JSON.stringify(body) }) };
      expect([method, path, (await server.fetch(path, sent)).status]).toEqual([method, path, 403]);
    }
    for (const path of ['/api/images', '/api/links', `/api/shared/${secret}/images`])
      expect([path, (await server.fetch(path, { key: secret })).status]).toEqual([
        path,
        path.startsWith('/api/shared') ? 404 : 401,
      ]);
    expect((await server.fetch('/hub/spaces/trails/features/peak')).status).toBe(200);
  });

  it('opens nothing once the link is revoked, or has expired, or while it wants its password', async () => {
    const [revoked, locked, expired] = [
      await share('trails'),
      await share('trails', { password: 'secret' }),
      await share('trails', { expiresAt: new Date(Date.now() + 3_000_000).toISOString() }),
    ];
    const tile = await server.fetch('/tiles/trails/0/0/0.mvt', { key: revoked.secret });
    expect(tile.headers.get('cache-control')).toBe('private, no-cache');
    await revoke(revoked);
    await server.anHourPasses();
    for (const link of [revoked, locked, expired, { secret: UNKNOWN }])
      for (const path of reads('trails'))
        expect([path, ...(await statuses(link, path))]).toEqual([path, 401, 401]);
    for (const [link, status] of [
      [revoked, 404],
      [locked, 401],
      [expired, 404],
    ] as const)
      expect((await server.fetch(link.url, { key: null })).status).toBe(status);
  });

  it('goes with its space for good, so that it opens none of the same name, which is nobody else’s until then', async () => {
    await fill('passing');
    const link = await share('passing');
    await server.fetch('/hub/spaces/passing', { method: 'DELETE' });
    const space = { id: 'passing', title: 'passing', description: '' };
    expect((await send('/hub/spaces', space, foreignKey)).status).toBe(409);
    await server.fetch('/api/trash', { method: 'DELETE' });
    await fill('passing', {}, foreignKey);
    expect(await statuses(link, '/hub/spaces/passing')).toEqual([401, 401]);
    expect((await server.fetch(link.url, { key: null })).status).toBe(404);
  });

  it('is counted where it is wrong', async () => {
    const limited = await ServerProcess.inMemory({ CAIRN_RATE_FAILED_AUTH: '2' });
    try {
      const seen: number[] = [];
      for (let count = 0; count < 3; count += 1)
        seen.push((await limited.fetch(`/hub/spaces?access_token=${UNKNOWN}`, { key: null })).status);
      expect(seen).toEqual([401, 401, 429]);
    } finally {
      await limited.dispose();
    }
  });
});

describe('a link to a space', () => {
  it('with a password opens its map with the cookie of the page', async () => {
    const { url, secret } = await share('trails', { password: 'secret' });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = { key: null, method: 'POST', headers: form, body: 'password=secret' };
    const unlocked = await server.fetch(url, { ...sent, redirect: 'manual' });
    const cookie = unlocked.headers.get('set-cookie')?.split(';')[0] ?? '';
    const tile = `/tiles/trails/0/0/0.mvt?access_token=${secret}`;
    const ask = async (headers: Readonly<Record<string, string>>): Promise<number> =>
      (await server.fetch(tile, { key: null, headers })).status;
    expect([await ask({ cookie }), await ask({})]).toEqual([200, 401]);
  });

  it('is shown by other sites as its title', async () => {
    const { url } = await share('trails');
    const told = await server.fetch(`/oembed?url=${encodeURIComponent(url)}`, { key: null });
    expect(await told.json()).toMatchObject({ type: 'link', title: 'trails' });
  });

  it('is made for a space of the account, with the scopes of both, and tells exact positions', async () => {
    const ask = async (body: object, key?: string): Promise<readonly unknown[]> => {
      const response = await send('/api/links', { resource: { type: 'space', id: 'trails' }, ...body }, key);
      const { code, position, errors } = (await response.json()) as Readonly<Record<string, unknown>>;
      return [response.status, code ?? position, ...(errors === undefined ? [] : [errors])];
    };
    expect(await ask({})).toEqual([201, 'exact']);
    expect(await ask({ position: 'exact' })).toEqual([201, 'exact']);
    for (const position of ['none', 'coarse'])
      expect(await ask({ position })).toMatchObject([400, 'invalid-input', [{ pointer: '/position' }]]);
    for (const id of ['foreign', 'absent'])
      expect(await ask({ resource: { type: 'space', id } })).toEqual([404, 'space-not-found']);
    const made = await send('/api/keys', { name: 'images', scopes: ['images:write'] });
    const { key } = (await made.json()) as { readonly key: string };
    expect(await ask({}, key)).toEqual([403, 'scope-missing']);
  });

  it('has a page that says what it is, and offers the features if it may', async () => {
    const page = async (options: object): Promise<string> => {
      const { url } = await share('trails', options);
      const response = await server.fetch(url, { key: null });
      expect(response.status).toBe(200);
      return await response.text();
    };
    expect(await page({})).toMatch(/<h1>trails<\/h1>[^]*1 feature<(?![^]*GeoJSON)/);
    const [, features = ''] =
      /href="[^"]*(\/hub\/spaces\/trails\/export[^"]*)"/.exec(await page({ download: true })) ?? [];
    expect(await (await server.fetch(features, { key: null })).json()).toMatchObject({
      features: [{ id: 'peak' }],
    });
  });
});
