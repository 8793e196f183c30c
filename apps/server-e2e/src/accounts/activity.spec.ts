import type {
  ActivityRowRecord,
  AuditRecord,
  CreatedKey,
  CreatedLinkRecord,
  NewActivityRecord,
  SessionEntry,
  SessionRecord,
} from '@cairn/api-schema';
import { until, uploadForm } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Caller } from '../smoke/caller.js';
import { Browser, PASSWORD } from '../support/browser.js';
import { photo } from '../support/photos.js';
import { SharedAccount } from '../support/shared-account.js';

let shared: SharedAccount;
let made = 0;

beforeAll(async () => {
  shared = await SharedAccount.start();
});

afterAll(() => shared.server.dispose());

/** Another image each time. */
const picture = (): Uint8Array => photo((made += 1));

const rows = async (query: string): Promise<readonly ActivityRowRecord[]> =>
  (await shared.ada.get(`/api/activity?limit=50&${query}`)).json<ActivityRowRecord[]>();

/** The rows once they have so many images. Entries are stored a moment after their requests. */
async function rowsWith(query: string, imageCount: number): Promise<readonly ActivityRowRecord[]> {
  const sum = (all: readonly ActivityRowRecord[]) => all.reduce((total, row) => total + row.imageCount, 0);
  await until(`there are ${imageCount} images`, async () => sum(await rows(query)) === imageCount);
  return await rows(query);
}

const news = async (caller = shared.ada): Promise<NewActivityRecord> =>
  (await caller.get('/api/activity/new')).json<NewActivityRecord>();

async function linkTo(id: string): Promise<{ readonly id: string; readonly secret: string }> {
  const body = { role: 'contributor', resource: { type: 'album', id } };
  const link = (await shared.ada.post('/api/links', body)).json<CreatedLinkRecord>();
  return { id: link.id, secret: link.url.slice(link.url.lastIndexOf('/') + 1) };
}

/** Adds an image as the guest of the cookie, or as a new one. Returns the cookie. */
async function addedByLink(secret: string, bytes: Uint8Array = picture(), cookie = ''): Promise<string> {
  const sent = { method: 'POST', key: null, body: uploadForm({ bytes }), headers: { cookie } };
  const answer = await shared.server.fetch(`/api/shared/${secret}/upload`, sent);
  expect(answer.ok).toBe(true);
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

describe('the activity', () => {
  it('joins what two did at once to a row each, which names them and unfolds', async () => {
    const { ada, grace, headers } = shared;
    const album = await shared.albumOf([]);
    await shared.give({ type: 'album', id: album }, 'contributor');
    const address = `/api/albums/${album}/upload`;
    for (let round = 0; round < 4; round += 1)
      await Promise.all([
        ada.post(address, uploadForm({ bytes: picture() })),
        ada.post(address, uploadForm({ bytes: picture() })),
        grace.send('POST', address, { body: uploadForm({ bytes: picture() }), headers }),
      ]);
    const all = await rowsWith(`thing=album:${album}&kind=added&operation=uploadAlbumImage`, 12);
    const byName = new Map(all.map((row) => [row.by.name, row]));
    expect([...byName.keys()].toSorted()).toEqual(['Ada', 'Grace']);
    expect(byName.get('Ada')).toMatchObject({
      by: { type: 'user' },
      thing: { type: 'album', id: album, title: 'Summer' },
      count: 8,
      imageCount: 8,
    });
    expect(byName.get('Ada')?.images.map(({ name }) => name)).toEqual(expect.arrayContaining(['photo.gif']));
    expect(byName.get('Ada')?.images).toHaveLength(4);
    const row = byName.get('Grace')?.id ?? '';
    const others = (await ada.get(`/api/audit?row=${row}&limit=50`)).json<AuditRecord[]>();
    expect(others.map((entry) => [entry.row, entry.imageCount])).toEqual(Array(3).fill([row, 1]));
    await shared.takeAll();
  });

  it('tells of a link what it opened, also after it has ended and its album is gone', async () => {
    const album = await shared.albumOf([]);
    const { id, secret } = await linkTo(album);
    await addedByLink(secret);
    await shared.ada.delete(`/api/links/${id}`);
    await shared.ada.delete(`/api/albums/${album}`);
    const removed = () => rows(`thing=album:${album}&kind=removed`);
    await until('it is deleted', async () => (await removed()).length > 0);
    const [deleted] = await removed();
    expect(deleted).toMatchObject({ operation: 'deleteAlbum', thing: { title: 'Summer' } });
    const ofLink = await rows(`thing=link:${id}`);
    expect(ofLink.map(({ operation, thing }) => [operation, thing?.title])).toEqual([
      ['deleteLink', 'Summer'],
      ['createLink', 'Summer'],
    ]);
    const byLink = await rows(`principal=link:${id}`);
    expect(byLink).toMatchObject([
      {
        by: { type: 'link', id },
        operation: 'uploadShared',
        thing: { id: album, title: 'Summer' },
        imageCount: 1,
      },
    ]);
    expect(JSON.stringify([...ofLink, ...byLink])).not.toContain(secret);
  });

  it('finds what happened to one image, which keeps its name and its picture in the trash', async () => {
    const { id } = await shared.uploaded({ bytes: picture(), name: 'harbour.gif', path: 'coast' });
    await shared.ada.patch(`/api/images/${id}`, { tags: ['sea'] });
    await shared.ada.delete(`/api/images/${id}`);
    await until('it is deleted', async () => (await rows(`thing=image:${id}`)).length === 3);
    const found = await rows(`thing=image:${id}`);
    expect(found.map(({ operation, thing }) => [operation, thing?.title])).toEqual([
      ['deleteImage', 'harbour.gif'],
      ['patchImage', 'harbour.gif'],
      ['uploadImage', 'coast'],
    ]);
    for (const { images } of found) expect(images).toMatchObject([{ id, name: 'harbour.gif', url: null }]);
    await shared.ada.delete(`/api/trash/${id}`);
    for (const { images } of await rows(`thing=image:${id}`)) expect(images).toEqual([]);
  });

  it('has one row of what a guest sends again and again, and pictures for who may see them', async () => {
    const { ada, server } = shared;
    const body = { resource: { type: 'folder', id: 'again' }, role: 'contributor', approval: 'required' };
    const { id, url } = (await ada.post('/api/links', body)).json<CreatedLinkRecord>();
    const bytes = picture();
    for (let sent = 0; sent < 5; sent += 1) await addedByLink(url.slice(-22), bytes);
    await ada.patch(`/api/links/${id}`, { download: true });
    await until('the change is noted', async () => (await rows(`thing=link:${id}`)).length === 2);
    expect(await rows(`principal=link:${id}`)).toMatchObject([{ count: 1, imageCount: 1 }]);

    const { id: image } = await shared.uploaded({ bytes: picture() });
    await until('the image is noted', async () => (await rows(`thing=image:${image}`)).length === 1);
    const seen = async (by: Caller): Promise<unknown> =>
      (await by.get(`/api/activity?thing=image:${image}&accountId=${shared.accountId}`))
        .json<ActivityRowRecord[]>()
        .map(({ imageCount, images }) => [imageCount, images.length]);
    const key = async (given: object): Promise<Caller> =>
      Caller.by(server, (await ada.post('/api/keys', { name: 'Less', ...given })).json<CreatedKey>().key);
    expect(await seen(await key({ scopes: ['keys:manage'] }))).toEqual([[1, 0]]);
    expect(await seen(await key({ scopes: ['keys:manage', 'images:read'] }))).toEqual([[1, 1]]);
    const { account } = (await shared.grace.get('/api/session')).json<SessionRecord>();
    const scopes = ['admin', 'images:read'];
    expect(await seen(await key({ scopes, accountId: account.id }))).toEqual([[1, 0]]);
  });

  it('refuses conditions that it does not understand, and whoever may not manage the account', async () => {
    for (const query of ['kind=eaten', 'thing=album', 'thing=album:', 'since=today', 'colour=red', 'limit=0'])
      expect([query, (await shared.ada.get(`/api/activity?${query}`)).status]).toEqual([query, 400]);
    expect(await rows('thing=album:none')).toEqual([]);
    expect(await shared.as('GET', '/api/activity')).toBe(403);
    expect((await shared.grace.get('/api/activity?accountId=*')).status).toBe(403);
    const anonymous = await shared.server.fetch('/api/activity', { key: null });
    expect(anonymous.status).toBe(401);
  });
});

describe('what is new', () => {
  it('has what others added since one looked, in every browser, and not what one did oneself', async () => {
    const { ada, grace, server } = shared;
    await ada.put('/api/activity/seen', { until: (await news()).latestAt ?? new Date().toISOString() });
    const album = await shared.albumOf([]);
    const { secret } = await linkTo(album);
    await shared.give({ type: 'folder', id: 'open' }, 'contributor');
    const same = picture();
    const guest = await addedByLink(secret, same);
    for (const bytes of [picture(), same]) await addedByLink(secret, bytes, guest);
    expect((await shared.upload('open')).status).toBe(201);
    await shared.uploaded({ bytes: picture() });
    await until('three are new', async () => (await news()).count === 3);
    const found = await news();
    expect(
      found.rows.map(({ by, imageCount, thing }) => [by.type, by.name, imageCount, thing?.title]),
    ).toEqual([
      ['user', 'Grace', 1, 'open'],
      ['link', null, 2, 'Summer'],
    ]);
    expect(found.rows[1]?.images).toHaveLength(2);
    expect((await news(grace)).count).toBe(0);
    const other = new Browser(server);
    await other.signIn('Ada');
    expect((await other.get<NewActivityRecord>('/api/activity/new')).count).toBe(3);
    await other.send('PUT', '/api/activity/seen', { body: { until: found.latestAt } });
    expect(await news()).toMatchObject({ count: 0, rows: [], seenAt: found.latestAt });
    await ada.put('/api/activity/seen', { until: '2001-01-01T00:00:00Z' });
    expect((await news()).count).toBe(0);
    await shared.takeAll();
  });
});

describe('the picture of a deleted image', () => {
  it('is for those who see it in the trash, small, and gone once it is restored or purged', async () => {
    const { ada, grace, headers, server } = shared;
    const { bytes } = fixtures.jpeg;
    const { id, url } = await shared.uploaded({ bytes, path: 'bin' });
    await ada.delete(`/api/images/${id}`);
    const path = `/api/trash/${id}/file`;
    const answer = await ada.get(`${path}?w=160`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^image\//);
    expect(answer.headers.get('cache-control')).toMatch(/private.*no-cache|no-cache.*private/);
    expect(answer.bytes.equals(bytes)).toBe(false);
    expect((await ada.get(path)).bytes.equals(bytes)).toBe(false);
    for (const query of ['w=161', 'w=5000', 'format=avif', 'download=1'])
      expect([query, (await ada.get(`${path}?${query}`)).status]).toEqual([query, 400]);
    expect((await server.fetch(path, { key: null })).status).toBe(401);
    expect((await grace.get(path)).status).toBe(404);
    expect(await shared.as('GET', path)).toBe(403);
    // She may add to the folder, but another has deleted it.
    await shared.give({ type: 'folder', id: 'bin' }, 'contributor');
    expect((await grace.send('GET', path, { headers })).status).toBe(404);
    for (const query of ['', '?w=160']) expect((await fetch(url + query)).status).toBe(404);
    await ada.post(`/api/images/${id}/restore`);
    expect((await ada.get(`${path}?w=160`)).status).toBe(404);
    await ada.delete(`/api/images/${id}`);
    expect((await ada.get(`${path}?w=160`)).status).toBe(200);
    await ada.delete(`/api/trash/${id}`);
    expect((await ada.get(`${path}?w=160`)).status).toBe(404);
    await shared.takeAll();
  });
});

describe('sessions', () => {
  it('are named by their user, and all others end at once', async () => {
    const { server } = shared;
    const browsers = [new Browser(server), new Browser(server)] as const;
    for (const browser of browsers) expect((await browser.signIn('Frances', PASSWORD)).status).toBe(201);
    const [phone, laptop] = browsers;
    const own = (await phone.get<SessionEntry[]>('/api/sessions')).find(({ current }) => current)?.id ?? '';
    const rename = (name: unknown) => phone.send('PATCH', `/api/sessions/${own}`, { body: { name } });
    expect((await rename('  My phone ')).status).toBe(200);
    const named = async () => (await laptop.get<SessionEntry[]>('/api/sessions')).map(({ name }) => name);
    expect(await named()).toContain('My phone');
    for (const name of ['x'.repeat(65), 'a\u0007', 7]) expect((await rename(name)).status).toBe(400);
    expect((await rename('')).status).toBe(200);
    expect(await named()).not.toContain('My phone');
    expect(await phone.status('DELETE', '/api/sessions?others=perhaps')).toBe(400);
    expect(await phone.status('DELETE', '/api/sessions?others=true')).toBe(204);
    expect(await phone.status('GET', '/api/session')).toBe(200);
    expect(await laptop.status('GET', '/api/session')).toBe(401);
    expect(await phone.get('/api/sessions')).toHaveLength(1);
  });
});
