import type { TrashPage } from '@cairn/api-schema';
import { expect } from '@jest/globals';
import { collection, point } from '../features/hub.js';
import { UNKNOWN, type Rows } from './row.js';
import { towns } from './world.js';

const basel = point('basel', 7.59, 47.56, { people: 173 });

/** Writing features. */
export const featureWrites: Rows = {
  putFeatures: {
    gives: 200,
    works: async ({ user, newSpace }) => {
      const path = `/hub/spaces/${await newSpace(basel)}`;
      const answer = await user.put(`${path}/features`, collection(...towns));
      (await user.get(`${path}/count`)).shows({ count: 4 });
      return answer.shows({ inserted: ['bern', 'lausanne', 'zurich'] });
    },
    refused: [400, 'invalid-input'],
    fails: ({ user, space }) => user.put(`/hub/spaces/${space}/features`, collection(point('north', 0, 91))),
  },
  postFeatures: {
    gives: 200,
    works: async ({ user, newSpace }) => {
      const path = `/hub/spaces/${await newSpace(...towns)}/features`;
      const change = { type: 'Feature', id: 'bern', properties: { river: 'Aare' } };
      const answer = await user.post(path, collection(change, basel));
      (await user.get(`${path}/bern`)).shows({
        properties: expect.objectContaining({ people: 134, river: 'Aare' }),
      });
      return answer.shows({ inserted: ['basel'], updated: ['bern'] });
    },
    refused: [400, 'malformed-json'],
    fails: ({ user, space }) => user.post(`/hub/spaces/${space}/features`, '{"type":"FeatureCollec'),
  },
  importFile: {
    gives: 200,
    works: async ({ user, newSpace }) => {
      const path = `/hub/spaces/${await newSpace(...towns)}`;
      const answer = await user.post(
        `${path}/import?name=towns.csv`,
        'id,lon,lat\nbasel,7.59,47.56\nbern,,\n',
      );
      (await user.get(`${path}/count`)).shows({ count: 4 });
      return answer.shows({ format: 'csv', imported: 2, inserted: 1, updated: 1 });
    },
    refused: [400, 'unreadable-file'],
    fails: ({ user, space }) => user.post(`/hub/spaces/${space}/import`, '<html></html>'),
  },
  deleteFeatures: {
    gives: 204,
    works: async ({ user, newSpace }) => {
      const path = `/hub/spaces/${await newSpace(...towns)}`;
      const answer = await user.delete(`${path}/features?id=bern,zurich`);
      (await user.get(`${path}/count`)).shows({ count: 1 });
      return answer;
    },
    refused: [400, 'invalid-input'],
    fails: ({ user, space }) => user.delete(`/hub/spaces/${space}/features`),
  },
  restoreFeatures: {
    gives: 200,
    works: async ({ user, newSpace }) => {
      const path = `/hub/spaces/${await newSpace(...towns)}`;
      await user.delete(`${path}/features?id=bern,zurich`);
      const [entry] = (await user.get('/api/trash?limit=1')).json<TrashPage>().entries;
      const answer = await user.post(`${path}/trash/restore`, { deletion: entry?.deletion });
      (await user.get(`${path}/count`)).shows({ count: 3 });
      return answer.shows({ restored: 2, left: 0, failures: [], isContinued: false });
    },
    refused: [404, 'not-in-trash'],
    fails: ({ user, space }) => user.post(`/hub/spaces/${space}/trash/restore`, { deletion: UNKNOWN }),
  },
  putFeature: {
    gives: 200,
    works: async ({ user, newSpace }) => {
      const path = `/hub/spaces/${await newSpace()}/features/basel`;
      const answer = await user.put(path, basel);
      (await user.get(path)).shows({ properties: expect.objectContaining({ people: 173 }) });
      return answer.shows({ id: 'basel' });
    },
    refused: [403, 'space-forbidden'],
    fails: ({ nobody, space }) => nobody.put(`/hub/spaces/${space}/features/basel`, basel),
  },
  patchFeature: {
    gives: 200,
    works: async ({ user, newSpace }) => {
      const path = `/hub/spaces/${await newSpace(basel)}/features/basel`;
      const answer = await user.patch(path, { properties: { people: null, river: 'Rhine' } });
      const { properties } = (await user.get(path)).json<{ properties: object }>();
      expect(properties).toMatchObject({ river: 'Rhine' });
      expect(properties).not.toHaveProperty('people');
      return answer.shows({ id: 'basel' });
    },
    refused: [404, 'feature-not-found'],
    fails: ({ user, space }) => user.patch(`/hub/spaces/${space}/features/none`, { properties: {} }),
  },
  deleteFeature: {
    gives: 204,
    works: async ({ user, newSpace }) => {
      const path = `/hub/spaces/${await newSpace(basel)}/features/basel`;
      const answer = await user.delete(path);
      expect((await user.get(path)).status).toBe(404);
      return answer;
    },
    refused: [404, 'space-not-found'],
    fails: ({ user }) => user.delete(`/hub/spaces/${UNKNOWN}/features/basel`),
  },
};
