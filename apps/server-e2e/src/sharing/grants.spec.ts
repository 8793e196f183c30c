import type { AlbumRecord, CreatedKey, GrantRole, PlacedImagesRecord, SpaceRecord } from '@cairn/api-schema';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { collection, point } from '../features/hub.js';
import { Caller } from '../smoke/caller.js';
import { SharedAccount } from '../support/shared-account.js';

const ROLES = ['viewer', 'contributor', 'editor', 'manager', 'owner'] as const;

let shared: SharedAccount;

beforeAll(async () => {
  shared = await SharedAccount.start();
});
beforeEach(() => shared.takeAll());
afterAll(() => shared.server.dispose());

describe('acting in the account of somebody else', () => {
  it('needs a grant there; an account without one is told like one that is not there', async () => {
    const { id } = await shared.uploaded();
    const ask = async (account: string): Promise<unknown> => {
      const answer = await shared.grace.send('GET', `/api/images/${id}`, {
        headers: { 'cairn-account': account },
      });
      return { ...answer.json<object>(), requestId: '', instance: '' };
    };
    expect(await ask(shared.accountId)).toEqual(await ask('nobody'));
    expect(await ask(shared.accountId)).toMatchObject({ status: 403, code: 'access-forbidden' });
    expect((await shared.grace.get(`/api/images/${id}`)).status).toBe(404);
  });

  it.each(ROLES)('as %s of the account does what the role allows, and no more', async (role) => {
    await shared.give({ type: 'account', id: shared.accountId }, role);
    const [image, other] = [await shared.uploaded(), await shared.uploaded()];
    const can = (needed: GrantRole): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);
    const expected = (needed: GrantRole, status: number): number => (can(needed) ? status : 403);
    expect(await shared.fileStatus(image.url)).toBe(200);
    for (const path of [`images/${image.id}`, 'images', 'quota', 'albums', 'tags', 'paths'])
      expect([path, await shared.as('GET', `/api/${path}`)]).toEqual([path, 200]);
    expect(await shared.as('GET', `/api/images/${image.id}/original`)).toBe(expected('editor', 200));
    expect((await shared.upload('theirs')).status).toBe(expected('contributor', 201));
    expect(await shared.as('PATCH', `/api/images/${image.id}`, { tags: ['x'] })).toBe(
      expected('editor', 200),
    );
    expect(await shared.as('DELETE', `/api/images/${other.id}`)).toBe(expected('editor', 200));
    expect(await shared.as('POST', '/api/albums', { title: 'Theirs' })).toBe(expected('editor', 201));
    expect(await shared.as('POST', '/api/links', { resource: { type: 'image', id: image.id } })).toBe(
      expected('manager', 201),
    );
    expect(await shared.as('GET', '/api/grants')).toBe(expected('manager', 200));
    expect(await shared.as('GET', '/api/groups')).toBe(expected('manager', 200));
    const invited = { type: 'account', id: shared.accountId };
    const toAnother = { resource: invited, to: { type: 'user', name: 'Frances' }, role: 'owner' };
    expect(await shared.as('POST', '/api/grants', toAnother)).toBe(expected('owner', 201));
    expect(await shared.as('POST', '/api/keys', { name: 'x', scopes: ['images:read'] })).toBe(403);
    const space = { title: 'Theirs' };
    expect(await shared.as('POST', '/hub/spaces', space)).toBe(expected('editor', 200));
  });

  it('contributors change and delete what they added, and nothing else', async () => {
    await shared.give({ type: 'folder', id: 'shared' }, 'contributor');
    const foreign = await shared.uploaded({ path: 'shared' });
    const answer = await shared.upload('shared/trip');
    const { id } = (await answer.json()) as { readonly id: string };
    expect(await shared.as('PATCH', `/api/images/${id}`, { tags: ['mine'] })).toBe(200);
    expect(await shared.as('PATCH', `/api/images/${id}`, { path: 'elsewhere' })).toBe(403);
    expect(await shared.as('PATCH', `/api/images/${foreign.id}`, { tags: ['x'] })).toBe(403);
    expect(await shared.as('DELETE', `/api/images/${foreign.id}`)).toBe(403);
    expect(await shared.as('DELETE', `/api/images/${id}`)).toBe(200);
    expect((await shared.upload('elsewhere')).status).toBe(403);
  });
});

describe('a grant on a part of an account', () => {
  it('of a folder opens it and what is below, and nothing beside', async () => {
    const [inside, below, beside] = [
      await shared.uploaded({ path: 'trip' }),
      await shared.uploaded({ path: 'trip/day' }),
      await shared.uploaded({ path: 'trips' }),
    ];
    await shared.give({ type: 'folder', id: '/trip/' }, 'viewer');
    for (const { id, url } of [inside, below])
      expect([await shared.as('GET', `/api/images/${id}`), await shared.fileStatus(url)]).toEqual([200, 200]);
    expect([await shared.as('GET', `/api/images/${beside.id}`), await shared.fileStatus(beside.url)]).toEqual(
      [404, 404],
    );
    expect(await shared.as('GET', `/api/images/${inside.id}/original`)).toBe(403);
    expect(await shared.as('GET', '/api/images?path=trip')).toBe(200);
    expect(await shared.as('GET', '/api/images?path=trip/day')).toBe(200);
    for (const path of [
      '/api/images',
      '/api/images?path=trips',
      '/api/images?path=',
      '/api/images?path=trip/..',
      '/api/tags',
      '/api/paths',
      '/api/albums',
      '/api/quota',
      '/api/tags/lake/images',
    ])
      expect([path, [400, 403].includes(await shared.as('GET', path))]).toEqual([path, true]);
    expect(await shared.as('GET', `/api/images?path=trip&path=trips`)).toBe(403);
  });

  it('of an album opens its images while they are in it; nothing is looked at by placing it there', async () => {
    const [inside, cover, outside] = [
      await shared.uploaded(),
      await shared.uploaded(),
      await shared.uploaded(),
    ];
    const id = await shared.albumOf([inside.id]);
    await shared.ada.patch(`/api/albums/${id}`, { coverId: cover.id });
    await shared.give({ type: 'album', id }, 'editor');
    expect(await shared.fileStatus(inside.url)).toBe(200);
    expect(await shared.as('GET', `/api/albums/${id}/images`)).toBe(200);
    const album = await shared.grace.send('GET', `/api/albums/${id}`, { headers: shared.headers });
    expect(album.json<AlbumRecord>()).toMatchObject({ cover: null, coverId: null });
    expect(await shared.fileStatus(cover.url)).toBe(404);
    expect(await shared.as('PATCH', `/api/albums/${id}`, { title: 'Autumn' })).toBe(200);
    expect(await shared.as('PATCH', `/api/albums/${id}`, { coverId: inside.id })).toBe(200);
    expect(await shared.as('PATCH', `/api/albums/${id}`, { coverId: outside.id })).toBe(404);
    const placing = { body: { images: [outside.id] }, headers: shared.headers };
    const placed = await shared.grace.send('POST', `/api/albums/${id}/images`, placing);
    expect(placed.json<PlacedImagesRecord>()).toMatchObject({ imageCount: 1, missing: [outside.id] });
    expect(await shared.fileStatus(outside.url)).toBe(404);
    await shared.ada.post(`/api/albums/${id}/images/remove`, { images: [inside.id] });
    expect(await shared.fileStatus(inside.url)).toBe(404);
    expect(await shared.as('DELETE', `/api/albums/${id}`)).toBe(403);
    expect(await shared.as('GET', '/api/albums')).toBe(403);
    const another = await shared.albumOf([outside.id]);
    expect(await shared.as('GET', `/api/albums/${another}`)).toBe(404);
  });

  it('of an album as contributor takes images of their own, which they change, and no other', async () => {
    const inside = await shared.uploaded();
    const id = await shared.albumOf([inside.id]);
    await shared.give({ type: 'album', id }, 'viewer');
    expect((await shared.upload('', `/api/albums/${id}/upload`)).status).toBe(403);
    await shared.give({ type: 'album', id }, 'contributor');
    const answer = await shared.upload('', `/api/albums/${id}/upload`);
    const added = (await answer.json()) as { readonly id: string; readonly url: string };
    expect([answer.status, await shared.fileStatus(added.url), (await fetch(added.url)).status]).toEqual([
      201, 200, 404,
    ]);
    expect(await shared.as('PATCH', `/api/images/${added.id}`, { tags: ['mine'] })).toBe(200);
    expect(await shared.as('PATCH', `/api/images/${inside.id}`, { tags: ['mine'] })).toBe(403);
  });

  it('of an image opens it alone, and its managers share it', async () => {
    const [image, other] = [await shared.uploaded(), await shared.uploaded()];
    const { id: grantId } = await shared.give({ type: 'image', id: image.id }, 'manager');
    expect([await shared.fileStatus(image.url), await shared.fileStatus(other.url)]).toEqual([200, 404]);
    const link = { resource: { type: 'image', id: image.id } };
    expect(await shared.as('POST', '/api/links', link)).toBe(201);
    const made = await shared.grace.send('POST', '/api/links', { body: link, headers: shared.headers });
    expect(await shared.as('POST', '/api/links', { resource: { type: 'image', id: other.id } })).toBe(403);
    expect(await shared.as('GET', '/api/links')).toBe(403);
    expect(await shared.as('DELETE', `/api/links/${made.json<{ id: string }>().id}`)).toBe(204);
    const adas = (await shared.ada.post('/api/links', { resource: { type: 'image', id: other.id } })).json<{
      id: string;
    }>();
    expect(await shared.as('DELETE', `/api/links/${adas.id}`)).toBe(403);
    expect((await shared.grace.delete(`/api/grants/${grantId}`)).status).toBe(204); // leaves
    expect(await shared.fileStatus(image.url)).toBe(404);
  });

  it('of a space gives its rights, without a header, and of no other', async () => {
    const [space, other] = await Promise.all(
      ['Shared', 'Closed'].map(
        async (title) => (await shared.ada.post('/hub/spaces', { title })).json<SpaceRecord>().id,
      ),
    );
    for (const id of [space, other])
      await shared.ada.put(`/hub/spaces/${id}/features`, collection(point('one', 7, 46)));
    const caller = shared.grace;
    const write = async (method: string, path: string, body?: unknown): Promise<number> =>
      (await caller.send(method, `/hub/spaces/${space}${path}`, { body })).status;
    const seen: Record<string, readonly number[]> = {};
    for (const role of [undefined, 'viewer', 'contributor', 'editor', 'manager'] as const) {
      if (role !== undefined) await shared.give({ type: 'space', id: space }, role);
      seen[role ?? 'none'] = [
        await write('GET', '/search'),
        (await caller.get(`/tiles/${space}/0/0/0.mvt`)).status,
        await write('PUT', '/features', collection(point(`by ${role}`, 8, 47))),
        await write('PATCH', '/features/one', { properties: { name: role ?? '' } }),
        await write('PATCH', '', { description: role ?? '' }),
      ];
      expect((await caller.get(`/hub/spaces/${other}/search`)).status).toBe(403);
    }
    expect(seen).toEqual({
      none: [403, 403, 403, 403, 403],
      viewer: [200, 200, 403, 403, 403],
      contributor: [200, 200, 200, 403, 403],
      editor: [200, 200, 200, 200, 403],
      manager: [200, 200, 200, 200, 200],
    });
    const listed = (await caller.get('/hub/spaces?owner=*')).json<SpaceRecord[]>();
    expect(listed.map(({ id }) => id)).toEqual([space]);
  });
});

describe('whom a grant is given to', () => {
  it('a group: its members have it, until they leave', async () => {
    const image = await shared.uploaded();
    const { id } = (await shared.ada.post('/api/groups', { name: 'Family', memberNames: ['grace'] })).json<{
      id: string;
    }>();
    await shared.give({ type: 'image', id: image.id }, 'viewer', { type: 'group', id });
    expect(await shared.fileStatus(image.url)).toBe(200);
    await shared.ada.patch(`/api/groups/${id}`, { memberIds: [] });
    expect(await shared.fileStatus(image.url)).toBe(404);
  });

  it('a key: it has what it was given as far as its scopes go, not what its user was given', async () => {
    const image = await shared.uploaded();
    await shared.give({ type: 'image', id: image.id }, 'editor');
    const { id, key } = (
      await shared.grace.post('/api/keys', { name: 'Frame', scopes: ['images:read'] })
    ).json<CreatedKey>();
    const ask = async (): Promise<number> =>
      (await fetch(image.url, { headers: { authorization: `Bearer ${key}` } })).status;
    expect(await ask()).toBe(404);
    await shared.give({ type: 'image', id: image.id }, 'editor', { type: 'key', id });
    expect(await ask()).toBe(200);
    const byKey = Caller.by(shared.server, key);
    const changed = await byKey.send('PATCH', `/api/images/${image.id}`, {
      headers: shared.headers,
      body: { tags: [] },
    });
    expect([changed.status, changed.json<{ code: string }>().code]).toEqual([403, 'scope-missing']);
  });

  it('whoever comes in by an invite', async () => {
    const image = await shared.uploaded({ path: 'welcome' });
    const grant = { resource: { type: 'folder', id: 'welcome' }, role: 'viewer' };
    const { token } = (await shared.ada.post('/api/invites', { role: 'member', grant })).json<{
      token: string;
    }>();
    const body = { token, name: 'Edsger', password: 'four quiet words' };
    const answer = await shared.server.fetch('/api/invites/accept', {
      method: 'POST',
      key: null,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    expect((await fetch(image.url, { headers: { cookie } })).status).toBe(200);
  });
});
