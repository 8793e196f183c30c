import type { FeatureCollectionView } from '@cairn/api-schema';
import { expect } from '@jest/globals';
import type { Answer } from './answer.js';
import { UNKNOWN, type Rows } from './row.js';

/** Expects just these features. */
function has(answer: Answer, ...ids: readonly string[]): Answer {
  expect(answer.json<FeatureCollectionView>().features.map(({ id }) => id)).toEqual(ids);
  return answer;
}

/** All around Zürich. */
const polygon = {
  type: 'Polygon',
  coordinates: [[[8, 47] as const, [9, 47] as const, [9, 48] as const, [8, 48] as const, [8, 47] as const]],
};

/** Reading features. */
export const featureReads: Rows = {
  getFeatures: {
    gives: 200,
    works: async ({ user, space }) =>
      has(await user.get(`/hub/spaces/${space}/features?id=zurich,none,bern`), 'zurich', 'bern'),
    refused: [400, 'invalid-input'],
    fails: ({ user, space }) => user.get(`/hub/spaces/${space}/features`),
  },
  getFeature: {
    gives: 200,
    works: async ({ user, space }) =>
      (await user.get(`/hub/spaces/${space}/features/bern`)).shows({
        id: 'bern',
        geometry: { type: 'Point', coordinates: [7.45, 46.95] },
        properties: expect.objectContaining({ people: 134 }),
      }),
    refused: [404, 'feature-not-found'],
    fails: ({ user, space }) => user.get(`/hub/spaces/${space}/features/none`),
  },
  searchFeatures: {
    gives: 200,
    works: async ({ user, space }) =>
      has(
        await user.get(`/hub/spaces/${space}/search?p.people>=140&sort=p.people:desc`),
        'zurich',
        'lausanne',
      ),
    refused: [400, 'invalid-input'],
    fails: ({ user, space }) => user.get(`/hub/spaces/${space}/search?limit=0`),
  },
  iterateFeatures: {
    gives: 200,
    works: async ({ user, space }) => {
      const sorted = `/hub/spaces/${space}/iterate?limit=2&sort=p.people:desc`;
      const first = has(await user.get(sorted), 'zurich', 'lausanne');
      const { handle } = first.json<FeatureCollectionView>();
      return has(await user.get(`${sorted}&handle=${handle}`), 'bern');
    },
    refused: [404, 'space-not-found'],
    fails: ({ user }) => user.get(`/hub/spaces/${UNKNOWN}/iterate`),
  },
  getFeaturesInBbox: {
    gives: 200,
    works: async ({ user, space }) =>
      has(await user.get(`/hub/spaces/${space}/bbox?west=8&south=47&east=9&north=48`), 'zurich'),
    refused: [400, 'invalid-input'],
    fails: ({ user, space }) => user.get(`/hub/spaces/${space}/bbox?west=8`),
  },
  getFeaturesInTile: {
    gives: 200,
    works: async ({ user, space }) =>
      has(await user.get(`/hub/spaces/${space}/tile/web/9_268_179`), 'zurich'),
    refused: [400, 'invalid-input'],
    fails: ({ user, space }) => user.get(`/hub/spaces/${space}/tile/quadkey/1204`),
  },
  getFeaturesAround: {
    gives: 200,
    works: async ({ user, space }) =>
      has(await user.get(`/hub/spaces/${space}/spatial?lat=46.9&lon=7.4&radius=20000`), 'bern'),
    refused: [400, 'invalid-input'],
    fails: ({ user, space }) => user.get(`/hub/spaces/${space}/spatial?lat=95&lon=7`),
  },
  postFeaturesAround: {
    gives: 200,
    works: async ({ user, space }) => has(await user.post(`/hub/spaces/${space}/spatial`, polygon), 'zurich'),
    refused: [400, 'invalid-input'],
    fails: ({ user, space }) => user.post(`/hub/spaces/${space}/spatial`, { type: 'Polygon' }),
  },
  countFeatures: {
    gives: 200,
    works: async ({ user, space }) => (await user.get(`/hub/spaces/${space}/count`)).shows({ count: 3 }),
    refused: [403, 'space-forbidden'],
    fails: ({ nobody, space }) => nobody.get(`/hub/spaces/${space}/count`),
  },
  getStatistics: {
    gives: 200,
    works: async ({ user, space }) =>
      (await user.get(`/hub/spaces/${space}/statistics`)).shows({
        count: { value: 3, estimated: false },
        bbox: { value: [6.63, 46.52, 8.54, 47.38] },
        geometryTypes: { value: ['Point'] },
      }),
    refused: [404, 'space-not-found'],
    fails: ({ user }) => user.get(`/hub/spaces/${UNKNOWN}/statistics`),
  },
  exportFeatures: {
    gives: 200,
    works: async ({ user, space }) => {
      const answer = await user.get(`/hub/spaces/${space}/export?f=csv`);
      const [, ...lines] = answer.bytes.toString().trim().split(/\r?\n/);
      expect(lines).toEqual(['bern', 'lausanne', 'zurich'].map((id) => expect.stringContaining(id)));
      return answer;
    },
    refused: [400, 'invalid-input'],
    fails: ({ user, space }) => user.get(`/hub/spaces/${space}/export?f=xlsx`),
  },
};
