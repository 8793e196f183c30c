import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort, openTestPostgres } from '@cairn/services';
import { fixtures, until } from '@cairn/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { openProject } from './outside.mjs';

jest.setTimeout(120_000); // installs the packages, opens PostgreSQL and loads frameworks

const frameworks = {
  Express: ['cairn-on-pg.ts', 'express/club.ts'],
  Fastify: ['cairn-on-pg.ts', 'fastify/club.ts'],
  Hono: ['cairn-on-pg.ts', 'hono/club.ts'],
  NestJS: ['nest/cairn.ts', 'nest/club.ts'],
};
const MOST_LINES = 40;
const sources = 'apps/examples/src';
const files = new Set(['club.ts', 'club-on-pg.ts', 'nest/tables.ts', ...Object.values(frameworks).flat()]);

let postgres;
let project;
let CairnClient;
beforeAll(async () => {
  postgres = await openTestPostgres();
  project = await openProject([
    ...[
      '@cairn/adapter-fs',
      '@cairn/adapter-sharp',
      '@cairn/adapter-typeorm',
      '@cairn/client',
      '@cairn/nest',
    ],
    ...[
      '@hono/node-server',
      '@nestjs/common',
      '@nestjs/core',
      '@nestjs/platform-express',
      'express',
      'fastify',
    ],
    ...['hono', 'pg', 'reflect-metadata', 'typeorm', '@types/express', '@types/node', '@types/pg'],
  ]);
  for (const file of files) project.take(file, sources);
  // The declaration files of the frameworks are theirs to check.
  const decorators = { experimentalDecorators: true, emitDecoratorMetadata: true };
  await project.compile({ types: ['node'], skipLibCheck: true, ...decorators });
  const { resolve } = createRequire(join(project.folder, 'package.json'));
  ({ CairnClient } = await import(pathToFileURL(resolve('@cairn/client')).href));
});
afterAll(async () => {
  project?.dispose();
  await postgres?.close();
});

/** The lines of an example that are there for Cairn, without imports: those of files that import it, and of others that name it. */
async function linesForCairn(paths) {
  const lines = await Promise.all(
    paths.map(async (path) => {
      const text = await readFile(join(project.folder, path), 'utf8');
      const own = text
        .replaceAll(/^import [^;]*;$/gm, '')
        .split('\n')
        .filter((line) => line.trim() !== '' && !/^\s*(\/\*\*|\*|\/\/)/.test(line));
      return /from '@cairn\//.test(text) ? own : own.filter((line) => /cairn/i.test(line));
    }),
  );
  return lines.flat().length;
}

it('an example has at most 40 lines for Cairn', async () => {
  for (const [name, paths] of Object.entries(frameworks)) {
    const count = await linesForCairn(paths);
    console.info(`Lines for Cairn on ${name}: ${count}`);
    expect(count).toBeLessThanOrEqual(MOST_LINES);
  }
});

describe.each(Object.entries(frameworks))('a club on %s, of packages from tarballs', (_name, [, main]) => {
  let folder;
  let databaseUrl;
  let base;
  let club;

  beforeEach(async () => {
    const port = await freePort();
    folder = await mkdtemp(join(tmpdir(), 'cairn-club-'));
    databaseUrl = await postgres.fresh();
    base = `http://127.0.0.1:${port}`;
    const { openClub } = await import(
      pathToFileURL(join(project.folder, 'out', main.replace('.ts', '.js'))).href
    );
    club = await openClub({ databaseUrl, photosFolder: join(folder, 'photos'), port });
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

  const as = (user) => new CairnClient({ baseUrl: `${base}/media`, key: `${user}-secret` });
  const get = async (path, init = {}) => await fetch(base + path, init);

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
    const grant = { resource: { type: 'folder', id: 'hike' }, role: 'viewer' };
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
    const { id } = await begun.json();
    const look = async () => await as('alice').call('GET /api/images/bulk/jobs/{id}', { params: { id } });
    let job = await look();
    while (job.state === 'waiting' || job.state === 'running') job = await look();
    expect(job).toMatchObject({ state: 'succeeded' });
  });

  it('stores a tour of its own and its space together, or neither', async () => {
    const create = async (user) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${user}-secret` };
      const body = JSON.stringify({ title: 'Matterhorn' });
      return (await get('/tours', { method: 'POST', headers, body })).status;
    };
    expect([await create('alice'), await create('bob'), await create('nobody')]).toEqual([201, 409, 401]);
    const spacesOf = async (user) => await as(user).call('GET /hub/spaces', { query: { owner: 'me' } });
    expect(await spacesOf('alice')).toMatchObject([{ title: 'Matterhorn' }]);
    expect(await spacesOf('bob')).toEqual([]);
  });

  it('removes a member with everything of theirs, and nothing of others', async () => {
    const urls = [];
    for (const user of ['alice', 'bob']) {
      const { url } = await as(user).upload(new Blob([Uint8Array.from(fixtures.png.bytes)]), {
        name: `${user}.png`,
      });
      await as(user).call('POST /hub/spaces', { body: { title: user, description: '' } });
      urls.push(url);
    }
    const remove = async (user) => {
      const headers = { authorization: `Bearer ${user}-secret` };
      return (await get('/users/me', { method: 'DELETE', headers })).status;
    };
    expect([await remove('nobody'), await remove('alice'), await remove('alice')]).toEqual([401, 204, 401]);
    await until('the images are gone', async () => (await fetch(urls[0])).status === 404);
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const owners = async (table) =>
      (await client.query(`SELECT owner FROM cairn.${table} ORDER BY owner`)).rows.map(({ owner }) => owner);
    await until('the spaces are gone', async () => (await owners('space')).length === 1);
    expect([await owners('image'), await owners('space')]).toEqual([['bob'], ['bob']]);
    await client.end();
    expect((await fetch(urls[1])).status).toBe(200);
  });

  it('leaves nothing behind of an upload that is broken off', async () => {
    const broken = new AbortController();
    const body = new ReadableStream({
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
    const init = { method: 'POST', headers, body, signal: broken.signal, duplex: 'half' };
    const sent = get('/media/api/upload', init);
    await expect(sent).rejects.toThrow();
    expect(await as('alice').call('GET /api/quota')).toMatchObject({ imageCount: 0 });
  });
});
