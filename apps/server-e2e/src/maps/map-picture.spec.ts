import type { MapRecord } from '@cairn/api-schema';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { hut, MapWorld } from './map-world.js';

const [COLOR, EXTENT] = ['#ff00aa', 256];
/** In the picture below, 100 pixels from its middle to the right. */
const BESIDE = 9.8713;

let world: MapWorld;
beforeAll(async () => {
  world = await MapWorld.start();
  const elsewhere = { type: 'Point', coordinates: [BESIDE, 47.25] };
  await world.put({ ...hut('beside', { name: 'Closed', staffed: false }), geometry: elsewhere });
});
afterAll(() => world.server.dispose());

const newMap = async (more: object = {}, change: object = {}): Promise<string> => {
  const view = { longitude: 8.5, latitude: 47.25, zoom: 5.68 };
  const style = { color: { by: 'one', color: COLOR }, size: { by: 'one', size: 20 } };
  const layer = { id: 'huts', title: 'Huts', space: 'huts', filter: 'p.staffed=true', style, ...more };
  const map = { title: 'Huts', view, baseMap: 'none', layers: [layer], ...change };
  return (await world.send<MapRecord>('POST', '/api/maps', map)).id;
};

async function pictureOf(map: string, query = '', headers: Readonly<Record<string, string>> = {}) {
  const path = `/api/maps/${map}/picture.png?width=${EXTENT}&height=${EXTENT}${query}`;
  const response = await world.server.fetch(path, { key: world.owner, headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, etag: response.headers.get('etag') ?? '', bytes };
}

async function colorsOf(png: Buffer): Promise<(x: number, y: number) => string> {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  return (x, y) =>
    `#${data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3).toString('hex')}`;
}

describe('the picture of a map', () => {
  it('has its features in their color, and not those that its filter leaves out', async () => {
    const at = await colorsOf((await pictureOf(await newMap())).bytes);
    expect([at(128, 128), at(228, 128)]).toEqual([COLOR, at(20, 20)]);
    const all = await colorsOf((await pictureOf(await newMap({ filter: undefined }))).bytes);
    expect([all(128, 128), all(228, 128)]).toEqual([COLOR, COLOR]);
  });

  it('is for who has a link to the map', async () => {
    const map = await newMap();
    const link = `&access_token=${await world.linkTo('map', map)}`;
    const path = `/api/maps/${map}/picture.png?width=128&height=128`;
    const statusFor = async (query: string) => (await world.server.fetch(path + query, { key: null })).status;
    expect([await statusFor(''), await statusFor(link)]).toEqual([401, 200]);
  });

  it('is sent again only when something that it shows has changed', async () => {
    const map = await newMap();
    const { etag, bytes } = await pictureOf(map);
    const again = async () => await pictureOf(map, '', { 'if-none-match': etag });
    expect(await again()).toMatchObject({ status: 304, etag });
    await world.put(hut('hidden', { staffed: false }));
    expect(await again()).toMatchObject({ status: 304, etag });
    await world.put({
      ...hut('new', { staffed: true }),
      geometry: { type: 'Point', coordinates: [BESIDE, 47.25] },
    });
    const after = await again();
    expect([after.status, after.etag === etag, after.bytes.equals(bytes)]).toEqual([200, false, false]);
    expect((await colorsOf(after.bytes))(228, 128)).toBe(COLOR);
  });

  it('is there without layers and features, and is as large as it may be', async () => {
    expect(await pictureOf(await newMap({}, { layers: [], view: undefined }), '&theme=dark')).toMatchObject({
      status: 200,
    });
    expect(await pictureOf(await newMap({ filter: 'p.staffed=none' }, { view: undefined }))).toMatchObject({
      status: 200,
    });
    const map = await newMap();
    const statusOf = async (size: string) =>
      (await world.server.fetch(`/api/maps/${map}/picture.png?${size}`, { key: world.owner })).status;
    expect(await Promise.all(['width=63', 'height=2001', 'scale=3', 'theme=red'].map(statusOf))).toEqual([
      400, 400, 400, 400,
    ]);
    expect(await statusOf('width=64&height=64&scale=2')).toBe(200);
  });
});
