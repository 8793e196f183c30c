import type { CreatedKey, GrantPage, GrantRecord, GroupRecord, ReceivedGrants } from '@cairn/api-schema';
import { expect } from '@jest/globals';
import type { Caller } from './caller.js';
import { UNKNOWN, type Rows } from './row.js';

const folder = { type: 'folder', id: 'smoke' };

const give = async (user: Caller, name: string, role = 'viewer'): Promise<GrantRecord> =>
  (await user.post('/api/grants', { resource: folder, to: { type: 'user', name }, role })).json();

const newGroup = async (user: Caller, names: readonly string[] = []): Promise<GroupRecord> =>
  (await user.post('/api/groups', { name: 'Family', memberNames: names })).json();

/** Sharing with users, groups and keys. */
export const grants: Rows = {
  giveGrant: {
    gives: 201,
    works: async ({ user, newMember, accountId, photo }) => {
      const { name, caller } = await newMember();
      const body = { resource: folder, to: { type: 'user', name }, role: 'viewer' };
      const answer = await user.post('/api/grants', body);
      const headers = { 'cairn-account': accountId };
      const image = await caller.send('GET', `/api/images/${photo.id}`, { headers });
      expect(image.status).toBe(200);
      expect((await caller.send('DELETE', `/api/images/${photo.id}`, { headers })).status).toBe(403);
      return answer.shows({ resource: folder, to: expect.objectContaining({ name }), role: 'viewer' });
    },
    refused: [404, 'user-not-found'],
    fails: ({ user }) =>
      user.post('/api/grants', { resource: folder, to: { type: 'user', name: 'Nobody' }, role: 'viewer' }),
  },
  listGrants: {
    gives: 200,
    works: async ({ user, newMember }) => {
      const { id } = await give(user, (await newMember()).name);
      const answer = await user.get('/api/grants?type=folder&id=/smoke/&limit=9');
      expect(answer.json<GrantPage>().grants.map((grant) => grant.id)).toContain(id);
      return answer;
    },
    refused: [400, 'invalid-input'],
    fails: ({ user }) => user.get('/api/grants?type=folder'),
  },
  listReceivedGrants: {
    gives: 200,
    works: async ({ user, newMember, accountId }) => {
      const { name, caller } = await newMember();
      const { id } = await give(user, name);
      const answer = await caller.get('/api/grants/received');
      const account = { id: accountId, name: 'Surveyor' };
      const received = { id, account, title: 'smoke', role: 'viewer', byGroup: false };
      expect(answer.json<ReceivedGrants>().grants).toEqual([expect.objectContaining(received)]);
      return answer;
    },
    refused: [401, 'unauthenticated'],
    fails: ({ nobody }) => nobody.get('/api/grants/received'),
  },
  takeGrant: {
    gives: 204,
    works: async ({ user, newMember, accountId, photo }) => {
      const { name, caller } = await newMember();
      const { id } = await give(user, name);
      const ask = async () =>
        (await caller.send('GET', `/api/images/${photo.id}`, { headers: { 'cairn-account': accountId } }))
          .status;
      expect(await ask()).toBe(200);
      const answer = await user.delete(`/api/grants/${id}`);
      expect(await ask()).toBe(403);
      return answer;
    },
    refused: [404, 'grant-not-found'],
    fails: ({ user }) => user.delete(`/api/grants/${UNKNOWN}`),
  },
  explainAccess: {
    gives: 200,
    works: async ({ user, newMember, photo }) => {
      const grant = await give(user, (await newMember()).name, 'editor');
      const answer = await user.get(`/api/access?to=user:${grant.to.id}&type=image&id=${photo.id}`);
      return answer.shows({
        role: 'editor',
        because: [
          { kind: 'grant', role: 'editor', grant },
          { kind: 'everyone', role: 'viewer' },
        ],
      });
    },
    refused: [404, 'user-not-found'],
    fails: ({ user, photo }) => user.get(`/api/access?to=user:${UNKNOWN}&type=image&id=${photo.id}`),
  },
  createGroup: {
    gives: 201,
    works: async ({ user, newMember }) => {
      const { name } = await newMember();
      const answer = await user.post('/api/groups', { name: ' Family ', memberNames: [name] });
      return answer.shows({ name: 'Family', members: [expect.objectContaining({ name })] });
    },
    refused: [404, 'user-not-found'],
    fails: ({ user }) => user.post('/api/groups', { name: 'Family', memberIds: [UNKNOWN] }),
  },
  listGroups: {
    gives: 200,
    works: async ({ user }) => {
      const { id } = await newGroup(user);
      const answer = await user.get('/api/groups');
      expect(answer.json<{ groups: GroupRecord[] }>().groups.map((group) => group.id)).toContain(id);
      return answer;
    },
    refused: [403, 'scope-missing'],
    fails: ({ viewer }) => viewer.get('/api/groups'),
  },
  patchGroup: {
    gives: 200,
    works: async ({ user, newMember }) => {
      const { id, members } = await newGroup(user, [(await newMember()).name]);
      const memberIds = members.map((member) => member.id);
      const answer = await user.patch(`/api/groups/${id}`, { name: 'Club', memberIds });
      return answer.shows({ id, name: 'Club', members });
    },
    refused: [404, 'group-not-found'],
    fails: ({ user }) => user.patch(`/api/groups/${UNKNOWN}`, { name: 'Club' }),
  },
  deleteGroup: {
    gives: 204,
    works: async ({ user, newMember, newKey }) => {
      const { name, caller } = await newMember();
      const { id } = await newGroup(user, [name]);
      const key: CreatedKey = await newKey();
      const to = [
        { type: 'group', id },
        { type: 'key', id: key.id },
      ];
      for (const each of to) await user.post('/api/grants', { resource: folder, to: each, role: 'viewer' });
      const answer = await user.delete(`/api/groups/${id}`);
      expect((await caller.get('/api/grants/received')).json<ReceivedGrants>().grants).toEqual([]);
      return answer;
    },
    refused: [404, 'group-not-found'],
    fails: ({ user }) => user.delete(`/api/groups/${UNKNOWN}`),
  },
};
