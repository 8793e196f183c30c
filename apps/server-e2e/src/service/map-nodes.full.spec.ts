import type { CreatedLinkRecord, MapRecord, MapStyle, TrashPage } from '@cairn/api-schema';
import type { ServerProcess } from '@cairn/harness';
import { environmentOf, type OpenedStores } from '@cairn/services';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { startOn } from '../support/environments.js';

let stores: OpenedStores;
let one: ServerProcess;
let other: ServerProcess;

const hut = (id: string, beds: number): object => ({
  type: 'Feature',
  id,
  properties: { beds },
  geometry: { type: 'Point', coordinates: [8.5, 47.25] },
});
const layer = (more: object = {}): object => ({
  id: 'huts',
  title: 'Huts',
  space: 'huts',
  style: { color: { by: 'one', color: '#2a6f97' } },
  table: ['beds'],
  ...more,
});

const send = async <T>(
  node: ServerProcess,
  [method, path, body]: readonly [string, string, object?],
): Promise<T> => {
  const headers = { 'content-type': 'application/json' };
  const response = await node.fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
};

/** All that the holder of the link sees on a node: of the tile the ids, of the style a color, of the others the status. */
async function seen(node: ServerProcess, map: string, secret: string): Promise<readonly unknown[]> {
  const get = async (path: string): Promise<Response> =>
    await node.fetch(`${path}?access_token=${secret}`, { key: null });
  const tile = await get(`/api/maps/${map}/layers/huts/tiles/9/268/179.mvt`);
  const style = await get(`/api/maps/${map}/style.json`);
  const record = await get(`/api/maps/${map}`);
  const page = await node.fetch(`/a/${secret}`, { key: null });
  const bytes = Buffer.from(await tile.arrayBuffer());
  const { layers = [] } = (await style.json()) as Partial<MapStyle>;
  const features = tile.status === 200 ? new VectorTile(new PbfReader(bytes)).layers['features'] : undefined;
  const ids = Array.from(
    { length: features?.length ?? 0 },
    (_, at) => features?.feature(at).properties['id'],
  );
  return [
    tile.status < 300 ? ids.sort() : tile.status,
    style.status === 200
      ? layers.find(({ id }) => id === 'huts:points')?.paint?.['circle-color']
      : style.status,
    record.status,
    page.status,
  ];
}

describe('a map on two nodes', () => {
  beforeAll(async () => {
    stores = await environmentOf('PostgreSQL + S3').open();
    const release = async (): Promise<void> => undefined;
    one = await startOn(stores, { release });
    other = await startOn(stores, { release, key: one.key });
    await send(one, ['POST', '/hub/spaces', { id: 'huts', title: 'Huts' }]);
    for (const [id, beds] of [['low', 5], ['high', 50]] as const)
      await send(one, ['PUT', `/hub/spaces/huts/features/${id}`, hut(id, beds)]); // prettier-ignore
  });

  afterAll(async () => {
    for (const node of [one, other]) await node.dispose();
    await stores.close();
  });

  it('is on each what the other has made of it, at the next request', async () => {
    const { id } = await send<MapRecord>(one, ['POST', '/api/maps', { title: 'Huts', layers: [layer()] }]);
    const resource = { type: 'map', id };
    const link = await send<CreatedLinkRecord>(other, ['POST', '/api/links', { resource }]);
    const secret = link.url.slice(link.url.lastIndexOf('/') + 1);
    const both = async (): Promise<readonly unknown[]> => {
      const [here, there] = [await seen(one, id, secret), await seen(other, id, secret)];
      expect(there).toEqual(here);
      return there;
    };
    expect(await both()).toEqual([['high', 'low'], '#2a6f97', 200, 200]);
    // The filter and the style.
    const style = { color: { by: 'one', color: '#00aa00' } };
    await send(other, ['PATCH', `/api/maps/${id}`, { layers: [layer({ filter: 'p.beds>=10', style })] }]);
    expect(await both()).toEqual([['high'], '#00aa00', 200, 200]);
    // What the layer has: a tile of before is asked for again.
    await send(one, ['PUT', '/hub/spaces/huts/features/new', hut('new', 20)]);
    expect(await both()).toEqual([['high', 'new'], '#00aa00', 200, 200]);
    await send(other, ['PATCH', '/hub/spaces/huts', { active: false }]);
    expect(await both()).toEqual([404, undefined, 200, 200]);
    await send(one, ['PATCH', '/hub/spaces/huts', { active: true }]);
    // Deleted and restored.
    await send(one, ['DELETE', `/api/maps/${id}`]);
    expect(await both()).toEqual([404, 404, 404, 404]);
    const { entries } = await send<TrashPage>(other, ['GET', '/api/trash?kind=map&limit=1']);
    await send(other, ['POST', '/api/trash/restore', { deletion: entries[0]?.deletion }]);
    expect(await both()).toEqual([['high', 'new'], '#00aa00', 200, 200]);
    // Not shared any more.
    await send(one, ['DELETE', `/api/links/${link.id}`]);
    expect(await both()).toEqual([401, 401, 401, 404]);
  });

  it('is changed once by two who change the same version of it, each on a node', async () => {
    const { id } = await send<MapRecord>(one, ['POST', '/api/maps', { title: 'Huts' }]);
    const headers = { 'content-type': 'application/json', 'if-match': 'W/"1-"' };
    const statuses = await Promise.all(
      [one, other, one, other].map(async (node, index) => {
        const body = JSON.stringify({ title: `By ${index}` });
        return (await node.fetch(`/api/maps/${id}`, { method: 'PATCH', headers, body })).status;
      }),
    );
    expect(statuses.sort()).toEqual([200, 412, 412, 412]);
    expect((await send<MapRecord>(other, ['GET', `/api/maps/${id}`])).version).toBe(2);
  });
});
