import { operations } from '@cairn/api-schema';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MapWorld } from './map-world.js';

let world: MapWorld;

beforeAll(async () => {
  world = await MapWorld.start();
});
afterAll(() => world.server.dispose());

const ofMaps = operations.filter(({ api }) => api === 'maps');
/** The bodies of those that have one. */
const bodies = new Map([
  ['createMap', { title: 'Mine' }],
  ['patchMap', { description: 'Of theirs.' }],
]);

/** The status of every operation, in their order. What was deleted is there again for the next. */
async function statusesFor(headers: Readonly<Record<string, string>>): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (const { id, method, path } of ofMaps) {
    const body = bodies.get(id);
    const address = path
      .replace('{id}', world.map)
      .replace('{layerId}', 'huts')
      .replace('{z}/{x}/{y}', '0/0/0');
    const answer = await world.server.fetch(address, {
      key: null,
      method: method.toUpperCase(),
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { status } = answer;
    await answer.body?.cancel(); // an export keeps its place until it is read
    statuses.push(status);
    if (id === 'deleteMap' && status === 204) await world.restore();
  }
  return statuses;
}

const [READS, NOTHING] = [[200, 200, 200, 200, 200, 200], [404, 404, 404, 404, 404, 404]]; // prettier-ignore

it('everybody may do with a map what they were given, and nothing else', async () => {
  expect(ofMaps.map(({ id }) => id)).toEqual([
    ...['createMap', 'listMaps', 'getMap', 'patchMap', 'deleteMap'],
    ...[
      'getWebMapStyle',
      'getMapPicture',
      'getLayerTileJson',
      'getLayerTile',
      'listLayerFeatures',
      'exportMap',
    ],
  ]);
  const everybody = Object.entries(await world.everybody());
  const found: Record<string, readonly number[]> = {};
  for (const [name, headers] of everybody) found[name] = await statusesFor(headers);
  const unknown = ofMaps.map(() => 401);
  const refused = ofMaps.map(() => 403);
  // What is nothing to them looks as if it were not there.
  const stranger = [403, 403, 404, 404, 404, ...NOTHING];
  // It allows no downloads.
  const link = [401, 200, 200, 401, 401, 200, 200, 200, 200, 200, 403];
  expect(found).toEqual({
    'no one': unknown,
    'a wrong key': unknown,
    'the account': [201, 200, 200, 200, 204, ...READS],
    'a key to read spaces': [403, 200, 200, 403, 403, ...READS],
    'a key to write spaces': [201, 403, 403, 200, 204, 403, 403, 403, 403, 403, 403],
    'a key for images': refused,
    'another account': [201, 200, 404, 404, 404, ...NOTHING],
    'another account that acts here': refused,
    'a viewer of the map': [403, 403, 200, 403, 403, ...READS],
    'a contributor to the map': [403, 403, 200, 403, 403, ...READS],
    'an editor of the map': [403, 403, 200, 200, 403, ...READS],
    'a manager of the map': [403, 403, 200, 200, 204, ...READS],
    'a viewer of another map': stranger,
    'a manager of the space': stranger,
    'a viewer of the account': [403, 200, 200, 403, 403, ...READS],
    'an editor of the account': [201, 200, 200, 200, 403, ...READS],
    'a link to the map': link,
    'a link to another map': [401, 200, 404, 401, 401, ...NOTHING],
    'a link to the space': unknown,
    'a link that wants its password': unknown,
  });
});

it('nobody puts a space into a map that they may not share', async () => {
  const body = {
    layers: [{ id: 'huts', title: 'Huts', space: 'huts', style: { color: { by: 'one', color: '#2a6f97' } } }],
  };
  const change = async (headers: Readonly<Record<string, string>>): Promise<readonly unknown[]> => {
    const response = await world.server.fetch(`/api/maps/${world.map}`, {
      key: null,
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { errors = [] } = (await response.json()) as {
      errors?: readonly { pointer: string; code: string }[];
    };
    return [response.status, ...errors.map(({ pointer, code }) => `${pointer} ${code}`)];
  };
  // Without its filter the layer would show more.
  expect(await change(await world.granted('map', world.map, 'editor'))).toEqual([
    400,
    '/layers/0/space unknown-space',
  ]);
  expect(await change({ authorization: `Bearer ${world.owner}` })).toEqual([200]);
});

it('who may share a map makes it public, and nobody else', async () => {
  const publish = async (headers: Readonly<Record<string, string>>): Promise<number> => {
    const { status } = await world.server.fetch(`/api/maps/${world.map}`, {
      key: null,
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ public: true }),
    });
    return status;
  };
  const link = `Bearer ${await world.linkTo('map', world.map)}`;
  expect(await publish({ authorization: link })).toBe(401);
  expect(await publish(await world.granted('map', world.map, 'editor'))).toBe(403);
  expect(await publish(await world.granted('account', world.accountId, 'editor'))).toBe(403);
  expect(await publish(await world.granted('map', world.map, 'manager'))).toBe(200);
  const made = await world.server.fetch('/api/maps', {
    key: null,
    method: 'POST',
    headers: {
      ...(await world.granted('account', world.accountId, 'editor')),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ title: 'Mine', public: true }),
  });
  expect(made.status).toBe(403);
  // Strangers read it as anybody does, whatever key they have.
  const stranger = { authorization: `Bearer ${world.server.key}` };
  const read = async (path: string): Promise<number> =>
    (await world.server.fetch(`/api/maps/${world.map}${path}`, { key: null, headers: stranger })).status;
  expect([await read('/style.json'), await read('/layers/huts/features'), await read('')]).toEqual([
    200, 200, 404,
  ]);
});
