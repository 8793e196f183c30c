import { describe, expect, it } from '@jest/globals';
import { collection, faultsOf, idsOf, namespaceOf, point, type Hub } from './hub.js';

const sites = [
  point('a', 11, 47, { name: 'Hut', size: 1, '@ns:com:here:xyz': { tags: ['x', 'y'] } }),
  point('b', 12, 48, { name: 'Peak, high', size: 5, '@ns:com:here:xyz': { tags: ['y'] } }),
  point('c', -179.9, -17, { name: '', size: 9 }),
  { type: 'Feature', id: 'd', geometry: null, properties: { size: 'big' } },
];

/** Tests of reading features. */
export function declareReads(open: () => Hub): void {
  describe('a search', () => {
    it.each([
      ['', ['a', 'b', 'c', 'd']],
      ['limit=2', ['a', 'b']],
      ['limit=x', ['a', 'b', 'c', 'd']],
      ['p.size%3Dgte=5', ['b', 'c']],
      ['p.size>1&p.size<9=', ['b']],
      ['p.name=Hut,Peak%2C+high', ['a', 'b']],
      ['p.name=', ['c']],
      ['p.name=.null', ['d']],
      ['tags=x,none', ['a']],
      ['tags=x%2Cnone', ['a']],
      ['tags=x+y', ['a']],
      ['tags=y&p.size=5', ['b']],
      ['f.id=a,d', ['a', 'd']],
      ['f.geometry.type=point', ['a', 'b', 'c']],
      ['sort=p.size:desc&f.geometry.type=Point', ['c', 'b', 'a']],
    ])('with %j', async (query, expected) => {
      const hub = open();
      const space = await hub.space(...sites);
      expect(await hub.ids(`${space}/search?clientId=x&unknown=1&skipCache=True&${query}`)).toEqual(expected);
    });

    it('tells all that is wrong with its address', async () => {
      const hub = open();
      const space = await hub.space();
      const wrong = await hub.call(`${space}/search?limit=100001&p.x&sort=x&clustering=hexbin`);
      expect(faultsOf(wrong)).toEqual([
        400,
        ...['/limit invalid-limit', '/p.x invalid-filter', '/clustering no-clustering', '/sort invalid-sort'],
      ]);
    });

    it('shows features as they were given, or what is selected of them', async () => {
      const hub = open();
      const text = `{"type":"Feature","id":"n","x":{"y":12345678901234567890},"geometry":{"type":"Point","coordinates":[1,2,3.50]},"properties":{"a":{"b":1},"c":2}}`;
      const space = await hub.space();
      await hub.call(`${space}/features`, { method: 'PUT', body: text });
      const first = async (query: string) => (await hub.call(`${space}/search?${query}`)).body.features[0];
      expect(await first('')).toMatchObject({ x: {}, geometry: { coordinates: [1, 2, 3.5] } });
      expect(await first('force2D=true')).toMatchObject({ geometry: { coordinates: [1, 2] } });
      expect(await first('selection=p.a.b,!geometry')).toEqual({
        type: 'Feature',
        id: 'n',
        geometry: null,
        properties: { a: { b: 1 } },
      });
    });
  });

  describe('an iteration', () => {
    it('goes on with its handle, also in parts and with filters', async () => {
      const hub = open();
      const all = Array.from({ length: 25 }, (_, index) => ({
        id: `f${String(index).padStart(2, '0')}`,
        properties: { odd: index % 2 },
      }));
      const space = await hub.space(...all);
      const walk = async (query: string, handle = '0'): Promise<readonly string[]> => {
        const answer = await hub.call(`${space}/iterate?limit=10&${query}&handle=${handle}`);
        const { handle: next, nextPageToken } = answer.body;
        expect(next).toBe(nextPageToken);
        return [...idsOf(answer), ...(next === undefined ? [] : await walk(query, next))];
      };
      const ids = all.map(({ id }) => id);
      expect(await walk('')).toEqual(ids);
      expect(await walk('p.odd=1')).toEqual(ids.filter((_, index) => index % 2 === 1));
      const parts = await Promise.all([1, 2, 3].map((part) => walk(`part=${part},3`)));
      expect(parts.flat().sort()).toEqual(ids);
      expect(faultsOf(await hub.call(`${space}/iterate?handle=garbage&part=4,3`))).toEqual([
        400,
        ...['/after invalid-handle', '/part invalid-part'],
      ]);
    });
  });

  describe('an area', () => {
    it.each([
      ['bbox?west=10&south=46&east=11.5&north=48', ['a']],
      ['bbox?east=10&north=46&west=12&south=48', ['a', 'b']],
      ['tile/quadkey/1202', ['a', 'b']],
      ['tile/web/4_8_5.geojson', ['a', 'b']],
      ['tile/tms/4_8_10', ['a', 'b']],
      ['tile/here/377894440', []],
      ['tile/web/5_31_17?margin=4', ['c']],
      ['spatial?lat=47&lon=11&radius=1000', ['a']],
      ['spatial?lat=-17&lon=179.9&radius=30000', ['c']],
      ['spatial?refSpaceId=SPACE&refFeatureId=b&radius=200000', ['a', 'b']],
      ['spatial?h3Index=81', 400],
      ['spatial?lat=47&lon=11&nearest=2', ['a', 'b']],
      ['spatial?lat=47&lon=11&nearest=2&p.size>=5', ['b', 'c']],
      ['spatial?lat=47&lon=11&nearest=5&radius=200000', ['a', 'b']],
      ['spatial?lat=47', 400],
      ['spatial', 400],
      ['spatial?lat=47&lon=11&h3Index=x', 400],
      ['spatial?lat=47&lon=11&radius=-1', 400],
      ['spatial?lat=47&lon=11&nearest=1001', 400],
      ['spatial?refSpaceId=SPACE&refFeatureId=b&nearest=1', 400],
      ['spatial?refSpaceId=SPACE&refFeatureId=d', 400],
      ['spatial?refSpaceId=SPACE&refFeatureId=none', 404],
      ['spatial?refSpaceId=none&refFeatureId=a', 400],
      ['bbox?west=-181&south=0&east=0&north=0', 400],
      ['bbox?west=1&south=0&east=2', 400],
      ['tile/web/1_2_0', 400],
      ['tile/other/1', 400],
    ])('%s', async (path, expected) => {
      const hub = open();
      const space = await hub.space(...sites);
      const answer = await hub.call(`${space}/${path.replace('SPACE', space.slice('/spaces/'.length))}`);
      expect(answer.status === 200 ? idsOf(answer) : answer.status).toEqual(expected);
    });

    it('is a geometry that is sent', async () => {
      const hub = open();
      const space = await hub.space(...sites);
      const line = {
        type: 'LineString',
        coordinates: [
          [11, 47],
          [11.5, 47.5],
        ],
      };
      const post = (query: string, body: unknown) =>
        hub.call(`${space}/spatial${query}`, { method: 'POST', body });
      expect(idsOf(await post('', line))).toEqual(['a']);
      expect(idsOf(await post('?radius=100000&limit=2', line))).toEqual(['a', 'b']);
      expect(
        faultsOf(
          await post('', {
            type: 'LineString',
            coordinates: [
              [0, 91],
              [1, 1],
            ],
          }),
        ),
      ).toEqual([400, '/coordinates/0 invalid-geometry']);
      const long = { type: 'MultiPoint', coordinates: Array.from({ length: 12_001 }, () => [0, 0]) };
      expect((await post('', long)).status).toBe(400);
      expect(faultsOf(await post('', '{'))).toEqual([400, 'malformed-json']);
    });

    it('gives the nearest with their distances', async () => {
      const hub = open();
      const space = await hub.space(...sites);
      const { body } = await hub.call(`${space}/spatial?lat=47&lon=11&nearest=2`);
      const [near, far] = body.features.map((feature) => namespaceOf(feature)['distance']);
      expect([near, Math.round(Number(far) / 1_000)]).toEqual([0, 134]);
    });
  });

  describe('features by id', () => {
    it('are found once each; an encoded comma is part of an id only if there is such a feature', async () => {
      const hub = open();
      const space = await hub.space({ id: 'a' }, { id: 'b' }, { id: 'a,b' });
      expect(await hub.ids(`${space}/features?id=b,a&id=none&id=a`)).toEqual(['b', 'a']);
      expect(await hub.ids(`${space}/features?id=a%2Cb`)).toEqual(['a,b']);
      expect(await hub.ids(`${space}/features?id=b%2Cx`)).toEqual(['b']);
      expect(faultsOf(await hub.call(`${space}/features?id=`))).toEqual([400, '/id required']);
    });
  });

  describe('every read', () => {
    it('has a tag, and 304 for a client that knows it until something changes', async () => {
      const hub = open();
      const space = await hub.space(...sites);
      const paths = [
        ...[
          'features?id=a',
          'features/a',
          'search?limit=1',
          'iterate',
          'bbox?west=0&south=0&east=20&north=60',
        ],
        ...[
          'tile/quadkey/1',
          'spatial?lat=47&lon=11',
          'spatial?lat=1&lon=1&nearest=1',
          'count',
          'count?tags=x',
          'statistics',
        ],
      ].map((path) => `${space}/${path}`);
      const tags = new Map<string, string>();
      for (const path of paths) {
        const answer = await hub.call(path);
        const tag = answer.headers.get('etag') ?? '';
        expect(tag).toMatch(/^"[0-9a-f]{32}"$/);
        if (answer.body.etag !== undefined) expect(answer.body.etag).toBe(tag);
        for (const known of [tag, `W/${tag}`, tag.slice(1, -1), `"x", ${tag}`, '*'])
          expect([path, (await hub.call(path, { headers: { 'if-none-match': known } })).status]).toEqual([
            path,
            304,
          ]);
        expect((await hub.call(path, { headers: { 'if-none-match': '"x"' } })).status).toBe(200);
        tags.set(path, tag);
      }
      expect(new Set(tags.values()).size).toBe(paths.length);
      await hub.put(space, point('a', 11, 47, { changed: true }));
      for (const [path, tag] of tags)
        expect([path, (await hub.call(path, { headers: { 'if-none-match': tag } })).status]).toEqual([
          path,
          200,
        ]);
    });

    it('is of the newest version, and says so where another is asked for', async () => {
      const hub = open();
      const space = await hub.space({ id: 'a' });
      await hub.put(space, { id: 'b' });
      for (const path of ['features?id=a&', 'features/a?', 'search?', 'iterate?', 'count?', 'statistics?']) {
        const read = async (version: string) => (await hub.call(`${space}/${path}${version}`)).status;
        expect([
          path,
          await read('version=2'),
          await read('versionRef=main:HEAD'),
          await read('version=1'),
        ]).toEqual([path, 200, 200, 400]);
      }
      const older = await hub.call(`${space}/search?versionRef=1`);
      expect(older.body.errorMessage).toMatch(/not kept/);
    });

    it('of a space that is not there is 404, of someone else’s 403', async () => {
      const hub = open();
      for (const path of [
        'features?id=a',
        'features/a',
        'search',
        'iterate',
        'tile/quadkey/1',
        'spatial?lat=0&lon=0',
        'count',
        'statistics',
      ])
        expect(faultsOf(await hub.call(`/spaces/nowhere/${path}`))).toEqual([404, 'space-not-found']);
      for (const method of ['PUT', 'POST'])
        expect(faultsOf(await hub.call('/spaces/nowhere/features', { method, body: collection() }))).toEqual([
          404,
          'space-not-found',
        ]);
    });

    it('is the same for HEAD, without a body', async () => {
      const hub = open();
      const space = await hub.space({ id: 'a' });
      for (const path of ['features/a', 'search', 'count', 'statistics']) {
        const [head, get] = [
          await hub.call(`${space}/${path}`, { method: 'HEAD' }),
          await hub.call(`${space}/${path}`),
        ];
        expect([head.status, head.body, head.headers.get('etag')]).toEqual([
          200,
          {},
          get.headers.get('etag'),
        ]);
      }
    });
  });

  describe('statistics', () => {
    it('tell what the features are like', async () => {
      const hub = open();
      const space = await hub.space(...sites);
      const { body } = await hub.call(`${space}/statistics`);
      expect(body).toMatchObject({
        type: 'StatisticsResponse',
        count: { value: 4, estimated: false },
        bbox: { value: [-179.9, -17, 12, 48], estimated: false },
        geometryTypes: { value: ['Point'], estimated: false },
        maxVersion: { value: 1, estimated: false },
      });
      expect(body['properties']).toMatchObject({
        value: expect.arrayContaining([{ key: 'size', count: 3, datatype: 'number', searchable: true }]),
      });
      expect(body['tags']).toMatchObject({ value: expect.arrayContaining([{ key: 'y', count: 2 }]) });
      expect((await hub.call(`${space}/statistics?fastMode=true`)).body).not.toHaveProperty('properties');
      expect((await hub.call(`${space}/count?p.size>=5`)).body).toEqual({ type: 'CountResponse', count: 2 });
    });
  });
}
