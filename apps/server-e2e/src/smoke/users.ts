import type { CreatedInvite, CreatedPasswordReset, SessionRecord, UserRecord } from '@cairn/api-schema';
import { expect } from '@jest/globals';
import { PASSWORD } from '../support/browser.js';
import type { Caller } from './caller.js';
import { UNKNOWN, type Rows } from './row.js';

const userOf = async (caller: Caller): Promise<string> =>
  (await caller.get('/api/session')).json<SessionRecord>().user.id;

const invite = async (owner: Caller): Promise<CreatedInvite> =>
  (await owner.post('/api/invites', { role: 'member' })).json();

const passwordReset = async (owner: Caller, user: Caller): Promise<CreatedPasswordReset> =>
  (await owner.post(`/api/users/${await userOf(user)}/password-reset`)).json();

/** Users, and how they come in. */
export const users: Rows = {
  listUsers: {
    gives: 200,
    works: async ({ owner }) => (await owner.get('/api/users')).lists({ name: 'Ada', role: 'owner' }),
    refused: [403, 'scope-missing'],
    fails: ({ user }) => user.get('/api/users'),
  },
  changeUser: {
    gives: 200,
    works: async ({ owner, newMember }) => {
      const { caller, name } = await newMember();
      const answer = await owner.patch(`/api/users/${await userOf(caller)}`, { role: 'owner' });
      expect((await caller.get('/api/users')).status).toBe(200);
      await owner.patch(`/api/users/${await userOf(caller)}`, { role: 'member' });
      const renamed = await caller.patch(`/api/users/${await userOf(caller)}`, { name: `${name} Again` });
      renamed.shows({ name: `${name} Again`, role: 'member' });
      (await caller.get('/api/session')).shows({ user: { name: `${name} Again` } });
      return answer.shows({ name, role: 'owner' });
    },
    refused: [409, 'last-owner'],
    fails: async ({ owner }) => owner.patch(`/api/users/${await userOf(owner)}`, { role: 'member' }),
  },
  removeUser: {
    gives: 204,
    works: async ({ owner, newMember }) => {
      const { caller, name } = await newMember();
      const answer = await owner.delete(`/api/users/${await userOf(caller)}`);
      expect((await caller.get('/api/session')).status).toBe(401);
      const left = (await owner.get('/api/users')).json<UserRecord[]>();
      expect(left.map((user) => user.name)).not.toContain(name);
      return answer;
    },
    refused: [404, 'user-not-found'],
    fails: ({ owner }) => owner.delete(`/api/users/${UNKNOWN}`),
  },
  createPasswordReset: {
    gives: 201,
    works: async ({ owner, newMember }) => {
      const { caller } = await newMember();
      const userId = await userOf(caller);
      const answer = await owner.post(`/api/users/${userId}/password-reset`);
      const { token } = answer.json<CreatedPasswordReset>();
      expect((await caller.get('/api/session')).status).toBe(200);
      return answer.shows({ userId, url: expect.stringMatching(new RegExp(`/reset-password#${token}$`)) });
    },
    refused: [404, 'user-not-found'],
    fails: ({ owner }) => owner.post(`/api/users/${UNKNOWN}/password-reset`),
  },
  checkPasswordReset: {
    gives: 200,
    works: async ({ owner, newMember, newBrowser }) => {
      const { caller, name } = await newMember();
      const { token } = await passwordReset(owner, caller);
      return (await newBrowser().post('/api/password-reset/check', { token })).shows({ name });
    },
    refused: [403, 'invalid-password-reset'],
    fails: ({ newBrowser }) => newBrowser().post('/api/password-reset/check', { token: UNKNOWN }),
  },
  resetPassword: {
    gives: 201,
    works: async ({ owner, newMember, newBrowser }) => {
      const { caller, name } = await newMember();
      const { token } = await passwordReset(owner, caller);
      const body = { token, password: 'five other words here' };
      const browser = newBrowser();
      const answer = await browser.post('/api/password-reset', body);
      expect((await caller.get('/api/session')).status).toBe(401);
      expect((await browser.get('/api/session')).status).toBe(200);
      expect((await newBrowser().post('/api/password-reset', body)).code).toBe('invalid-password-reset');
      const signedIn = await newBrowser().post('/api/session', { name, password: body.password });
      expect(signedIn.status).toBe(201);
      return answer.shows({ user: { name, hasPassword: true } });
    },
    refused: [403, 'invalid-password-reset'],
    fails: ({ newBrowser }) =>
      newBrowser().post('/api/password-reset', { token: UNKNOWN, password: PASSWORD }),
  },
  createInvite: {
    gives: 201,
    works: async ({ owner }) => {
      const answer = await owner.post('/api/invites', { role: 'member' });
      const { token } = answer.json<CreatedInvite>();
      return answer.shows({ role: 'member', url: expect.stringMatching(new RegExp(`/invite#${token}$`)) });
    },
    refused: [400, 'invalid-input'],
    fails: ({ owner }) => owner.post('/api/invites', { role: 'admin' }),
  },
  listInvites: {
    gives: 200,
    works: async ({ owner }) => {
      const { id } = await invite(owner);
      return (await owner.get('/api/invites')).lists({ id, role: 'member' });
    },
    refused: [403, 'scope-missing'],
    fails: ({ user }) => user.get('/api/invites'),
  },
  withdrawInvite: {
    gives: 204,
    works: async ({ owner }) => {
      const { id } = await invite(owner);
      const answer = await owner.delete(`/api/invites/${id}`);
      const left = (await owner.get('/api/invites')).json<{ id: string }[]>();
      expect(left.map((each) => each.id)).not.toContain(id);
      return answer;
    },
    refused: [404, 'invite-not-found'],
    fails: ({ owner }) => owner.delete(`/api/invites/${UNKNOWN}`),
  },
  checkInvite: {
    gives: 200,
    works: async ({ owner, newBrowser }) => {
      const { token } = await invite(owner);
      return (await newBrowser().post('/api/invites/check', { token })).shows({ purpose: 'invite' });
    },
    refused: [403, 'invalid-invite'],
    fails: ({ newBrowser }) => newBrowser().post('/api/invites/check', { token: UNKNOWN }),
  },
  acceptInvite: {
    gives: 201,
    works: async ({ owner, newBrowser }) => {
      const [{ token }, browser] = [await invite(owner), newBrowser()];
      const answer = await browser.post('/api/invites/accept', { token, name: 'Grace', password: PASSWORD });
      (await browser.get('/api/session')).shows({ user: { name: 'Grace', role: 'member' } });
      return answer.shows({ user: { name: 'Grace' } });
    },
    refused: [403, 'invalid-invite'],
    fails: ({ newBrowser }) =>
      newBrowser().post('/api/invites/accept', { token: UNKNOWN, name: 'Eve', password: PASSWORD }),
  },
};
