import type { SpaceRecord } from '@cairn/api-schema';
import { expect } from '@jest/globals';
import { BAD_QUERY, UNKNOWN, type Rows } from './row.js';

/** Spaces, without what is in them. */
export const spaces: Rows = {
  getHubStatus: {
    gives: 200,
    works: async ({ nobody }) => (await nobody.get('/hub')).shows({ status: { result: 'OK' } }),
    refused: [400, 'malformed-address'],
    fails: ({ nobody }) => nobody.get(`/hub${BAD_QUERY}`),
  },
  listSpaces: {
    gives: 200,
    works: async ({ user, accountId, space: id }) =>
      (await user.get('/hub/spaces')).lists({ id, owner: accountId }),
    refused: [400, 'invalid-input'],
    fails: ({ user }) => user.get('/hub/spaces?limit=0'),
  },
  createSpace: {
    gives: 200,
    works: async ({ user, accountId }) => {
      const answer = await user.post('/hub/spaces', { title: 'Huts', description: 'of the Alps' });
      const { id } = answer.shows({ title: 'Huts', owner: accountId }).json<SpaceRecord>();
      (await user.get(`/hub/spaces/${id}`)).shows({ title: 'Huts', description: 'of the Alps' });
      return answer;
    },
    refused: [409, 'space-exists'],
    fails: ({ user, space: id }) => user.post('/hub/spaces', { id, title: 'Huts' }),
  },
  getSpace: {
    gives: 200,
    works: async ({ user, space: id }) => (await user.get(`/hub/spaces/${id}`)).shows({ id, title: 'Towns' }),
    refused: [404, 'space-not-found'],
    fails: ({ user }) => user.get(`/hub/spaces/${UNKNOWN}`),
  },
  patchSpace: {
    gives: 200,
    works: async ({ user, newSpace }) => {
      const id = await newSpace();
      const answer = await user.patch(`/hub/spaces/${id}`, { title: 'Cities' });
      (await user.get(`/hub/spaces/${id}`)).shows({ title: 'Cities' });
      return answer.shows({ id, title: 'Cities' });
    },
    refused: [403, 'space-forbidden'],
    fails: ({ nobody, space: id }) => nobody.patch(`/hub/spaces/${id}`, { title: 'Cities' }),
  },
  deleteSpace: {
    gives: 204,
    works: async ({ user, newSpace }) => {
      const id = await newSpace();
      const answer = await user.delete(`/hub/spaces/${id}`);
      expect((await user.get(`/hub/spaces/${id}`)).status).toBe(404);
      return answer;
    },
    refused: [404, 'space-not-found'],
    fails: ({ user }) => user.delete(`/hub/spaces/${UNKNOWN}`),
  },
};
