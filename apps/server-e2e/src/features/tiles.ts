import { describe, expect, it } from '@jest/globals';
import { fetchTile, namesIn, type TileResponse } from '../support/vector-tile.js';
import { faultsOf, point, type Hub } from './hub.js';

const arena = point('stadium-1', 8.645272, 50.068613, {
  name: 'Commerzbank-Arena',
  capacity: 51_500,
  ratio: 0.1,
  roof: true,
  gone: null,
  address: { city: 'Frankfurt', lines: ['a', 'b'] },
});
const ring = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
const land = {
  type: 'Feature',
  id: '7',
  geometry: { type: 'Polygon', coordinates: [ring(0, 40, 20, 55), ring(5, 45, 6, 46)] },
  properties: { kind: 'land' },
};
const road = {
  type: 'Feature',
  id: 'road',
  geometry: { type: 'LineString', coordinates: [[8, 50], [30, 50.5]] }, // prettier-ignore
  properties: { kind: 'road' },
};

/** Tests of vector tiles. */
export function declareTiles(open: () => Hub): void {
  let shared: string | undefined;
  /** The id of a space that no test changes. */
  const placeSpace = async (hub: Hub): Promise<string> =>
    (shared ??= idOf(await hub.space(arena, land, road, { id: 'nowhere' })));
  const get = (path: string, sent = {}): Promise<TileResponse> => fetchTile(open().server, path, sent);

  describe('a vector tile', () => {
    it.each(['mvtx', 'mvt3', 'png', 'mvt.gz'])('is not there with the ending %s', async (ending) => {
      const id = await placeSpace(open());
      expect((await get(`/hub/spaces/${id}/tile/web/4_8_5.${ending}`)).status).toBe(404);
    });

    it.each([
      'hub/spaces/ID/tile/quadkey/1202.mvt',
      'hub/spaces/ID/tile/web/4_8_5.mvt',
      'hub/spaces/ID/tile/tms/4_8_10.mvt2',
      'tiles/ID/4/8/5.mvt',
    ])('is at %s', async (path) => {
      const id = await placeSpace(open());
      const tile = await get(`/${path.replace('ID', id)}`);
      expect(tile).toMatchObject({ status: 200, faults: [], layers: [id] });
      expect(namesIn(tile)).toEqual(['7', 'road', 'stadium-1']);
      expect(tile.headers.get('content-type')).toBe('application/vnd.mapbox-vector-tile');
      expect(tile.headers.get('access-control-allow-origin')).toBe('*');
      expect(tile.headers.get('access-control-expose-headers')).toContain('Cairn-Tile-Omitted');
      expect(tile.features.map(({ id: number, type }) => [number, type])).toEqual([
        [7, 'polygon'],
        [expect.any(Number), 'line'],
        [expect.any(Number), 'point'],
      ]);
    });

    it('is of longitude and latitude if it is one of HERE, and comes by its media type too', async () => {
      const id = await placeSpace(open());
      const accept = { accept: 'application/json;q=0.1, application/vnd.mapbox-vector-tile' };
      const tile = await get(`/hub/spaces/${id}/tile/here/4_8_6.mvtf`, { headers: accept });
      expect([tile.faults, namesIn(tile)]).toEqual([[], ['7', 'road', 'stadium-1']]);
      expect(tile.features.at(-1)?.properties).toMatchObject({ name: 'Commerzbank-Arena' });
    });

    it('has points where they are, and properties with their types', async () => {
      const id = await placeSpace(open());
      const [, nested] = (await get(`/hub/spaces/${id}/tile/quadkey/120203302032.mvt?limit=2`)).features;
      const find = async (ending: string) => {
        const { features } = await get(`/hub/spaces/${id}/tile/quadkey/120203302032.${ending}`);
        return features.find(({ type }) => type === 'point');
      };
      expect(nested).toEqual(await find('mvt'));
      expect((await find('mvt'))?.paths).toEqual([[1491, 3775]]);
      expect((await find('mvt'))?.properties).toEqual({
        id: 'stadium-1',
        name: 'Commerzbank-Arena',
        capacity: 51_500,
        ratio: 0.1,
        roof: true,
        address: '{"city":"Frankfurt","lines":["a","b"]}',
      });
      expect((await find('mvtf'))?.properties).toEqual({
        id: 'stadium-1',
        'properties.name': 'Commerzbank-Arena',
        'properties.capacity': 51_500,
        'properties.ratio': 0.1,
        'properties.roof': true,
        'properties.address.city': 'Frankfurt',
        'properties.address.lines': '["a","b"]',
      });
    });

    it.each([
      ['p.kind=road', ['road']],
      ['p.kind=.null', ['stadium-1']],
      ['f.geometry.type=Polygon&tags=none', []],
      ['limit=1', ['7']],
      ['mode=viz&vizSampling=high&tweaks=sampling&tweaks.strength=med', ['7', 'road', 'stadium-1']],
      ['tweaks=ensure&tweaks.samplingthreshold=50&tweaks.defaultselection=true', ['7', 'road', 'stadium-1']],
      ['selection=p.name,!geometry', []],
    ])('with %s has %j', async (query, expected) => {
      const id = await placeSpace(open());
      const tile = await get(`/tiles/${id}/4/8/5.mvt?${query}`);
      expect([tile.status, namesIn(tile)]).toEqual([expected.length > 0 ? 200 : 204, expected]);
      expect(tile.headers.get('cairn-tile-omitted')).toBe(query === 'limit=1' ? '2' : null);
    });

    it('has the properties that are selected', async () => {
      const id = await placeSpace(open());
      const tile = await get(`/tiles/${id}/4/8/5.mvt?selection=p.kind,p.@ns:com:here:xyz.version`);
      expect(tile.features.map(({ properties }) => properties)).toEqual([
        { id: '7', kind: 'land', '@ns:com:here:xyz': '{"version":1}' },
        { id: 'road', kind: 'road', '@ns:com:here:xyz': '{"version":1}' },
        { id: 'stadium-1', '@ns:com:here:xyz': '{"version":1}' },
      ]);
    });

    it('ends where its margin does, if it is cut', async () => {
      const id = await placeSpace(open());
      const reach = async (path: string): Promise<number> =>
        Math.max(...(await get(path)).features.flatMap(({ paths }) => paths.flat()));
      expect(await reach(`/tiles/${id}/4/8/5.mvt`)).toBe(4096 + 64);
      expect(await reach(`/tiles/${id}/4/8/5.mvt?margin=0`)).toBe(4096);
      expect(await reach(`/hub/spaces/${id}/tile/web/4_8_5.mvt`)).toBe(4096);
      expect(await reach(`/hub/spaces/${id}/tile/web/4_8_5.mvt?margin=20`)).toBe(4096 + 320);
      expect(await reach(`/tiles/${id}/4/8/5.mvt?clip=false`)).toBe(Math.round((30 / 360) * 16 * 4096));
    });

    it('of nothing is 204, also at levels that the space is not made for', async () => {
      const hub = open();
      const space = await hub.space(arena);
      const statusOf = async (tile: string) => (await get(`/tiles/${idOf(space)}/${tile}.mvt`)).status;
      expect([await statusOf('4/8/5'), await statusOf('4/0/0'), await statusOf('0/0/0')]).toEqual([
        200, 204, 200,
      ]);
      const before = (await get(`/tiles/${idOf(space)}/4/8/5.mvt`)).headers.get('etag');
      await hub.call(space, { method: 'PATCH', body: { minTileLevel: 5, maxTileLevel: 6 } });
      expect([await statusOf('4/8/5'), await statusOf('5/16/10')]).toEqual([204, 200]);
      const now = await get(`/tiles/${idOf(space)}/4/8/5.mvt`);
      expect(now.headers.get('etag')).not.toBe(before);
      expect((await get(`/tiles/${idOf(await hub.space())}/0/0/0.mvt`)).status).toBe(204);
    });

    it('is shown without asking for as long as its space says', async () => {
      const hub = open();
      const space = await hub.space(arena);
      const caching = async (): Promise<string | null> =>
        (await get(`/tiles/${idOf(space)}/4/8/5.mvt`)).headers.get('cache-control');
      expect(await caching()).toBe('private, no-cache');
      await hub.call(space, { method: 'PATCH', body: { cacheTTL: 90_500 } });
      expect(await caching()).toBe('private, max-age=90');
      await hub.call(space, { method: 'PATCH', body: { cacheTTL: -1 } });
      expect(await caching()).toBe('private, no-cache');
    });

    it('has every write that was acknowledged, and 304 until there is one', async () => {
      const hub = open();
      const space = await hub.space(land);
      const path = `/tiles/${idOf(space)}/4/8/5.mvt`;
      const before = new Set<string>();
      for (let index = 0; index < 8; index += 1) {
        const tile = await get(path);
        expect(namesIn(tile)).toHaveLength(1 + index);
        const tag = tile.headers.get('etag') ?? '';
        expect(before.has(tag)).toBe(false);
        before.add(tag);
        const headers = { 'if-none-match': tag };
        const [known, head] = [await get(path, { headers }), await get(path, { method: 'HEAD' })];
        expect([known.status, known.length, known.headers.get('etag')]).toEqual([304, 0, tag]);
        expect([head.status, head.headers.get('etag')]).toEqual([200, tag]);
        expect(head.headers.get('content-length')).toBe(tile.headers.get('content-length'));
        await hub.put(space, point(`p${index}`, 5 + index, 50, {}));
      }
      await hub.call(`${space}/features?id=7`, { method: 'DELETE' });
      expect(namesIn(await get(path))).not.toContain('7');
      expect((await hub.call(space, { method: 'DELETE' })).status).toBe(204);
      expect((await get(path)).status).toBe(404);
    });

    it('is compressed as the client accepts it', async () => {
      const id = idOf(
        await open().space(
          ...Array.from({ length: 200 }, (_, index) =>
            point(`p${index}`, index / 10, 50, { name: `n${index}` }),
          ),
        ),
      );
      const encodingFor = async (accepted: string) => {
        const tile = await get(`/tiles/${id}/4/8/5.mvt`, { headers: { 'accept-encoding': accepted } });
        expect([tile.faults, tile.features.length]).toEqual([[], 200]);
        return tile.headers.get('content-encoding');
      };
      expect(await encodingFor('gzip, br;q=1.0')).toBe('br');
      expect(await encodingFor('gzip, br;q=0.5')).toBe('gzip');
      expect(await encodingFor('br;q=0, *')).toBe('gzip');
      expect(await encodingFor('identity')).toBe(null);
      const plain = await get(`/tiles/${id}/4/8/5.mvt`, { headers: { 'accept-encoding': 'identity' } });
      expect(plain.headers.get('vary')).toBe('Accept, Accept-Encoding');
      expect(plain.headers.get('cache-control')).toBe('private, no-cache');
    });

    it.each([
      ['tiles/ID/4/16/5.mvt', ['/tile invalid-tile']],
      ['tiles/ID/x/0/0.mvt', ['/tile invalid-tile']],
      ['tiles/ID/31/0/0.mvt', ['/tile invalid-tile']],
      ['tiles/ID/1/0/0.mvt?margin=257&limit=0', ['/margin invalid-margin', '/limit invalid-limit']],
      [
        'tiles/ID/1/0/0.mvt?mode=fast&clustering=hex',
        ['/clustering unknown-clustering', '/mode invalid-value'],
      ],
      [
        'tiles/ID/1/0/0.mvt?vizSampling=x&tweaks.strength=0&tweaks=sampling&tweaks.algorithm=grid',
        ['/vizSampling invalid-value', '/tweaks.strength invalid-value', '/tweaks.algorithm invalid-value'],
      ],
      ['tiles/ID/1/0/0.mvt?tweaks=x', ['/tweaks invalid-value']],
      ['tiles/ID/1/0/0.mvt?version=99', ['/version version-not-kept']],
      ['hub/spaces/ID/tile/quadkey/4.mvt', ['/tile invalid-tile']],
      ['hub/spaces/ID/tile/other/1.mvt?p.x', ['/type unknown-tile-type', '/p.x invalid-filter']],
    ])('is refused at %s', async (path, faults) => {
      const hub = open();
      const answer = await hub.call(`/${path.replace('ID', await placeSpace(hub))}`);
      expect(faultsOf(answer)).toEqual([400, ...faults]);
      expect(answer.headers.get('stream-id')).toBe(answer.body['streamId']);
    });

    it('is nowhere but at its address', async () => {
      const hub = open();
      const id = await placeSpace(hub);
      expect(faultsOf(await hub.call('/tiles/nowhere/1/0/0.mvt'))).toEqual([404, 'space-not-found']);
      for (const path of [`/tiles/${id}/1/0/0`, `/tiles/${id}/1/0/0xmvt`, `/tiles/${id}/1/0`])
        expect((await hub.call(path)).body).toMatchObject({ type: 'error', statusCode: 404 });
      const posted = await hub.call(`/tiles/${id}/1/0/0.mvt`, { method: 'POST', body: {} });
      expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    });
  });
}

const idOf = (space: string): string => space.slice('/spaces/'.length);
