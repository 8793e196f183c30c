import { describe, expect, it } from '@jest/globals';
import { fetchTile } from '../support/vector-tile.js';
import { faultsOf, point, type Hub } from './hub.js';

interface TileJson {
  readonly tiles: readonly [string];
  readonly bounds: readonly number[];
  readonly vector_layers: readonly {
    readonly id: string;
    readonly fields: Readonly<Record<string, string>>;
  }[];
}

interface Style {
  readonly sources: { readonly space: { readonly url: string } };
  readonly layers: readonly { readonly id: string }[];
}

/** Tests of what describes spaces for maps. */
export function declareMaps(open: () => Hub): void {
  const fetchJson = async <T>(path: string): Promise<T> => JSON.parse((await open().text(path)).text) as T;
  const idOf = (space: string): string => space.slice('/spaces/'.length);

  describe('a map', () => {
    it('finds its way from the style to the tiles, which have its query', async () => {
      const hub = open();
      const space = await hub.space(
        point('a', 11, 47, { beds: 12, name: 'Hut', open: true, more: { x: 1 } }),
        point('b', 12, 48, { beds: 3 }),
      );
      const style = await fetchJson<Style>(`/styles/${idOf(space)}.json?p.beds>=5&access_token=`);
      expect(style.layers.map(({ id }) => id)).toEqual(expect.arrayContaining(['background', 'points']));
      const pathOf = (address: string): string => {
        expect(address.startsWith(`${hub.server.address}/`)).toBe(true);
        return address.slice(hub.server.address.length);
      };
      const tileJson = await fetchJson<TileJson>(pathOf(style.sources.space.url));
      expect(tileJson).toMatchObject({
        tilejson: '3.0.0',
        name: idOf(space),
        scheme: 'xyz',
        minzoom: 0,
        maxzoom: 16,
        bounds: [10.9999, 46.9999, 12.0001, 48.0001],
        vector_layers: [
          {
            id: idOf(space),
            fields: { beds: 'Number', name: 'String', open: 'Boolean', more: 'String', id: 'String' },
          },
        ],
      });
      const path = pathOf(tileJson.tiles[0]).replace('{z}/{x}/{y}', '4/8/5');
      const tile = await fetchTile(hub.server, path);
      expect([tile.faults, tile.features.map(({ properties }) => properties['id'])]).toEqual([[], ['a']]);
    });

    it.each([
      'selection=p.name',
      'selection=p.more.x',
      'selection=p.@ns:com:here:xyz',
      'selection=properties',
      'clustering=hexbin',
      'clustering=hexbin&clustering.pointmode=true&clustering.property=beds',
      'clustering=quadbin',
      'clustering=quadbin&clustering.property=p.more.x',
      'clustering=quadbin&selection=p.count',
    ])('says which attributes the tiles of %s have, and of which types', async (query) => {
      const hub = open();
      const space = await hub.space(
        point('a', 11, 47, { beds: 12, name: 'Hut', open: true, more: { x: 1 } }),
      );
      const tileJson = await fetchJson<TileJson>(`/tiles/${idOf(space)}.json?${query}`);
      const tile = await fetchTile(hub.server, `/tiles/${idOf(space)}/4/8/5.mvt?${query}`);
      const types = tile.features.map(({ properties }) =>
        Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, typeof value])),
      );
      const told = tileJson.vector_layers.map(({ fields }) =>
        Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, type.toLowerCase()])),
      );
      expect(types).toEqual(told);
    });

    it('is described anew when the space or its content changes, and 304 until then', async () => {
      const hub = open();
      const space = await hub.space(point('a', 11, 47));
      for (const path of [`/tiles/${idOf(space)}.json`, `/styles/${idOf(space)}.json`]) {
        const tagOf = async (): Promise<string> => (await hub.call(path)).headers.get('etag') ?? '';
        const first = await tagOf();
        const known = await hub.call(path, { headers: { 'if-none-match': first } });
        expect([known.status, first]).toEqual([304, expect.stringMatching(/^W\/"[0-9a-f]{32}"$/)]);
        await hub.call(space, { method: 'PATCH', body: { title: `For ${path}` } });
        const second = await tagOf();
        await hub.put(space, { id: path.slice(1, 3), geometry: { type: 'LineString', coordinates: [[0, 0], [1, 1]] } }); // prettier-ignore
        expect(new Set([first, second, await tagOf()]).size).toBe(3);
      }
      const head = await hub.text(`/tiles/${idOf(space)}.json`, { method: 'HEAD' });
      expect([head.status, head.text, head.headers.get('access-control-allow-origin')]).toEqual([
        200,
        '',
        '*',
      ]);
      const { layers } = await fetchJson<Style>(`/styles/${idOf(space)}.json`);
      expect(layers.map(({ id }) => id)).toEqual(['background', 'line-outlines', 'lines', 'points']);
    });

    it('has the levels and rights of the space', async () => {
      const hub = open();
      const space = await hub.space();
      const settings = {
        minTileLevel: 3,
        maxTileLevel: 9,
        license: 'ODbL-1.0',
        copyright: [{ label: '© <me>' }],
      };
      await hub.call(space, { method: 'PATCH', body: settings });
      expect((await hub.call(`/tiles/${idOf(space)}.json`)).body).toMatchObject({
        minzoom: 3,
        maxzoom: 9,
        attribution: '© &lt;me&gt;, ODbL-1.0',
        bounds: [-180, -85.0511, 180, 85.0511],
        center: [0, 0, 3],
      });
    });

    it('is refused where its tiles would be', async () => {
      const hub = open();
      const space = await hub.space();
      for (const kind of ['tiles', 'styles']) {
        expect(faultsOf(await hub.call(`/${kind}/nowhere.json`))).toEqual([404, 'space-not-found']);
        expect(faultsOf(await hub.call(`/${kind}/${idOf(space)}.json?limit=0&margin=999`))).toEqual([
          400,
          '/margin invalid-margin',
          '/limit invalid-limit',
        ]);
        expect((await hub.call(`/${kind}/${idOf(space)}`)).status).toBe(404);
      }
    });
  });
}
