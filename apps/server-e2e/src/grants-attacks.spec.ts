import type { SpaceRecord } from '@cairn/api-schema';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SharedAccount } from './support/shared-account.js';

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
});
