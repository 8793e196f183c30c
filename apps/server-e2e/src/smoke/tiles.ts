import { expect } from '@jest/globals';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { UNKNOWN, type Rows } from './row.js';
import { BASE, towns } from './world.js';

/** Maps, and archives of their tiles. */
export const tiles: Rows = {
  getTile: {
    gives: 200,
    works: async ({ user, space }) => {
      const answer = await user.get(`/tiles/${space}/4/8/5.mvt`);
      const { layers } = new VectorTile(new PbfReader(answer.bytes));
      expect(Object.entries(layers).map(([name, { length }]) => [name, length])).toEqual([[space, 3]]);
      return answer;
    },
    refused: [400, 'invalid-input'],
    fails: ({ user, space }) => user.get(`/tiles/${space}/4/16/5.mvt`),
  },
  getTileJson: {
    gives: 200,
    works: async ({ user, space }) =>
      (await user.get(`/tiles/${space}.json`)).shows({
        tilejson: '3.0.0',
        tiles: [`${BASE}/tiles/${space}/{z}/{x}/{y}.mvt`],
        vector_layers: [{ id: space, fields: { people: 'Number', id: 'String' } }],
      }),
    refused: [403, 'space-forbidden'],
    fails: ({ nobody, space }) => nobody.get(`/tiles/${space}.json`),
  },
  getMapStyle: {
    gives: 200,
    works: async ({ user, space }) =>
      (await user.get(`/styles/${space}.json`)).shows({
        version: 8,
        sources: { space: { url: `${BASE}/tiles/${space}.json` } },
        layers: expect.arrayContaining([expect.objectContaining({ id: 'points' })]),
      }),
    refused: [404, 'space-not-found'],
    fails: ({ user }) => user.get(`/styles/${UNKNOWN}.json`),
  },
  makeTileArchive: {
    gives: 201,
    works: async ({ user, newSpace }) => {
      const path = `/tiles/${await newSpace(...towns)}.pmtiles`;
      const answer = await user.post(`${path}?maxzoom=2`);
      expect((await user.get(path)).bytes).toHaveLength(answer.json<{ sizeInBytes: number }>().sizeInBytes);
      return answer.shows({ url: BASE + path, tiles: 3, maxzoom: 2 });
    },
    refused: [400, 'invalid-input'],
    fails: ({ user, space }) => user.post(`/tiles/${space}.pmtiles?maxzoom=17`),
  },
  getTileArchive: {
    gives: 206,
    works: async ({ user, newSpace }) => {
      const path = `/tiles/${await newSpace(...towns)}.pmtiles`;
      await user.post(`${path}?maxzoom=0`);
      const answer = await user.send('GET', path, { headers: { range: 'bytes=0-6' } });
      expect(answer.bytes.toString()).toBe('PMTiles');
      return answer;
    },
    refused: [404, 'archive-not-found'],
    fails: ({ user, space }) => user.get(`/tiles/${space}.pmtiles`),
  },
  deleteTileArchive: {
    gives: 204,
    works: async ({ user, newSpace }) => {
      const path = `/tiles/${await newSpace(...towns)}.pmtiles`;
      await user.post(`${path}?maxzoom=0`);
      const answer = await user.delete(path);
      expect((await user.get(path)).code).toBe('archive-not-found');
      return answer;
    },
    refused: [404, 'space-not-found'],
    fails: ({ user }) => user.delete(`/tiles/${UNKNOWN}.pmtiles`),
  },
};
