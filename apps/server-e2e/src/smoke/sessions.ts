import type { SessionEntry } from '@cairn/api-schema';
import { expect } from '@jest/globals';
import { PASSWORD } from '../support/browser.js';
import { BAD_QUERY, UNKNOWN, type Rows } from './row.js';

const OTHER_PASSWORD = 'five other words here';

/** Signing in by a password, and sessions. */
export const sessions: Rows = {
  getSetup: {
    gives: 200,
    works: async ({ nobody }) => (await nobody.get('/api/setup')).shows({ needed: false }),
    refused: [400, 'malformed-address'],
    fails: ({ nobody }) => nobody.get(`/api/setup${BAD_QUERY}`),
  },
  setUp: {
    gives: 201,
    works: async ({ setUp }) => setUp.shows({ user: { name: 'Ada', role: 'owner' } }),
    refused: [403, 'invalid-invite'],
    fails: ({ newBrowser }) =>
      newBrowser().post('/api/setup', { token: UNKNOWN, name: 'Eve', password: PASSWORD }),
  },
  signIn: {
    gives: 201,
    works: async ({ newBrowser }) => {
      const browser = newBrowser();
      const answer = await browser.post('/api/session', { name: 'Ada', password: PASSWORD });
      expect((await browser.get('/api/session')).status).toBe(200);
      return answer.shows({ user: { name: 'Ada' } });
    },
    refused: [401, 'invalid-credentials'],
    fails: ({ newBrowser }) => newBrowser().post('/api/session', { name: 'Ada', password: OTHER_PASSWORD }),
  },
  getSession: {
    gives: 200,
    works: async ({ owner }) =>
      (await owner.get('/api/session')).shows({ user: { name: 'Ada', role: 'owner', hasPassword: true } }),
    refused: [401, 'signed-out'],
    fails: ({ newBrowser }) => newBrowser().get('/api/session'),
  },
  signOut: {
    gives: 204,
    works: async ({ newMember }) => {
      const { caller } = await newMember();
      const answer = await caller.delete('/api/session');
      expect((await caller.get('/api/session')).status).toBe(401);
      return answer;
    },
    refused: [401, 'signed-out'],
    fails: ({ newBrowser }) => newBrowser().delete('/api/session'),
  },
  listSessions: {
    gives: 200,
    works: async ({ owner }) => (await owner.get('/api/sessions')).lists({ current: true }),
    refused: [401, 'signed-out'],
    fails: ({ newBrowser }) => newBrowser().get('/api/sessions'),
  },
  patchSession: {
    gives: 200,
    works: async ({ newMember }) => {
      const { caller } = await newMember();
      const [session] = (await caller.get('/api/sessions')).json<SessionEntry[]>();
      const answer = await caller.patch(`/api/sessions/${session?.id}`, { name: 'My phone' });
      (await caller.get('/api/sessions')).lists({ id: session?.id, name: 'My phone' });
      return answer.shows({ name: 'My phone', current: true });
    },
    refused: [404, 'session-not-found'],
    fails: ({ owner }) => owner.patch(`/api/sessions/${UNKNOWN}`, { name: 'My phone' }),
  },
  getNewActivity: {
    gives: 200,
    works: async ({ newMember }) =>
      (await (await newMember()).caller.get('/api/activity/new')).shows({
        count: 0,
        rows: [],
        latestAt: null,
      }),
    refused: [401, 'signed-out'],
    fails: ({ newBrowser }) => newBrowser().get('/api/activity/new'),
  },
  markActivitySeen: {
    gives: 204,
    works: async ({ newMember }) => {
      const { caller } = await newMember();
      const answer = await caller.put('/api/activity/seen', { until: '2100-01-01T00:00:00Z' });
      (await caller.get('/api/activity/new')).shows({ seenAt: '2100-01-01T00:00:00.000Z' });
      return answer;
    },
    refused: [400, 'invalid-input'],
    fails: ({ owner }) => owner.put('/api/activity/seen', { until: 'today' }),
  },
  endSession: {
    gives: 204,
    works: async ({ newMember, newBrowser }) => {
      const [{ name, caller }, other] = [await newMember(), newBrowser()];
      await other.post('/api/session', { name, password: PASSWORD });
      const all = (await caller.get('/api/sessions')).json<SessionEntry[]>();
      const answer = await caller.delete(`/api/sessions/${all.find(({ current }) => !current)?.id}`);
      const statuses = [await caller.get('/api/session'), await other.get('/api/session')];
      expect(statuses.map(({ status }) => status)).toEqual([200, 401]);
      return answer;
    },
    refused: [404, 'session-not-found'],
    fails: ({ owner }) => owner.delete(`/api/sessions/${UNKNOWN}`),
  },
  endSessions: {
    gives: 204,
    works: async ({ newMember, newBrowser }) => {
      const [{ name, caller }, other] = [await newMember(), newBrowser()];
      await other.post('/api/session', { name, password: PASSWORD });
      const answer = await caller.delete('/api/sessions');
      for (const browser of [caller, other]) expect((await browser.get('/api/session')).status).toBe(401);
      return answer;
    },
    refused: [401, 'signed-out'],
    fails: ({ newBrowser }) => newBrowser().delete('/api/sessions'),
  },
  changePassword: {
    gives: 200,
    works: async ({ newMember, newBrowser }) => {
      const { name, caller } = await newMember();
      const answer = await caller.put('/api/password', { current: PASSWORD, password: OTHER_PASSWORD });
      const signIn = (password: string) => newBrowser().post('/api/session', { name, password });
      const statuses = [await signIn(PASSWORD), await signIn(OTHER_PASSWORD)];
      expect(statuses.map(({ status }) => status)).toEqual([401, 201]);
      return answer.shows({ user: { name } });
    },
    refused: [403, 'wrong-password'],
    fails: ({ owner }) =>
      owner.put('/api/password', { current: OTHER_PASSWORD, password: `${OTHER_PASSWORD}!` }),
  },
};
