import type {
  AccountDetails,
  ActivityRowRecord,
  AuditRecord,
  CreatedKey,
  ErasureRecord,
} from '@cairn/api-schema';
import { until } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { expect } from '@jest/globals';
import { Caller } from './caller.js';
import { UNKNOWN, type Rows } from './row.js';

/** Accounts and their keys. */
export const accounts: Rows = {
  createKey: {
    gives: 201,
    works: async ({ user, server }) => {
      const answer = await user.post('/api/keys', { name: 'Camera', scopes: ['images:read'] });
      const { key } = answer.shows({ name: 'Camera', scopes: ['images:read'] }).json<CreatedKey>();
      expect((await Caller.by(server, key).get('/api/quota')).status).toBe(200);
      return answer;
    },
    refused: [403, 'scope-missing'],
    fails: ({ viewer }) => viewer.post('/api/keys', { name: 'Camera', scopes: ['images:read'] }),
  },
  listKeys: {
    gives: 200,
    works: async ({ user, newKey }) => {
      const { id, hint } = await newKey();
      return (await user.get('/api/keys')).lists({ id, hint, revokedAt: null });
    },
    refused: [403, 'scope-missing'],
    fails: ({ viewer }) => viewer.get('/api/keys'),
  },
  getKey: {
    gives: 200,
    works: async ({ user, accountId, newKey }) => {
      const { id } = await newKey();
      const answer = await user.get(`/api/keys/${id}`);
      expect(answer.json()).not.toHaveProperty('key');
      return answer.shows({ id, accountId, scopes: ['images:read'] });
    },
    refused: [404, 'key-not-found'],
    fails: ({ user }) => user.get(`/api/keys/${UNKNOWN}`),
  },
  patchKey: {
    gives: 200,
    works: async ({ user, newKey }) => {
      const { id } = await newKey();
      const answer = await user.patch(`/api/keys/${id}`, { name: ' Old camera ' });
      (await user.get(`/api/keys/${id}`)).shows({ name: 'Old camera' });
      return answer.shows({ id, name: 'Old camera' });
    },
    refused: [404, 'key-not-found'],
    fails: ({ user }) => user.patch(`/api/keys/${UNKNOWN}`, { name: 'Old camera' }),
  },
  revokeKey: {
    gives: 200,
    works: async ({ user, server, newKey }) => {
      const { id, key } = await newKey();
      const answer = await user.delete(`/api/keys/${id}`);
      expect((await Caller.by(server, key).get('/api/quota')).status).toBe(401);
      return answer.shows({ id, revokedAt: expect.any(String) });
    },
    refused: [404, 'key-not-found'],
    fails: ({ user }) => user.delete(`/api/keys/${UNKNOWN}`),
  },
  listAudit: {
    gives: 200,
    works: async ({ admin }) => {
      const { id } = (await admin.post('/api/accounts', { name: 'Audited' })).json<AccountDetails>();
      await admin.patch(`/api/accounts/${id}`, { imageQuota: 5 });
      const asked = `/api/audit?accountId=${id}&operation=changeAccount&limit=10`;
      const newest = async () => (await admin.get(asked)).json<readonly AuditRecord[]>()[0];
      await until('the change is in the trail', async () => (await newest())?.target === id);
      expect(await newest()).toMatchObject({ operation: 'changeAccount', status: 200, address: null });
      return await admin.get(asked);
    },
    refused: [401, 'unauthenticated'],
    fails: ({ nobody }) => nobody.get('/api/audit'),
  },
  listActivity: {
    gives: 200,
    works: async ({ user, newImage }) => {
      await newImage({ path: 'diary' });
      await newImage({ path: 'diary', bytes: fixtures.png.bytes });
      const asked = '/api/activity?thing=folder:diary&kind=added&limit=10';
      const newest = async () => (await user.get(asked)).json<readonly ActivityRowRecord[]>()[0];
      await until('both images are in one row', async () => (await newest())?.imageCount === 2);
      expect((await newest())?.images).toHaveLength(2);
      return (await user.get(asked)).lists({
        operation: 'uploadImage',
        thing: { type: 'folder', id: 'diary', title: 'diary' },
        count: 2,
      });
    },
    refused: [400, 'invalid-input'],
    fails: ({ user }) => user.get('/api/activity?thing=house:A'),
  },
  createAccount: {
    gives: 201,
    works: async ({ admin }) => {
      const answer = await admin.post('/api/accounts', { name: 'Club', imageQuota: 7, imageBytesQuota: 8 });
      const { id } = answer.json<AccountDetails>();
      (await admin.get(`/api/accounts/${id}`)).shows({
        name: 'Club',
        imageCount: 0,
        quota: 7,
        imageBytesQuota: 8,
      });
      return answer;
    },
    refused: [403, 'scope-missing'],
    fails: ({ user }) => user.post('/api/accounts', { name: 'Club' }),
  },
  listAccounts: {
    gives: 200,
    works: async ({ admin, accountId: id }) =>
      (await admin.get('/api/accounts')).lists({ id, name: 'Surveyor' }),
    refused: [403, 'scope-missing'],
    fails: ({ user }) => user.get('/api/accounts'),
  },
  getAccount: {
    gives: 200,
    works: async ({ user, accountId: id }) =>
      (await user.get(`/api/accounts/${id}`)).shows({ id, name: 'Surveyor', quota: 10_000 }),
    refused: [404, 'account-not-found'],
    fails: ({ admin }) => admin.get(`/api/accounts/${UNKNOWN}`),
  },
  changeAccount: {
    gives: 200,
    works: async ({ admin }) => {
      const { id } = (await admin.post('/api/accounts', { name: 'Club' })).json<AccountDetails>();
      const answer = await admin.patch(`/api/accounts/${id}`, { imageQuota: 5 });
      await admin.patch(`/api/accounts/${id}`, { imageBytesQuota: 6, name: 'Team' });
      (await admin.get(`/api/accounts/${id}`)).shows({ name: 'Team', quota: 5, imageBytesQuota: 6 });
      const baseMap = { url: 'https://tiles.example.org/style.json', attribution: '', maxZoom: 18 };
      await admin.patch(`/api/accounts/${id}`, { baseMap });
      const origins = ['https://tiles.example.org'];
      (await admin.get(`/api/accounts/${id}`)).shows({ baseMap: { kind: 'style', ...baseMap, origins } });
      (await admin.patch(`/api/accounts/${id}`, { baseMap: null })).shows({ baseMap: null });
      return answer.shows({ id, quota: 5 });
    },
    refused: [400, 'invalid-input'],
    fails: ({ admin, accountId }) => admin.patch(`/api/accounts/${accountId}`, { imageQuota: -1 }),
  },
  eraseAccount: {
    gives: 202,
    works: async ({ admin }) => {
      const { id } = (
        await admin.post('/api/accounts', { name: 'Leaver', imageQuota: 5 })
      ).json<AccountDetails>();
      const answer = await admin.delete(`/api/accounts/${id}?addresses=forget`);
      const erasure = answer.json<ErasureRecord>();
      const now = async () => (await admin.get(`/api/erasures/${erasure.id}`)).json<ErasureRecord>();
      await until('the account is erased', async () => (await now()).endedAt !== null);
      expect(await now()).toMatchObject({ state: 'succeeded', erased: { accounts: 1, quotas: 1 } });
      expect((await admin.get(`/api/accounts/${id}`)).status).toBe(404);
      return answer.shows({ accountId: id, unfinished: [], error: null });
    },
    refused: [404, 'account-not-found'],
    fails: ({ admin }) => admin.delete(`/api/accounts/${UNKNOWN}`),
  },
  getErasure: {
    gives: 200,
    works: async ({ admin }) => {
      const { id } = (await admin.post('/api/accounts', { name: 'Leaver' })).json<AccountDetails>();
      const erasure = (await admin.delete(`/api/accounts/${id}`)).json<ErasureRecord>();
      return (await admin.get(`/api/erasures/${erasure.id}`)).shows({ id: erasure.id, accountId: id });
    },
    refused: [404, 'job-not-found'],
    fails: ({ admin }) => admin.get(`/api/erasures/${UNKNOWN}`),
  },
};
