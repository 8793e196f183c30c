import type { MapRecord, MapStyle } from '@cairn/api-schema';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MapWorld } from './map-world.js';

let world: MapWorld;

beforeAll(async () => {
  world = await MapWorld.start();
});
afterAll(() => world.server.dispose());

const MAP = '/api/maps/space.huts';

/** The color of points in the style of the space, as the holder of a link to it gets that. */
async function colorFor(secret: string): Promise<unknown> {
  const response = await world.server.fetch(`/styles/huts.json?access_token=${secret}`, { key: null });
  const { layers } = (await response.json()) as MapStyle;
  return layers.find(({ id }) => id === 'points')?.paint?.['circle-color'];
}

it('the default map of a space is there at once, and what it becomes is the style of the space', async () => {
  const secret = await world.linkTo('space', 'huts');
  const first = await world.send<MapRecord>('GET', MAP);
  expect(first).toMatchObject({
    title: 'All our huts',
    version: 0,
    layers: [{ space: 'huts', isGone: false }],
  });
  const [layer] = first.layers;
  const suggested = await colorFor(secret);
  const style = { color: { by: 'one', color: '#00aa00' } };
  const layers = [{ id: layer?.id, title: 'Huts', space: 'huts', style }];
  expect(await world.send<MapRecord>('PATCH', MAP, { layers })).toMatchObject({ version: 1 });
  expect(await colorFor(secret)).toBe('#00aa00');
  const { maps } = await world.send<{ maps: readonly MapRecord[] }>('GET', '/api/maps?space=huts');
  expect(maps.map(({ id }) => id)).toContain('space.huts');
  await world.send('DELETE', MAP);
  expect(await colorFor(secret)).toEqual(suggested);
  expect((await world.send<MapRecord>('GET', MAP)).version).toBe(0);
});

it('a first import is a map at once, of a file as of single features: colors, labels and popups', async () => {
  const kinds = ['Hütte', 'Quelle', 'Gipfel'];
  const rows = Array.from({ length: 30 }, (_, n) => ({
    name: `Ort ${n}`,
    kind: kinds[n % 3] ?? '',
    height: 400.5 + ((n * 37) % 30) * 10,
    longitude: 8 + n / 100,
    latitude: 47 + n / 100,
  }));
  const decimal = (number: number): string => String(number).replace('.', ',');
  const lines = rows.map(({ name, kind, height, longitude, latitude }) =>
    [name, kind, decimal(height), decimal(longitude), decimal(latitude)].join(';'),
  );
  const csv = ['name;kind;height;longitude;latitude', ...lines].join('\n');
  const layersOf = async (id: string): Promise<unknown> =>
    (await world.send<MapStyle>('GET', `/styles/${id}.json`)).metadata?.['cairn:layers'];
  for (const id of ['of-file', 'of-features']) await world.send('POST', '/hub/spaces', { id, title: 'Orte' });
  const imported = await world.server.fetch('/hub/spaces/of-file/import', {
    method: 'POST',
    key: world.owner,
    headers: { 'content-type': 'text/csv' },
    body: csv,
  });
  expect(imported.status).toBe(200);
  const features = rows.map(({ longitude, latitude, ...properties }, n) => ({
    type: 'Feature',
    id: `${n}`,
    properties,
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  }));
  await world.send('PUT', '/hub/spaces/of-features/features', { type: 'FeatureCollection', features });
  const layers = await layersOf('of-file');
  expect(layers).toMatchObject([
    {
      title: 'Orte',
      style: { color: { by: 'category', property: 'kind' }, label: { property: 'name' } },
      popup: { title: '{name}', fields: [{ property: 'kind' }, { property: 'height' }] },
    },
  ]);
  expect(await layersOf('of-features')).toEqual(layers);
});
