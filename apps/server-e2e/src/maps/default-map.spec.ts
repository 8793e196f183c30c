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
