import { expect } from '@jest/globals';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import sharp from 'sharp';
import type { CreatedLinkRecord, MapPage, MapRecord } from '@cairn/api-schema';
import type { Caller } from './caller.js';
import { UNKNOWN, type Rows } from './row.js';
import { BASE, type World } from './world.js';

const style = { color: { by: 'one', color: '#2a6f97' } };
/** Shows `people`, of the two larger towns. */
const layerOf = (space: string): object => ({
  id: 'towns',
  title: 'Towns',
  space,
  filter: 'p.people>=140',
  style,
  popup: { fields: [{ property: 'people' }] },
});

/** A map of the user, and its path. */
export async function newMap(
  { user, space }: World,
  more: object = {},
): Promise<{ readonly path: string; readonly id: string }> {
  const body = { title: 'Towns', layers: [layerOf(space)], ...more };
  const { id } = (await user.post('/api/maps', body)).json<MapRecord>();
  return { id, path: `/api/maps/${id}` };
}

/** The query of a link to a map. */
async function linkTo(user: Caller, id: string): Promise<string> {
  const made = await user.post('/api/links', { resource: { type: 'map', id } });
  const { url } = made.json<CreatedLinkRecord>();
  return `access_token=${url.slice(url.lastIndexOf('/') + 1)}`;
}

/** Maps, and what they show. */
export const maps: Rows = {
  createMap: {
    gives: 201,
    works: async ({ user, space }) => {
      const view = { longitude: 8, latitude: 47, zoom: 6 };
      const body = { title: 'Towns', layers: [layerOf(space)], view };
      const answer = await user.post('/api/maps', body);
      const { id } = answer.json<MapRecord>();
      expect(answer.headers.get('location')).toBe(`${BASE}/api/maps/${id}`);
      const filter = { kind: 'compare', path: ['properties', 'people'], operator: 'atLeast', values: [140] };
      const layer = { id: 'towns', title: 'Towns', space, filter, style, visible: true, isGone: false };
      return answer.shows({
        title: 'Towns',
        description: '',
        view,
        baseMap: 'ground',
        layers: [layer],
        version: 1,
      });
    },
    refused: [400, 'invalid-input'],
    fails: ({ user }) => user.post('/api/maps', { title: 'Towns', layers: [layerOf(UNKNOWN)] }),
  },
  listMaps: {
    gives: 200,
    works: async (world) => {
      const { user, newSpace } = world;
      const space = await newSpace();
      const ids = [(await newMap({ ...world, space })).id, (await newMap({ ...world, space })).id];
      const first = (await user.get(`/api/maps?space=${space}&limit=1`)).json<MapPage>();
      const rest = await user.get(`/api/maps?space=${space}&cursor=${first.nextCursor ?? ''}`);
      const { maps: others, nextCursor } = rest.json<MapPage>();
      expect([...first.maps, ...others].map(({ id }) => id).sort()).toEqual(ids.sort());
      expect([nextCursor, others[0]?.layerCount]).toEqual([undefined, 1]);
      return rest;
    },
    refused: [400, 'invalid-input'],
    fails: ({ user }) => user.get('/api/maps?cursor=x'),
  },
  getMap: {
    gives: 200,
    works: async (world) => {
      const { user, nobody, space } = world;
      const { id, path } = await newMap(world);
      const shared = await nobody.get(`${path}?${await linkTo(user, id)}`);
      const { layers } = shared.json<MapRecord>();
      expect(layers.map((layer) => Object.keys(layer).sort())).toEqual([
        ['id', 'isGone', 'popup', 'style', 'title', 'visible'],
      ]);
      const answer = await user.get(path);
      const known = { 'if-none-match': answer.headers.get('etag') ?? '' };
      expect((await user.send('GET', path, { headers: known })).status).toBe(304);
      return answer.shows({ id, layers: [{ id: 'towns', space }] });
    },
    refused: [404, 'map-not-found'],
    fails: ({ user }) => user.get(`/api/maps/${UNKNOWN}`),
  },
  patchMap: {
    gives: 200,
    works: async (world) => {
      const { user } = world;
      const { path } = await newMap(world, { view: { longitude: 8, latitude: 47, zoom: 6 } });
      const before = await user.get(path);
      const headers = { 'if-match': before.headers.get('etag') ?? '' };
      const answer = await user.send('PATCH', path, { headers, body: { title: 'Cities', view: null } });
      const again = await user.send('PATCH', path, { headers, body: { title: 'Places' } });
      expect([again.status, again.code]).toEqual([412, 'map-changed']);
      (await user.get(path)).shows({ title: 'Cities', version: 2, layers: before.json<MapRecord>().layers });
      return answer.shows({ title: 'Cities', view: null, version: 2 });
    },
    refused: [400, 'invalid-input'],
    fails: async (world) => await world.user.patch((await newMap(world)).path, { colour: 'red' }),
  },
  deleteMap: {
    gives: 204,
    works: async (world) => {
      const { user, space } = world;
      const { id, path } = await newMap(world);
      const answer = await user.delete(path);
      expect((await user.get(path)).status).toBe(404);
      expect((await user.get(`/hub/spaces/${space}`)).status).toBe(200);
      const { deletion } = (await user.get('/api/trash?kind=map&limit=1'))
        .json<{ entries: { deletion: string }[] }>()
        .entries.at(0) ?? { deletion: '' };
      await user.post('/api/trash/restore', { deletion });
      (await user.get(path)).shows({ id });
      return answer;
    },
    refused: [404, 'map-not-found'],
    fails: ({ user }) => user.delete(`/api/maps/${UNKNOWN}`),
  },
  getWebMapStyle: {
    gives: 200,
    works: async (world) => {
      const { user, nobody } = world;
      const { id, path } = await newMap(world);
      const query = await linkTo(user, id);
      const tiles = [`${BASE}${path}/layers/towns/tiles/{z}/{x}/{y}.mvt?${query}`];
      const answer = await nobody.get(`${path}/style.json?theme=dark&${query}`);
      return answer.shows({
        version: 8,
        sources: { ground: {}, 'towns:features': { type: 'vector', tiles } },
        layers: expect.arrayContaining([expect.objectContaining({ id: 'towns:points' })]),
        metadata: { 'cairn:layers': [{ id: 'towns', title: 'Towns', legend: { color: { by: 'one' } } }] },
      });
    },
    refused: [404, 'map-not-found'],
    fails: ({ user }) => user.get(`/api/maps/${UNKNOWN}/style.json`),
  },
  exportMap: {
    gives: 200,
    works: async (world) => {
      const { path } = await newMap(world);
      const answer = await world.user.get(`${path}/export.zip`);
      expect(answer.headers.get('content-type')).toBe('application/zip');
      for (const name of ['style.json', 'layers/1-towns.pmtiles', 'layers/1-towns.geojson'])
        expect(answer.bytes.includes(name)).toBe(true);
      return answer;
    },
    refused: [404, 'map-not-found'],
    fails: ({ user }) => user.get(`/api/maps/${UNKNOWN}/export.zip`),
  },
  getMapPicture: {
    gives: 200,
    works: async (world) => {
      const { path } = await newMap(world);
      const answer = await world.user.get(`${path}/picture.png?width=320&height=200&theme=dark`);
      const { format, width, height } = await sharp(answer.bytes).metadata();
      expect([format, width, height]).toEqual(['png', 320, 200]);
      return answer;
    },
    refused: [400, 'invalid-input'],
    fails: async (world) => await world.user.get(`${(await newMap(world)).path}/picture.png?width=9000`),
  },
  getLayerTileJson: {
    gives: 200,
    works: async (world) => {
      const { path } = await newMap(world);
      const tiles = [`${BASE}${path}/layers/towns/tiles/{z}/{x}/{y}.mvt`];
      const vector = [{ id: 'features', fields: { people: '' } }];
      return (await world.user.get(`${path}/layers/towns/tiles.json`)).shows({
        tiles,
        vector_layers: vector,
      });
    },
    refused: [404, 'map-layer-not-found'],
    fails: async (world) => await world.user.get(`${(await newMap(world)).path}/layers/none/tiles.json`),
  },
  getLayerTile: {
    gives: 200,
    works: async (world) => {
      const { path } = await newMap(world);
      const answer = await world.user.get(`${path}/layers/towns/tiles/4/8/5.mvt`);
      const { layers } = new VectorTile(new PbfReader(answer.bytes));
      expect(Object.entries(layers).map(([name, { length }]) => [name, length])).toEqual([['features', 2]]);
      return answer;
    },
    refused: [400, 'invalid-input'],
    fails: async (world) =>
      await world.user.get(`${(await newMap(world)).path}/layers/towns/tiles/4/16/5.mvt`),
  },
  listLayerFeatures: {
    gives: 200,
    works: async (world) => {
      const { path } = await newMap(world);
      const features = `${path}/layers/towns/features`;
      const first = (await world.user.get(`${features}?limit=1&bbox=5,45,10,48`)).json<Features>();
      const rest = await world.user.get(`${features}?cursor=${first.nextCursor ?? ''}`);
      const found = [...first.features, ...rest.json<Features>().features];
      expect(found.map(({ id, properties }) => [id, properties])).toEqual([
        ['lausanne', { people: 140 }],
        ['zurich', { people: 434 }],
      ]);
      return rest;
    },
    refused: [400, 'invalid-input'],
    fails: async (world) =>
      await world.user.get(`${(await newMap(world)).path}/layers/towns/features?p.name=x`),
  },
};

interface Features {
  readonly features: readonly { readonly id: string; readonly properties: object }[];
  readonly nextCursor?: string;
}
