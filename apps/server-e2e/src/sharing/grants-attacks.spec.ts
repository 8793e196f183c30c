import type { CreatedKey, SpaceRecord } from '@cairn/api-schema';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Caller } from '../smoke/caller.js';
import { SharedAccount } from '../support/shared-account.js';

let shared: SharedAccount;

beforeAll(async () => {
  shared = await SharedAccount.start();
});
beforeEach(() => shared.takeAll());
afterAll(() => shared.server.dispose());

describe('whoever was granted little', () => {
  it('lists no more by the query parameter of another operation', async () => {
    await shared.uploaded({ path: 'secret/deep' });
    await shared.uploaded({ path: 'trip/day' });
    await shared.give({ type: 'folder', id: 'trip' }, 'viewer');
    for (const path of [
      '/api/images?parent=trip',
      '/api/tags?parent=trip',
      '/api/paths?path=trip',
      '/api/paths?path=trip&parent=secret',
    ])
      expect([path, await shared.as('GET', path)]).toEqual([path, 403]);
    for (const path of ['/api/images?path=trip', '/api/tags?path=trip', '/api/paths?parent=trip'])
      expect([path, await shared.as('GET', path)]).toEqual([path, 200]);
  });

  it('does not take a space that they manage into their own account', async () => {
    const { id } = (await shared.ada.post('/hub/spaces', { title: 'Towns' })).json<SpaceRecord>();
    const own = (await shared.grace.post('/hub/spaces', { title: 'Mine' })).json<SpaceRecord>().owner;
    for (const [resource, role] of [
      [{ type: 'space', id }, 'manager'],
      [{ type: 'account', id: shared.accountId }, 'editor'],
    ] as const) {
      await shared.give(resource, role);
      for (const owner of [own, 'ANONYMOUS'])
        expect((await shared.grace.patch(`/hub/spaces/${id}`, { owner })).status).toBe(403);
    }
    expect((await shared.ada.get(`/hub/spaces/${id}`)).json<SpaceRecord>().owner).toBe(shared.accountId);
  });

  it('is no owner by a group that managers change', async () => {
    const { id } = (await shared.ada.post('/api/groups', { name: 'Family' })).json<{ readonly id: string }>();
    const resource = { type: 'account', id: shared.accountId };
    const body = { resource, to: { type: 'group', id }, role: 'owner' };
    expect((await shared.ada.send('POST', '/api/grants', { body })).status).toBe(400);
    await shared.give(resource, 'manager', body.to);
    await shared.give(resource, 'manager');
    expect(await shared.as('PATCH', `/api/groups/${id}`, { memberNames: ['Grace'] })).toBe(200);
    expect(await shared.as('POST', '/api/grants', { ...body, to: { type: 'user', name: 'Grace' } })).toBe(
      403,
    );
    expect(await shared.as('DELETE', `/api/groups/${id}`)).toBe(204);
  });

  it('has nothing received that they have no role for', async () => {
    const { id } = await shared.uploaded();
    await shared.give({ type: 'image', id }, 'viewer');
    await shared.server.fetch(`/api/accounts/${shared.accountId}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: '{"imageQuota":0}',
    });
    const answer = await shared.upload('trip');
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'access-forbidden' }]);
    await shared.server.fetch(`/api/accounts/${shared.accountId}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: '{"imageQuota":null}',
    });
  });

  it('has no other role in an image by placing it in an album', async () => {
    const { id, url } = await shared.uploaded({ path: 'trip' });
    const album = await shared.albumOf([]);
    await shared.give({ type: 'folder', id: 'trip' }, 'viewer');
    for (const role of ['contributor', 'editor'] as const) {
      await shared.give({ type: 'album', id: album }, role);
      expect(await shared.as('POST', `/api/albums/${album}/images`, { images: [id] })).toBe(403);
    }
    expect(await shared.as('DELETE', `/api/images/${id}`)).toBe(403);
    await shared.give({ type: 'folder', id: 'trip' }, 'editor');
    expect(await shared.as('POST', `/api/albums/${album}/images`, { images: [id] })).toBe(200);
    await shared.give({ type: 'folder', id: 'trip' }, 'contributor');
    const own = (await (await shared.upload('trip')).json()) as { readonly id: string };
    expect(await shared.as('POST', `/api/albums/${album}/images`, { images: [own.id] })).toBe(200);
    expect(await shared.fileStatus(url)).toBe(200);
  });

  it('a key without scopes for images and spaces gives none, and no members of a group', async () => {
    const { id } = (await shared.ada.post('/api/groups', { name: 'Friends' })).json<{
      readonly id: string;
    }>();
    const image = await shared.uploaded();
    const ask = async (scopes: readonly string[], role: string): Promise<readonly number[]> => {
      const { key } = (await shared.ada.post('/api/keys', { name: 'Part', scopes })).json<CreatedKey>();
      const by = Caller.by(shared.server, key);
      const to = { type: 'user', name: 'Grace' };
      const give = async (resource: object): Promise<number> =>
        (await by.send('POST', '/api/grants', { body: { resource, to, role } })).status;
      return [
        await give({ type: 'account', id: shared.accountId }),
        await give({ type: 'image', id: image.id }),
        (await by.send('PATCH', `/api/groups/${id}`, { body: { memberNames: ['Grace'] } })).status,
      ];
    };
    expect(await ask(['keys:manage'], 'viewer')).toEqual([403, 403, 403]);
    expect(await ask(['keys:manage', 'images:read'], 'viewer')).toEqual([403, 201, 403]);
    expect(await ask(['keys:manage', 'images:read'], 'editor')).toEqual([403, 403, 403]);
    const { key } = (
      await shared.ada.post('/api/keys', { name: 'Administrator', scopes: ['admin'] })
    ).json<CreatedKey>();
    const invite = async (caller: Caller, grant?: object): Promise<number> =>
      (await caller.send('POST', '/api/invites', { body: { role: 'member', ...(grant && { grant }) } }))
        .status;
    const administrator = Caller.by(shared.server, key);
    const account = { resource: { type: 'account', id: shared.accountId }, role: 'owner' };
    const folder = { resource: { type: 'folder', id: 'trip' }, role: 'owner' };
    expect(await invite(administrator)).toBe(201);
    expect(await invite(administrator, account)).toBe(403);
    expect([await invite(shared.ada, account), await invite(shared.ada, folder)]).toEqual([201, 400]);
    const all = ['keys:manage', 'images:read', 'images:write', 'spaces:read', 'spaces:write'];
    expect(await ask(all, 'editor')).toEqual([201, 201, 200]);
  });
});

describe('managers of a folder', () => {
  it('share an image in it by a link too', async () => {
    const [image, other] = [
      await shared.uploaded({ path: 'trip' }),
      await shared.uploaded({ path: 'trips' }),
    ];
    await shared.give({ type: 'folder', id: 'trip' }, 'manager');
    const link = { resource: { type: 'image', id: image.id } };
    const made = await shared.grace.send('POST', '/api/links', { body: link, headers: shared.headers });
    expect(made.status).toBe(201);
    expect(await shared.as('GET', `/api/links?type=image&id=${image.id}`)).toBe(200);
    expect(await shared.as('DELETE', `/api/links/${made.json<{ readonly id: string }>().id}`)).toBe(204);
    expect(await shared.as('POST', '/api/links', { resource: { type: 'image', id: other.id } })).toBe(403);
    expect(await shared.as('GET', `/api/links?type=image&id=${other.id}`)).toBe(403);
  });

  it('of an account take grants on what is gone', async () => {
    const image = await shared.uploaded();
    const { id } = await shared.give({ type: 'image', id: image.id }, 'viewer', {
      type: 'user',
      name: 'Frances',
    });
    await shared.give({ type: 'account', id: shared.accountId }, 'manager');
    await shared.ada.delete(`/api/images/${image.id}`);
    expect(await shared.as('DELETE', `/api/grants/${id}`)).toBe(204);
  });

  it('do not share the top folder, in which folders below were not found', async () => {
    const resource = { type: 'folder', id: '/' };
    const body = { resource, to: { type: 'user', name: 'Grace' }, role: 'viewer' };
    expect((await shared.ada.send('POST', '/api/grants', { body })).status).toBe(400);
  });
});

it('an explanation has the albums by which somebody reaches an image', async () => {
  const { id } = await shared.uploaded();
  const album = await shared.albumOf([id]);
  const { to } = await shared.give({ type: 'album', id: album }, 'contributor');
  const explained = await shared.ada.get(`/api/access?to=user:${to.id}&type=image&id=${id}`);
  expect(explained.json()).toMatchObject({ role: 'contributor', because: [{ kind: 'grant' }] });
  const other = await shared.uploaded();
  const unrelated = await shared.ada.get(`/api/access?to=user:${to.id}&type=image&id=${other.id}`);
  expect(unrelated.json()).toEqual({ role: null, because: [] });
});
