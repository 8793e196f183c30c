import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { PMTiles } from 'pmtiles';
import { MapWorld, shownLayer } from './map-world.js';
import { filesIn, type Folder } from '@cairn/harness';

let world: MapWorld;

beforeAll(async () => {
  world = await MapWorld.start();
});
afterAll(() => world.server.dispose());

async function exported(map: string, query = ''): Promise<Folder> {
  const response = await world.server.fetch(`/api/maps/${map}/export.zip${query}`, { key: world.owner });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  return filesIn(Buffer.from(await response.arrayBuffer()));
}

const text = (folder: Folder, name: string): string => folder.get(name)?.toString('utf8') ?? '';

const archiveIn = (folder: Folder, name: string): PMTiles => {
  const bytes = folder.get(name) ?? Buffer.alloc(0);
  return new PMTiles({
    getKey: () => name,
    getBytes: async (offset, length) => ({
      data: Uint8Array.from(bytes.subarray(offset, offset + length)).buffer,
    }),
  });
};

async function namesAt(archive: PMTiles, [z, x, y]: readonly [number, number, number]): Promise<unknown[]> {
  const tile = await archive.getZxy(z, x, y);
  if (tile === undefined) return [];
  const layer = new VectorTile(new PbfReader(new Uint8Array(tile.data))).layers['features'];
  return Array.from({ length: layer?.length ?? 0 }, (_, index) => layer?.feature(index).properties);
}

describe('a map as a folder', () => {
  it('has the page, the styles, and what the map shows of its layers', async () => {
    const folder = await exported(world.map);
    const names = [...folder.keys()];
    expect(names.filter((name) => name.startsWith('layers/'))).toEqual([
      'layers/1-huts.geojson',
      'layers/1-huts.pmtiles',
    ]);
    expect(names).toEqual(
      expect.arrayContaining(['style-dark.json', 'README.txt', 'ground/ground.pmtiles', 'ground/NOTICE']),
    );
    const { features } = JSON.parse(text(folder, 'layers/1-huts.geojson')) as { features: readonly object[] };
    expect(features).toMatchObject([{ id: 'lower', properties: { name: 'Lower hut', beds: 12 } }]);
    expect(Buffer.concat([...folder.values()]).includes('98765')).toBe(false);
    expect(text(folder, 'layers/1-huts.geojson')).not.toMatch(/Secret|phone|open/);

    const archive = archiveIn(folder, 'layers/1-huts.pmtiles');
    const { minZoom, maxZoom, minLon, maxLat } = await archive.getHeader();
    expect([minZoom, maxZoom]).toEqual([0, 12]);
    expect(minLon).toBeCloseTo(8.5, 1);
    expect(maxLat).toBeCloseTo(47.25, 1);
    expect(await archive.getMetadata()).toMatchObject({ name: 'Huts', vector_layers: [{ id: 'features' }] });
    expect(await namesAt(archive, [0, 0, 0])).toEqual([{ id: 'lower', name: 'Lower hut', beds: 12 }]);
    const style = JSON.parse(text(folder, 'style.json')) as { sources: object };
    expect(style).toMatchObject({
      glyphs: 'ground/fonts/{fontstack}/{range}.pbf',
      sources: {
        ground: { tiles: ['pmtiles://ground/ground.pmtiles/{z}/{x}/{y}'] },
        'huts:features': { tiles: ['pmtiles://layers/1-huts.pmtiles/{z}/{x}/{y}'], minzoom: 0, maxzoom: 12 },
      },
    });
    expect(text(folder, 'style.json')).not.toContain('access_token');
  });

  it('has the tiles that the service gives', async () => {
    const archive = archiveIn(await exported(world.map), 'layers/1-huts.pmtiles');
    for (const [z, x, y] of [
      [0, 0, 0],
      [5, 16, 11],
      [12, 2144, 1436],
    ] as const) {
      const answer = await world.server.fetch(`/api/maps/${world.map}/layers/huts/tiles/${z}/${x}/${y}.mvt`, {
        key: world.owner,
      });
      const given = new Uint8Array(await answer.arrayBuffer());
      const packed = new Uint8Array((await archive.getZxy(z, x, y))?.data ?? new ArrayBuffer(0));
      expect(given.length).toBeGreaterThan(0);
      expect(packed).toEqual(given);
    }
  });

  it('is whole with 50 layers, an empty one, cells, and titles that lead elsewhere', async () => {
    const titles = ['../../../etc/passwd', '<script>alert(1)</script>', 'a\\..\\b', 'C:con'];
    const layers = Array.from({ length: 50 }, (_, index) =>
      shownLayer('huts', { id: `l${index}`, title: titles[index] ?? `Layer ${index}` }),
    );
    layers[4] = shownLayer('huts', { id: 'l4', title: 'None', filter: 'p.beds>=1000000' });
    layers[5] = shownLayer('huts', {
      id: 'l5',
      title: 'Cells',
      table: undefined,
      style: { color: { by: 'one', color: '#2a6f97' }, drawAs: 'hexagons' },
    });
    const { id } = await world.send<{ id: string }>('POST', '/api/maps', {
      title: '<img src=x onerror=alert(1)>',
      layers,
    });
    const folder = await exported(id, '?language=de');
    const names = [...folder.keys()];
    expect(names.filter((name) => !/^[a-zA-Z0-9@][\w. @/-]*$/.test(name) || name.includes('..'))).toEqual([]);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    expect(names).toContain('layers/1-etc-passwd.pmtiles');
    expect(names.filter((name) => name.startsWith('layers/6-'))).toEqual(['layers/6-cells.cells.pmtiles']);
    const none = archiveIn(folder, 'layers/5-none.pmtiles');
    expect(await none.getHeader()).toMatchObject({ numAddressedTiles: 0, minZoom: 0, maxZoom: 0 });
    expect(await none.getZxy(0, 0, 0)).toBeUndefined();
    expect(await namesAt(archiveIn(folder, 'layers/6-cells.cells.pmtiles'), [0, 0, 0])).toHaveLength(1);
  });

  it('is given by a link that allows downloads, and leaves out layers that are gone', async () => {
    await world.send('POST', '/hub/spaces', { id: 'lost', title: 'Lost' });
    const { id } = await world.send<{ id: string }>('POST', '/api/maps', {
      title: 'Two',
      layers: [shownLayer('huts'), shownLayer('lost', { id: 'lost', title: 'Lost layer' })],
    });
    await world.send('DELETE', '/hub/spaces/lost');
    const secret = await world.linkTo('map', id, { download: true });
    const [allowed, refused] = await Promise.all(
      [secret, await world.linkTo('map', id)].map((token) =>
        world.server.fetch(`/api/maps/${id}/export.zip?access_token=${token}`, { key: null }),
      ),
    );
    expect([allowed?.status, refused?.status]).toEqual([200, 403]);
    const folder = filesIn(Buffer.from((await allowed?.arrayBuffer()) ?? new ArrayBuffer(0)));
    expect([...folder.keys()].filter((name) => name.startsWith('layers/'))).toHaveLength(2);
    expect(text(folder, 'README.txt')).toContain('- Lost layer');
    expect(text(folder, 'style.json')).not.toContain(secret);
  });
});
