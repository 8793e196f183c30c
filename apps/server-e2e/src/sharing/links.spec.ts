import { randomBytes } from 'node:crypto';
import type { AlbumRecord, CreatedLinkRecord, SharedImagePage } from '@cairn/api-schema';
import { IN_MEMORY, ServerProcess, until, uploadForm } from '@cairn/harness';
import { photoJpeg, PRIVATE_TEXT } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { ImagesClient } from '../images/images-client.js';
import { UNKNOWN } from '../smoke/row.js';
import { openAccount } from '../support/accounts.js';

let server: ServerProcess;
let inside: string;
let outside: string;
let foreign: string;

const send = async <T>(path: string, body: object): Promise<T> => {
  const headers = { 'content-type': 'application/json' };
  return (await (
    await server.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  ).json()) as T;
};

interface Link {
  readonly id: string;
  readonly secret: string;
  /** Asks as a stranger. */
  readonly get: (
    path: string,
    headers?: Readonly<Record<string, string>>,
    method?: string,
  ) => Promise<Response>;
}

async function share(body: object): Promise<Link> {
  const { id, url } = await send<CreatedLinkRecord>('/api/links', body);
  const secret = url.slice(url.lastIndexOf('/') + 1);
  return {
    id,
    secret,
    get: (path, headers = {}, method = 'GET') =>
      server.fetch(`/api/shared/${secret}${path}`, { key: null, headers, method }),
  };
}

/** All of a response that does not differ from one request to the next, as its identifier does. */
async function outcome(response: Response): Promise<unknown> {
  const body = (await response.text()).replaceAll(/"(instance|requestId)":"[^"]*"/g, '');
  const headers = [...response.headers].filter(
    ([name]) => !['date', 'x-request-id', 'content-length'].includes(name),
  );
  return [response.status, headers, body];
}

const albumOf = async (...images: string[]): Promise<object> => {
  const { id } = await send<AlbumRecord>('/api/albums', { title: 'Trip', images });
  return { resource: { type: 'album', id } };
};

beforeAll(async () => {
  const env = { ...IN_MEMORY, CAIRN_METADATA: 'keep', CAIRN_RATE_FAILED_AUTH: '0' };
  server = await ServerProcess.start({ env, clockMoves: true });
  const images = new ImagesClient(server);
  const { key } = await openAccount(server, 'Other');
  const put = async (path: string, by?: string): Promise<string> =>
    ((await (await images.upload({ bytes: photoJpeg(), path }, by)).json()) as { id: string }).id;
  [inside, outside, foreign] = [await put('trip'), await put('home'), await put('trip', key)];
});

afterAll(() => server.dispose());

describe('a link', () => {
  it.each(['album', 'folder', 'image'])('to an %s opens its images, and no others', async (type) => {
    const ways: Readonly<Record<string, object>> = {
      album: await albumOf(inside),
      folder: { resource: { type: 'folder', id: 'trip' } },
      image: { resource: { type: 'image', id: inside } },
    };
    const link = await share(ways[type] ?? {});
    const { images } = (await (await link.get('/images')).json()) as SharedImagePage;
    expect(images.map(({ id }) => id)).toEqual([inside]);
    expect((await link.get(`/images/${inside}/file?w=320`)).status).toBe(200);
    const nothing = await outcome(await link.get(`/images/${UNKNOWN}/file?w=320`));
    for (const id of [outside, foreign])
      expect(await outcome(await link.get(`/images/${id}/file?w=320`))).toEqual(nothing);
  });

  it('to a folder opens it and those below it, by whole segments and as they are written', async () => {
    const folders = ['z', 'z/b', 'zb', 'z_b', 'zxb', 'Z', 'z.b', 'z b'];
    const ids = new Map<string, string>();
    for (const path of folders) ids.set((await server.upload({ bytes: photoJpeg(), path })).id, path);
    for (const folder of folders) {
      const { get } = await share({ resource: { type: 'folder', id: folder } });
      const { images } = (await (await get('/images')).json()) as SharedImagePage;
      const opened: (string | undefined)[] = [];
      for (const [id, path] of ids)
        if ((await get(`/images/${id}/file?w=320`)).status === 200) opened.push(path);
      expect(opened).toEqual(folder === 'z' ? ['z', 'z/b'] : [folder]);
      expect(images.map(({ id }) => ids.get(id)).sort()).toEqual(opened);
    }
    for (const id of ['z/..', '../z', 'z/./b', 'z//b', 'z%2fb', 'z\\b'])
      expect(await send('/api/links', { resource: { type: 'folder', id } })).toMatchObject({ status: 400 });
  });

  it('to another album, an expired and a revoked one open nothing, as one that never was', async () => {
    const file = `/images/${inside}/file?w=320`;
    const expiresAt = new Date(Date.now() + 3_000_000).toISOString();
    const [kept, expired, revoked] = [
      await share(await albumOf(inside)),
      await share({ ...(await albumOf(inside)), expiresAt }),
      await share(await albumOf(inside)),
    ];
    const etag = (await revoked.get(file)).headers.get('etag') ?? '';
    expect((await revoked.get(file, { 'if-none-match': etag })).status).toBe(304);
    await server.fetch(`/api/links/${revoked.id}`, { method: 'DELETE' });
    await server.anHourPasses(); // the other one has expired
    const ask = async (secret: string): Promise<readonly unknown[]> => {
      const asked = ['', '/images', file].flatMap((path) =>
        ['GET', 'HEAD'].map((method) => server.fetch(`/api/shared/${secret}${path}`, { key: null, method })),
      );
      const conditional = [{ 'if-none-match': etag }, { range: 'bytes=0-9' }].map((headers) =>
        server.fetch(`/api/shared/${secret}${file}`, { key: null, headers }),
      );
      return await Promise.all([...asked, ...conditional].map(async (response) => outcome(await response)));
    };
    const nothing = await ask(UNKNOWN);
    for (const { secret } of [expired, revoked]) expect(await ask(secret)).toEqual(nothing);
    expect((await kept.get(file)).status).toBe(200);
  });

  it('shows neither a cover that it does not open nor the whole account', async () => {
    const album = (await albumOf(inside)) as { readonly resource: { readonly id: string } };
    const cover = JSON.stringify({ coverId: outside });
    const json = { 'content-type': 'application/json' };
    await server.fetch(`/api/albums/${album.resource.id}`, { method: 'PATCH', headers: json, body: cover });
    const link = await share(album);
    expect(await (await link.get('')).json()).toMatchObject({ cover: { id: inside } });
    for (const id of ['/', '//'])
      expect(await send('/api/links', { resource: { type: 'folder', id } })).toMatchObject({ status: 400 });
  });

  it('tells nobody the random part of a name', async () => {
    const form = uploadForm({ bytes: photoJpeg(), name: 'lake.jpg', visibility: 'unlisted' });
    const made = await server.fetch('/api/upload', { method: 'POST', body: form });
    const { id, url } = (await made.json()) as { id: string; url: string };
    const random = /-([0-9A-Za-z]{22})\.jpg$/.exec(url)?.[1] ?? 'none';
    const { get, secret } = await share({
      resource: { type: 'image', id },
      download: true,
      position: 'exact',
    });
    const page = (path: string): Promise<Response> => server.fetch(`/a/${secret}${path}`, { key: null });
    for (const response of [
      await get(''),
      await get('/images'),
      await get(`/images/${id}/file`),
      await get(`/images/${id}/file?w=320`),
      await get('/download'),
      await page(''),
      await page(`/${id}`),
    ]) {
      expect(response.status).toBe(200);
      const told =
        [...response.headers].join() + Buffer.from(await response.arrayBuffer()).toString('latin1');
      expect(told).not.toContain(random);
      expect(told).toMatch(/lake|JFIF|Exif/);
    }
  });

  it('is no key: it opens nothing else', async () => {
    const { secret } = await share(await albumOf(inside));
    for (const path of ['/api/images', '/api/links', `/api/images/${inside}`, '/hub/spaces'])
      expect([401, 403]).toContain((await server.fetch(path, { key: secret })).status);
  });

  it('tells the place of a photo only as exactly as it may, in no file either', async () => {
    const exact = { longitude: -122.5, latitude: 37.75 };
    for (const [position, expected] of [
      ['none', undefined],
      ['coarse', { longitude: -122.45, latitude: 37.75 }],
      ['exact', exact],
    ] as const) {
      const link = await share({ ...(await albumOf(inside)), position, download: true });
      for (const path of ['/images', '', '/images?limit=1']) {
        const text = await (await link.get(path)).text();
        expect(text.includes('"position":{')).toBe(expected !== undefined);
        if (expected !== undefined) expect(text).toContain(JSON.stringify(expected));
      }
      for (const query of ['', '?w=320', '?format=webp']) {
        const bytes = Buffer.from(await (await link.get(`/images/${inside}/file${query}`)).arrayBuffer());
        const isAsItWas = position === 'exact' && query === '';
        expect(bytes.includes(PRIVATE_TEXT)).toBe(isAsItWas);
        expect((await sharp(bytes).metadata()).exif !== undefined).toBe(isAsItWas);
      }
    }
  });

  it('that is revoked breaks off what it is being downloaded for', async () => {
    const noise = await sharp(randomBytes(1_200 * 1_200 * 3), {
      raw: { width: 1_200, height: 1_200, channels: 3 },
    })
      .png()
      .toBuffer();
    const images = new ImagesClient(server);
    const ids: string[] = [];
    for (let number = 0; number < 8; number += 1) ids.push((await images.uploaded({ bytes: noise })).id);
    const whole = await share({ ...(await albumOf(...ids)), download: true, position: 'exact' });
    const size = (await (await whole.get('/download')).arrayBuffer()).byteLength;
    expect(size).toBeGreaterThan(8 * noise.length);
    const response = await whole.get('/download');
    await server.fetch(`/api/links/${whole.id}`, { method: 'DELETE' });
    await expect(response.arrayBuffer()).rejects.toThrow();
  });

  it('is not in the log', async () => {
    const { secret, get } = await share(await albumOf(inside));
    await get('');
    await server.fetch(`/API/Shared/${secret}`, { key: null });
    await server.fetch(`/A/${secret}`, { key: null });
    await server.fetch(`/a/${secret}/${inside}?x=1`, { key: null });
    for (const path of ['//a/', '/a//', '/api//shared/', '/behind/a/', '/behind/api/shared/'])
      await server.fetch(`${server.address}${path}${secret}`, { key: null });
    await server.fetch('/api/the-last');
    await until('the last is in the log', () => server.output().includes('/api/the-last'));
    expect(server.output()).toContain('/api/shared/…');
    expect(server.output()).not.toContain(secret);
  });
});
