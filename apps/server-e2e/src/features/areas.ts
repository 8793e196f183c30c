import { describe, expect, it } from '@jest/globals';
import { faultsOf, idsOf, namespaceOf, type Hub, point } from './hub.js';
import { sites } from './sites.js';

/** Tests of features in an area, and near a place. */
export function declareAreas(open: () => Hub): void {
  let shared: string | undefined;
  /** A space that has the sites; tests do not change it. */
  const siteSpace = async (hub: Hub): Promise<string> => (shared ??= await hub.space(...sites));

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
      const space = await siteSpace(hub);
      const answer = await hub.call(`${space}/${path.replace('SPACE', space.slice('/spaces/'.length))}`);
      expect(answer.status === 200 ? idsOf(answer) : answer.status).toEqual(expected);
    });

    it('is empty for tiles of levels that the space is not made for', async () => {
      const hub = open();
      const space = await hub.space(...sites);
      const idsIn = async (tile: string) => idsOf(await hub.call(`${space}/tile/${tile}`));
      const levels = (body: object) => hub.call(space, { method: 'PATCH', body });
      const tiles = ['web/3_4_2', 'quadkey/1202', 'web/5_17_11'];
      const before = await hub.call(`${space}/tile/web/3_4_2`);
      await levels({ minTileLevel: 4, maxTileLevel: 4 });
      const found = await Promise.all(tiles.map(idsIn));
      expect(found).toEqual([[], ['a', 'b'], []]);
      const headers = { 'if-none-match': before.headers.get('etag') ?? '' };
      expect((await hub.call(`${space}/tile/web/3_4_2`, { headers })).status).toBe(200);
      await levels({ minTileLevel: null, maxTileLevel: null });
      expect((await Promise.all(tiles.map(idsIn))).map(({ length }) => length > 0)).toEqual([
        true,
        true,
        true,
      ]);
    });

    it('of type here shares no point with another one', async () => {
      const hub = open();
      const edges = [-180, -90, -45.000000000000007, -45, 0, 45, 89.99999999999999, 90, 180];
      const points = edges.flatMap((longitude) =>
        [-90, -45, 0, 45, 90].map((latitude) => point(`${longitude} ${latitude}`, longitude, latitude)),
      );
      const space = await hub.space(...points);
      for (const zoom of [0, 1, 2, 3, 4]) {
        const [columns, rows] = [2 ** zoom, Math.max(1, 2 ** (zoom - 1))];
        const found: unknown[] = [];
        for (let x = 0; x < columns; x += 1)
          for (let y = 0; y < rows; y += 1) {
            const { features } = (await hub.call(`${space}/tile/here/${zoom}_${x}_${y}?selection=id`)).body;
            found.push(...features.map(({ id }) => id));
          }
        expect([zoom, found.sort()]).toEqual([zoom, points.map(({ id }) => id).sort()]);
      }
      const withMargin = (await hub.call(`${space}/tile/here/1_0_0?margin=1&limit=100`)).body.features;
      expect(withMargin.some(({ id }) => id === '0 0')).toBe(true);
    });

    it('cuts geometries at its edges, if it is to', async () => {
      const hub = open();
      const line = (longitude: number) => ({
        type: 'LineString',
        coordinates: [
          [0, 10],
          [longitude, 10],
        ],
      });
      const space = await hub.space({ id: 'l', geometry: line(80) });
      const inBox = async (query: string) =>
        (await hub.call(`${space}/bbox?west=-10&south=0&east=40&north=20${query}`)).body.features[0]
          ?.geometry;
      expect(await inBox('&clip=true')).toEqual(line(40));
      expect(await inBox('')).toEqual(line(80));
      const [inTile] = (await hub.call(`${space}/tile/web/1_1_0?clip=true`)).body.features;
      expect(inTile?.geometry).toEqual(line(80));
    });

    it('cuts geometries at the edges of a polygon or a circle, if it is to', async () => {
      const hub = open();
      const along = (...longitudes: readonly number[]) => ({
        type: 'LineString',
        coordinates: longitudes.map((longitude) => [longitude, 0]),
      });
      const triangle = {
        type: 'Polygon',
        coordinates: [[[0, -5], [5, 0], [0, 5], [0, -5]]], // prettier-ignore
      };
      const space = await hub.space(
        { id: 'area', geometry: triangle },
        { id: 'line', geometry: along(-10, 20), properties: { long: 'x'.repeat(10_000) } }, // for a thread
        { id: 'point', geometry: { type: 'Point', coordinates: [1, 0, 5] } },
      );
      const geometries = async (query: string, body?: unknown) => {
        const answer = await hub.call(
          `${space}/spatial?clip=true&${query}`,
          body ? { method: 'POST', body } : {},
        );
        return answer.status === 200
          ? answer.body.features.map(({ geometry }) => geometry)
          : faultsOf(answer);
      };
      const reference = `refSpaceId=${space.slice('/spaces/'.length)}&refFeatureId`;
      const [, , point] = await geometries('', triangle);
      expect(point).toEqual({ type: 'Point', coordinates: [1, 0, 5] });
      expect(await geometries('', triangle)).toEqual([triangle, along(0, 5), point]);
      expect(await geometries(`${reference}=area&selection=p.a`)).toEqual([triangle, along(0, 5), point]);
      expect(await geometries(`${reference}=area&limit=1`)).toEqual([triangle]);
      const [, inCircle] = await geometries('lat=0&lon=0&radius=200000');
      expect(inCircle).toEqual({
        type: 'LineString',
        coordinates: [
          [expect.closeTo(-1.797, 2), 0],
          [expect.closeTo(1.797, 2), 0],
        ],
      });
      for (const query of [
        'lat=0&lon=0',
        'lat=0&lon=0&radius=6000000',
        `${reference}=line`,
        `${reference}=area&radius=1`,
      ])
        expect([query, await geometries(query)]).toEqual([query, [400, ' invalid-clip']]);
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
}
