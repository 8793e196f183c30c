import { describe, expect, it } from '@jest/globals';
import { latLngToCell } from 'h3-js';
import { fetchTile } from '../support/vector-tile.js';
import { faultsOf, point, type Hub, type HubFeature, type Json } from './hub.js';

const COUNT = 3_000;
const CHOSEN = 1_000;

/** Points from 12 to 15 degrees east and 51 to 54 degrees north. */
const places = Array.from({ length: COUNT }, (_, number) => ({
  longitude: 12 + ((number * 7919) % 30_011) / 10_003.7,
  latitude: 51 + ((number * 104_729) % 29_989) / 9_996.4,
}));

const WINDOW = 'west=12&south=51&east=15&north=54';
const sumOf = (features: readonly HubFeature[], count: (properties: Json) => unknown): number =>
  features.reduce((sum, { properties }) => sum + Number(count(properties)), 0);
const qtyOf = ({ aggregation }: Json): unknown => (aggregation as Json)['qty'];

/** Tests of features that are shown as cells. */
export function declareClusters(open: () => Hub): void {
  let shared: Promise<string> | undefined;
  const pointSpace = (hub: Hub): Promise<string> =>
    (shared ??= hub.space(
      ...places.map(({ longitude, latitude }, number) =>
        point(`p${number}`, longitude, latitude, { number, chosen: number < CHOSEN }),
      ),
    ));
  const cells = async (path: string): Promise<readonly HubFeature[]> => {
    const hub = open();
    const { status, body } = await hub.call(`${await pointSpace(hub)}/${path}`);
    expect(status).toBe(200);
    return body.features;
  };

  describe('clusters', () => {
    it('are the hexagons of H3 that the features lie in, of a resolution for the zoom', async () => {
      const found = await cells(`bbox?${WINDOW}&clustering=hexbin`);
      const expected: Record<string, number> = {};
      for (const { latitude, longitude } of places) {
        const cell = latLngToCell(latitude, longitude, 5);
        expected[cell] = (expected[cell] ?? 0) + 1;
      }
      expect(Object.fromEntries(found.map(({ id, properties }) => [id, qtyOf(properties)]))).toEqual(
        expected,
      );
      const [{ id = '', geometry, properties } = {}] = found;
      expect(id).toMatch(/^[0-9a-f]{15}$/);
      expect(geometry).toMatchObject({ type: 'Polygon' });
      expect(properties).toEqual({
        kind: 'H3',
        kind_detail: id,
        resolution: 5,
        level: 7,
        pentagon: false,
        centroid: { type: 'Point', coordinates: [expect.any(Number), expect.any(Number)] },
        aggregation: { qty: expect.any(Number) },
      });
    });

    it('are four tiles of zoom 7 or more there, and count what matches', async () => {
      const found = await cells(`bbox?${WINDOW}&clustering=quadbin&p.chosen=true`);
      expect(found.map(({ id }) => id)).toContain('7_68_42');
      expect(sumOf(found, ({ count }) => count)).toBe(CHOSEN);
      const { properties, geometry } = found.find(({ id }) => id === '7_68_42') ?? {};
      expect(geometry).toMatchObject({ type: 'Polygon' });
      expect(properties).toEqual({
        count: expect.any(Number),
        qk: '1202120',
        zxy: '7_68_42',
        xyz: '68_42_7',
        estimated: false,
        total_count: COUNT,
        equipartition_count: 0,
      });
      const bool = await cells(`bbox?${WINDOW}&clustering=quadbin&clustering.countmode=bool`);
      expect(new Set(bool.map((cell) => cell.properties['count']))).toEqual(new Set([1]));
    });

    it.each([
      ['bbox?west=-180&south=-90&east=180&north=90&clustering=hexbin', 2, COUNT],
      ['bbox?west=12.5&south=51.5&east=13.5&north=53&clustering=hexbin&clustering.absoluteResolution=13', 13],
      [`bbox?${WINDOW}&clustering=hexbin&clustering.relativeResolution=-2`, 3, COUNT],
      [`bbox?${WINDOW}&clustering=hexbin&clustering.resolution=4&clustering.singlecoord=true`, 4, COUNT],
      ['tile/web/5_17_10?clustering=hexbin', 4, COUNT],
      ['tile/quadkey/0?clustering=hexbin', 2, 0],
    ])('%s has the resolution %i', async (path, resolution, count = undefined) => {
      const found = await cells(path);
      const sum = sumOf(found, qtyOf);
      const box = path.startsWith('bbox')
        ? await cells(`${path.replace(/&clustering.*/, '')}&limit=100000`)
        : [];
      expect(sum).toBe(count ?? box.length);
      expect(found.every((cell) => cell.properties['resolution'] === resolution)).toBe(true);
    });

    it('of neighbouring tiles add up', async () => {
      const tiles = ['8_136_84', '8_136_85', '8_137_84', '8_137_85'];
      const parts = await Promise.all(tiles.map((tile) => cells(`tile/web/${tile}?clustering=hexbin`)));
      const whole = await cells('tile/web/7_68_42?clustering=hexbin');
      expect(parts.reduce((sum, part) => sum + sumOf(part, qtyOf), 0)).toBe(sumOf(whole, qtyOf));
    });

    it('have what the numbers of a property are like', async () => {
      const [cell] = await cells(
        `tile/web/0_0_0?clustering=quadbin&clustering.absoluteResolution=0&clustering.property=p.number`,
      );
      expect(cell?.properties['aggregation']).toEqual({
        number: { qty: 3_000, min: 0, max: 2_999, sum: 4_498_500, avg: 1_499.5, median: 1_499.5 },
      });
      const query = 'clustering=hexbin&clustering.property=none&clustering.pointmode=true';
      const [hexagon] = await cells(`bbox?${WINDOW}&${query}`);
      expect(hexagon?.geometry).toMatchObject({ type: 'Point' });
      expect(hexagon?.properties).toMatchObject({
        hexagon: { type: 'Polygon' },
        aggregation: { none: { qty: 0 } },
      });
    });

    it('have the parts of areas that are in them, with clustering.weighting', async () => {
      const hub = open();
      const coordinates = [[[6, 0], [12, 0], [12, 2], [6, 2], [6, 0]]]; // prettier-ignore
      const lake = {
        type: 'Feature',
        id: 'lake',
        geometry: { type: 'Polygon', coordinates },
        properties: {},
      };
      const path = await hub.space(lake, point('hut', 11.5, 1));
      const of = async (query: string) => (await hub.call(`${path}/${query}`)).body.features;
      // Tiles of zoom 6 are 5.625 degrees wide: there is an edge at 11.25.
      const found = await of(
        'bbox?west=-180&south=-90&east=180&north=90&clustering=quadbin&clustering.absoluteResolution=6&clustering.weighting=area',
      );
      expect(Object.fromEntries(found.map(({ id, properties }) => [id, properties['count']]))).toEqual({
        '6_33_31': 0.875,
        '6_34_31': 1.125,
      });
      const half = await of(
        'bbox?west=9&south=0&east=12&north=2&clustering=hexbin&clustering.weighting=area&p.none=.null',
      );
      expect(sumOf(half, qtyOf)).toBeCloseTo(1.5, 6);
      const tile = await fetchTile(
        hub.server,
        `/hub${path}/tile/web/5_17_15.mvtf?clustering=hexbin&clustering.weighting=area`,
      );
      expect(tile.features.length).toBeGreaterThan(1);
      expect(
        tile.features.some(({ properties }) => !Number.isInteger(properties['properties.aggregation.qty'])),
      ).toBe(true);
    });

    it('are drawn as vector tiles', async () => {
      const hub = open();
      const path = `${await pointSpace(hub)}/tile/web/5_17_10`;
      const tile = await hub.text(`${path}.mvt?clustering=hexbin`);
      expect([tile.status, tile.headers.get('content-type')]).toEqual([
        200,
        'application/vnd.mapbox-vector-tile',
      ]);
      expect(tile.text).toContain('kind_detail');
      for (const { id } of (await hub.call(`${path}?clustering=hexbin`)).body.features)
        expect(tile.text).toContain(id);
      const refused = await hub.call(`${path}.mvt?clustering=hexbin&clustering.none=1`);
      expect(faultsOf(refused)).toEqual([400, '/clustering.none unknown-clustering-key']);
    });

    it('count all of their features in every vector tile that shows them', async () => {
      const expected = await cells(
        `bbox?west=-180&south=-90&east=180&north=90&clustering=hexbin&clustering.resolution=5`,
      );
      const counts = new Map(expected.map(({ id, properties }) => [id, qtyOf(properties)]));
      const path = `/hub${await pointSpace(open())}/tile/web`;
      const tiles = await Promise.all(
        ['7_68_42', '7_68_41', '7_69_42', '7_68_43'].map((tile) =>
          fetchTile(open().server, `${path}/${tile}.mvtf?clustering=hexbin&margin=4`),
        ),
      );
      const all = tiles.flatMap(({ features }) => features.map(({ properties }) => properties));
      for (const properties of all)
        expect(properties).toMatchObject({
          'properties.aggregation.qty': counts.get(String(properties['id'])),
        });
      expect(all.length).toBeGreaterThan(new Set(all.map((properties) => properties['id'])).size);
    });

    it('are told from each other by their tags, and may be selected from', async () => {
      const hub = open();
      const path = `${await pointSpace(hub)}/tile/web/4_8_5`;
      const [hexbin, quadbin] = await Promise.all(
        ['hexbin', 'quadbin'].map((word) => hub.call(`${path}?clustering=${word}`)),
      );
      const etag = hexbin?.headers.get('etag') ?? '';
      expect(etag).not.toBe(quadbin?.headers.get('etag'));
      const again = await hub.text(`${path}?clustering=hexbin`, { headers: { 'if-none-match': etag } });
      expect(again.status).toBe(304);
      const [cell] = await cells('tile/web/4_8_5?clustering=quadbin&selection=p.count,!geometry');
      expect(cell).toMatchObject({ geometry: null, properties: { count: expect.any(Number) } });
      expect(cell?.properties).not.toHaveProperty('qk');
    });

    it.each([
      ['bbox?west=0&south=0&east=1&north=1&clustering=hex', ['/clustering unknown-clustering']],
      ['tile/web/1_0_0?clustering=hexbin&clustering.none=1', ['/clustering.none unknown-clustering-key']],
      [
        'tile/web/1_0_0?clustering=hexbin&clustering.countmode=real',
        ['/clustering.countmode unknown-clustering-key'],
      ],
      [
        'tile/web/1_0_0?clustering=hexbin&clustering.absoluteResolution=x',
        ['/clustering.absoluteResolution invalid-clustering'],
      ],
      [
        'tile/web/1_0_0?clustering=hexbin&clustering.weighting=area&clustering.property=a',
        ['/clustering.weighting invalid-clustering'],
      ],
      [
        'tile/web/1_0_0?clustering=hexbin&clustering.relativeResolution=3',
        ['/clustering.relativeResolution invalid-clustering'],
      ],
      [
        'tile/web/1_0_0?clustering=hexbin&clustering.pointmode=1',
        ['/clustering.pointmode invalid-clustering'],
      ],
      [
        'tile/web/1_0_0?clustering=hexbin&clustering.sampling=all',
        ['/clustering.sampling invalid-clustering'],
      ],
      [
        'tile/web/1_0_0?clustering=quadbin&clustering.relativeResolution=-1',
        ['/clustering.relativeResolution invalid-clustering'],
      ],
      [
        'tile/web/1_0_0?clustering=quadbin&clustering.property=a..b',
        ['/clustering.property invalid-clustering'],
      ],
      ['tile/here/377894440?clustering=hexbin', ['/clustering no-clustering']],
      ['tile/here/377894440.mvt?clustering=hexbin', ['/clustering no-clustering']],
      ['search?clustering=hexbin', ['/clustering no-clustering']],
      ['spatial?lat=1&lon=1&clustering=hexbin', ['/clustering no-clustering']],
    ])('refuse %s', async (path, faults) => {
      const hub = open();
      expect(faultsOf(await hub.call(`${await pointSpace(hub)}/${path}`))).toEqual([400, ...faults]);
    });
  });
}
