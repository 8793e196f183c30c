import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CreatedLinkRecord, LinkPage, LinkRecord } from '@cairn/api-schema';
import { ServerProcess } from '@cairn/harness';
import { photoJpeg } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Caller } from '../smoke/caller.js';
import { openAccount } from '../support/accounts.js';
import { setUp } from '../support/browser.js';

let dataDir: string;
let server: ServerProcess;
let key: string | undefined;
let user: Caller;
let image: string;

const start = async (env: Readonly<Record<string, string>> = {}): Promise<void> => {
  server = await ServerProcess.start({ dataDir, key, env });
  key = server.key;
  user = Caller.by(server, server.key);
};

const made = async (body: object = {}, by = user): Promise<CreatedLinkRecord> =>
  (
    await by.post('/api/links', { resource: { type: 'image', id: image }, ...body })
  ).json<CreatedLinkRecord>();

/** A link as it is listed. */
const listed = async (id: string, by = user): Promise<LinkRecord | undefined> =>
  (await by.get('/api/links?limit=1000')).json<LinkPage>().links.find((link) => link.id === id);

const pathOf = (url: string): string => new URL(url).pathname;

const opens = async (url: string, cookie = ''): Promise<number> =>
  (await server.fetch(pathOf(url), { key: null, headers: { cookie } })).status;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cairn-links-'));
  await start();
  image = (await server.upload({ bytes: photoJpeg(), visibility: 'private' })).id;
});
afterAll(async () => {
  await server.dispose();
  await rm(dataDir, { recursive: true, force: true });
});

describe('the address of a link', () => {
  it('is shown again, after a restart too, and is in no file of the database and in no log', async () => {
    const { id, url } = await made({ password: 'lake at dawn' });
    expect((await listed(id))?.url).toBe(url);
    const secret = url.slice(-22);
    for (const name of await readdir(dataDir)) {
      if (!name.startsWith('cairn.db')) continue;
      expect((await readFile(join(dataDir, name))).includes(secret)).toBe(false);
    }
    const output = server.output();
    await server.end('SIGTERM');
    await start();
    expect(pathOf((await listed(id))?.url ?? server.address)).toBe(pathOf(url));
    expect(output + server.output()).not.toContain(secret);
    expect(JSON.stringify((await user.get('/api/audit')).json())).not.toContain(secret);
  });

  it('is unknown under another key of the installation, and opens as before', async () => {
    const { id, url } = await made();
    await server.end('SIGTERM');
    await start({ CAIRN_LINK_KEY: 'k'.repeat(32) });
    expect(await listed(id)).toMatchObject({ id, url: null });
    expect((await user.post(`/api/links/${id}/preview`)).json()).toMatchObject({
      status: 409,
      code: 'link-address-unknown',
    });
    expect(await opens(url)).toBe(200);
    const other = await made();
    expect((await listed(other.id))?.url).toBe(other.url);
    await server.end('SIGTERM');
    await start();
    expect(pathOf((await listed(id))?.url ?? server.address)).toBe(pathOf(url));
  });

  it('of a space is shown to keys that could have made it', async () => {
    const account = await openAccount(server, 'Spaces');
    const owner = Caller.by(server, account.key);
    const space = (await owner.post('/hub/spaces', { title: 'Trails' })).json<{ id: string }>();
    const link = await made({ resource: { type: 'space', id: space.id } }, owner);
    expect((await listed(link.id, owner))?.url).toBe(link.url);
    const body = { name: 'Images', scopes: ['images:write'], accountId: account.id };
    const { key: imagesKey } = (await user.post('/api/keys', body)).json<{ key: string }>();
    const less = Caller.by(server, imagesKey);
    expect(await listed(link.id, less)).toMatchObject({ url: null });
    for (const answer of [
      await less.post(`/api/links/${link.id}/preview`),
      await less.patch(`/api/links/${link.id}`, { download: true }),
    ])
      expect(answer.json()).toMatchObject({ status: 403, code: 'scope-missing' });
    expect((await owner.patch(`/api/links/${link.id}`, { position: 'none' })).status).toBe(400);
  });
});

describe('a list of links', () => {
  it('tells what each opens and how that looks, if it is asked for, also of what is gone', async () => {
    const { url } = (await user.get(`/api/images/${image}`)).json<{ url: string }>();
    const album = { title: 'Trip', images: [image] };
    const { id: albumId } = (await user.post('/api/albums', album)).json<{ id: string }>();
    const links = [
      await made(),
      await made({ resource: { type: 'album', id: albumId } }),
      await made({ resource: { type: 'folder', id: 'trip' } }),
    ];
    const known = async (): Promise<readonly unknown[]> => {
      const page = (await user.get('/api/links?include=title&limit=1000')).json<LinkPage>();
      return links.map(({ id }) => {
        const { title, cover } = page.links.find((link) => link.id === id) ?? {};
        return { title, cover };
      });
    };
    const cover = { id: image, url };
    const others = [
      { title: 'photo.jpg', cover },
      { title: 'trip', cover: null },
    ];
    expect(await known()).toEqual([others[0], { title: 'Trip', cover }, others[1]]);
    await user.delete(`/api/albums/${albumId}`);
    expect(await known()).toEqual([others[0], { title: null, cover: null }, others[1]]);
    expect(await listed(links[0]?.id ?? '')).not.toHaveProperty('title');
  });
});

describe('a changed link', () => {
  it('follows its new terms at the next request, and ends what its former password opened', async () => {
    const { id, url } = await made({ password: 'lake at dawn' });
    const unlock = async (password: string): Promise<string> => {
      const sent = await server.fetch(`/api/shared/${url.slice(-22)}/unlock`, {
        method: 'POST',
        key: null,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ password }),
      });
      return sent.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    };
    const cookie = await unlock('lake at dawn');
    expect(await opens(url, cookie)).toBe(200);
    await user.patch(`/api/links/${id}`, { password: 'lake at dusk' });
    expect(await opens(url, cookie)).toBe(401);
    expect(await opens(url, await unlock('lake at dusk'))).toBe(200);
    await user.patch(`/api/links/${id}`, { password: null, download: true });
    const original = `/api/shared/${url.slice(-22)}/images/${image}/file`;
    expect((await server.fetch(original, { key: null })).status).toBe(200);
    await user.patch(`/api/links/${id}`, { download: false });
    expect((await server.fetch(original, { key: null })).status).toBe(403);
    expect(await opens(url)).toBe(200);
  });

  it('follows the rules of a new one, and belongs to its account', async () => {
    const { id } = await made();
    for (const [body, code] of [
      [{ role: 'contributor' }, 'takes-no-images'],
      [{ password: 'short' }, 'invalid-length'],
      [{ expiresAt: '2020-01-01T00:00:00Z' }, 'invalid-time'],
    ] as const)
      expect((await user.patch(`/api/links/${id}`, body)).json()).toMatchObject({
        status: 400,
        errors: [{ code }],
      });
    const other = Caller.by(server, (await openAccount(server, 'Other')).key);
    expect((await other.patch(`/api/links/${id}`, { download: true })).status).toBe(404);
    expect((await other.post(`/api/links/${id}/preview`)).status).toBe(404);
    expect(await listed(id)).toMatchObject({ download: false, role: 'viewer' });
  });
});

describe('a preview of a link', () => {
  it('opens it without the password and is not counted; a token of another link counts', async () => {
    const [link, other] = [await made({ password: 'lake at dawn' }), await made()];
    const preview = async (id: string): Promise<readonly string[]> =>
      (await user.post(`/api/links/${id}/preview`)).headers.getSetCookie();
    const cookies = await preview(link.id);
    for (const cookie of cookies) expect(cookie).toMatch(/; Max-Age=3600; HttpOnly; SameSite=Lax/);
    const pairs = cookies.map((cookie) => cookie.split(';')[0]).join('; ');
    expect(await opens(link.url)).toBe(401);
    expect(await opens(link.url, pairs)).toBe(200);
    expect(await opens(other.url, pairs)).toBe(200);
    const [own = ''] = await preview(other.id);
    expect(await opens(other.url, own.split(';')[0])).toBe(200);
    expect(await listed(link.id)).toMatchObject({ uses: 0, lastUsedAt: null });
    expect(await listed(other.id)).toMatchObject({ uses: 1 });
  });

  it('is not to be had by a page of another site', async () => {
    const browser = await setUp(server);
    const mine = Caller.in(browser);
    const album = (await mine.post('/api/albums', { title: 'Trip' })).json<{ id: string }>();
    const { id } = await made({ resource: { type: 'album', id: album.id } }, mine);
    const headers = { 'sec-fetch-site': 'cross-site' };
    for (const [method, path] of [
      ['POST', `/api/links/${id}/preview`],
      ['PATCH', `/api/links/${id}`],
    ] as const) {
      const sent = await browser.send(method, path, { headers, body: {} });
      expect([sent.status, sent.headers.getSetCookie()]).toEqual([403, []]);
    }
    expect((await browser.send('POST', `/api/links/${id}/preview`)).status).toBe(200);
  });
});
