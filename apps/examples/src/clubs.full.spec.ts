import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CairnClient } from '@cairn/client';
import { freePort, openTestPostgres, type TestPostgres } from '@cairn/services';
import { fixtures } from '@cairn/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import type { Club } from './club.js';
import { openClub as onExpress } from './express/club.js';
import { openClub as onFastify } from './fastify/club.js';
import { openClub as onHono } from './hono/club.js';
import { openClub as onNest } from './nest/club.js';

jest.setTimeout(60_000); // each opens PostgreSQL and loads its framework

let postgres: TestPostgres;
beforeAll(async () => (postgres = await openTestPostgres()));
afterAll(async () => await postgres.close());

describe.each([
  ['Express', onExpress],
  ['Fastify', onFastify],
  ['Hono', onHono],
  ['NestJS', onNest],
])('a club on %s', (_name, open) => {
  let [folder, databaseUrl, base, club]: [string, string, string, Club | undefined] = ['', '', '', undefined];

  beforeEach(async () => {
    const port = await freePort();
    folder = await mkdtemp(join(tmpdir(), 'cairn-club-'));
    databaseUrl = await postgres.fresh();
    base = `http://127.0.0.1:${port}`;
    club = await open({ databaseUrl, photosFolder: join(folder, 'photos'), port });
    for (const id of ['alice', 'bob']) {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ id, token: `${id}-secret` });
      expect((await fetch(`${base}/users`, { method: 'POST', headers, body })).status).toBe(201);
    }
  });
  afterEach(async () => {
    await club?.close();
    await rm(folder, { recursive: true });
  });

  const as = (user: string): CairnClient =>
    new CairnClient({ baseUrl: `${base}/media`, key: `${user}-secret` });
  const get = async (path: string, init: RequestInit = {}): Promise<Response> =>
    await fetch(base + path, init);

  it('has images, files, spaces and tiles for its own members, beside its own table', async () => {
    const file = new Blob([Uint8Array.from(fixtures.png.bytes)]);
    const { id, url } = await as('alice').upload(file, {
      name: 'lake.png',
      path: 'hike',
      visibility: 'private',
    });
    expect(url.startsWith(`${base}/media/cdn/hike/lake-`)).toBe(true);
    const statuses = await Promise.all(
      ['alice', 'bob', 'nobody'].map(
        async (user) => (await fetch(url, { headers: { authorization: `Bearer ${user}-secret` } })).status,
      ),
    );
    expect(statuses).toEqual([200, 404, 404]);
    const headers = { authorization: 'Bearer alice-secret' };
    const part = await fetch(url, { headers: { ...headers, range: 'bytes=1-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'PNG']);
    expect(await as('bob').call('GET /api/images')).toMatchObject({ images: [] });
    expect(await as('alice').call('GET /api/quota')).toMatchObject({ imageCount: 1 });
    expect((await get(`/media/api/images/${id}`)).status).toBe(401);

    const space = await as('alice').call('POST /hub/spaces', { body: { title: 'Trails', description: '' } });
    const feature = { type: 'Feature', geometry: { type: 'Point', coordinates: [8, 47] }, properties: {} };
    const body = JSON.stringify({ type: 'FeatureCollection', features: [feature] });
    const type = { ...headers, 'content-type': 'application/geo+json' };
    const put = await get(`/media/hub/spaces/${space.id}/features`, { method: 'PUT', headers: type, body });
    expect([put.status, await put.json()]).toMatchObject([
      200,
      { features: [{ geometry: feature.geometry }] },
    ]);
    const tile = await get(`/media/tiles/${space.id}/0/0/0.mvt`, { headers });
    expect([tile.status, (await tile.arrayBuffer()).byteLength > 0]).toEqual([200, true]);

    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const { rows } = await client.query(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1",
    );
    await client.end();
    expect(rows).toEqual([{ name: 'tours' }, { name: 'users' }]);
  });

  it('lets members share with each other, and jobs go on in their name', async () => {
    for (const name of ['a.png', 'b.png']) {
      const bytes = Uint8Array.from([...fixtures.png.bytes, name.charCodeAt(0)]);
      await as('alice').upload(new Blob([bytes]), { name, path: 'hike' });
    }
    const grant = { resource: { type: 'folder', id: 'hike' }, role: 'viewer' } as const;
    await as('alice').call('POST /api/grants', { body: { ...grant, to: { type: 'user', id: 'bob' } } });
    const unknown = as('alice').call('POST /api/grants', {
      body: { ...grant, to: { type: 'user', id: 'nobody' } },
    });
    await expect(unknown).rejects.toMatchObject({ code: 'user-not-found' });
    const received = await as('bob').call('GET /api/grants/received');
    expect(received.grants).toMatchObject([{ role: 'viewer', account: { id: 'alice' } }]);
    const begun = await get('/media/api/images/bulk/visibility', {
      method: 'POST',
      headers: {
        authorization: 'Bearer alice-secret',
        'content-type': 'application/json',
        prefer: 'respond-async',
      },
      body: JSON.stringify({ filter: { path: 'hike' }, visibility: 'private' }),
    });
    expect(begun.status).toBe(202);
    const { id } = (await begun.json()) as { readonly id: string };
    const look = async () => await as('alice').call('GET /api/images/bulk/jobs/{id}', { params: { id } });
    let job = await look();
    while (job.state === 'waiting' || job.state === 'running') job = await look();
    expect(job).toMatchObject({ state: 'succeeded' });
  });

  it('stores a tour of its own and its space together, or neither', async () => {
    const create = async (user: string): Promise<number> => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${user}-secret` };
      const body = JSON.stringify({ title: 'Matterhorn' });
      return (await get('/tours', { method: 'POST', headers, body })).status;
    };
    expect([await create('alice'), await create('bob'), await create('nobody')]).toEqual([201, 409, 401]);
    const spacesOf = async (user: string) =>
      await as(user).call('GET /hub/spaces', { query: { owner: 'me' } });
    expect(await spacesOf('alice')).toMatchObject([{ title: 'Matterhorn' }]);
    expect(await spacesOf('bob')).toEqual([]);
  });

  it('leaves nothing behind of an upload that is broken off', async () => {
    const broken = new AbortController();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
        controller.enqueue(Buffer.from(head));
        controller.enqueue(Uint8Array.from(fixtures.png.bytes.subarray(0, 40)));
      },
      pull: () => broken.abort(),
    });
    const headers = {
      authorization: 'Bearer alice-secret',
      'content-type': 'multipart/form-data; boundary=x',
    };
    const init = { method: 'POST', headers, body, signal: broken.signal, duplex: 'half' as const };
    const sent = get('/media/api/upload', init);
    await expect(sent).rejects.toThrow();
    expect(await as('alice').call('GET /api/quota')).toMatchObject({ imageCount: 0 });
  });
});
