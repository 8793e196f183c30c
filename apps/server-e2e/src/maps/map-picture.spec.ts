import type { MapRecord, Oembed } from '@cairn/api-schema';
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

const textOf = async (path: string): Promise<string> =>
  await (await world.server.fetch(path, { key: null })).text();

/** What others are told of a page. */
const toldOf = (html: string): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Array.from(html.matchAll(/<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">/g)).map(
      ([, name = '', content = '']) => [name, content.replaceAll('&amp;', '&')],
    ),
  );

const sizeAt = async (address: string | undefined) => {
  const response = await fetch(address ?? '');
  const { format, width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  return [response.status, format, width, height];
};

describe('the page of a map', () => {
  it('tells others of a picture that they get without a cookie', async () => {
    const [map, open] = [await newMap(), await newMap({}, { public: true })];
    for (const key of [await world.linkTo('map', map), open]) {
      const told = toldOf(await textOf(`/m/${key}`));
      expect(told).toMatchObject({
        'og:title': 'Huts',
        'og:image:type': 'image/png',
        'og:image:width': '1200',
        'og:image:height': '630',
        'og:image:alt': 'Map: Huts',
        'twitter:card': 'summary_large_image',
        'twitter:image:alt': 'Map: Huts',
      });
      expect(await sizeAt(told['og:image'])).toEqual([200, 'png', 1_200, 630]);
      const url = encodeURIComponent(told['og:url'] ?? '');
      const { thumbnail_url: small, ...embedded } = JSON.parse(
        await textOf(`/oembed?url=${url}&maxwidth=500`),
      ) as Oembed;
      expect(embedded).toMatchObject({ type: 'rich', thumbnail_width: 480, thumbnail_height: 252 });
      expect(await sizeAt(small)).toEqual([200, 'png', 480, 252]);
    }
  });

  it('tells nobody of one that wants a password', async () => {
    const secret = await world.linkTo('map', await newMap(), { password: 'lake at dawn' });
    const html = await textOf(`/m/${secret}`);
    expect([toldOf(html), html.includes('Huts'), html.includes('picture.png')]).toEqual([{}, false, false]);
    const { origin } = new URL(world.server.address);
    const answer = await world.server.fetch(`/oembed?url=${encodeURIComponent(`${origin}/m/${secret}`)}`, {
      key: null,
    });
    expect(answer.status).toBe(404);
    const unlocked = await fetch(`${origin}/m/${secret}`, {
      method: 'POST',
      body: new URLSearchParams({ password: 'lake at dawn' }),
      headers: { origin },
      redirect: 'manual',
    });
    const cookie = unlocked.headers.getSetCookie().map((each) => each.split(';')[0]).join('; '); // prettier-ignore
    const page = await (await fetch(`${origin}/m/${secret}`, { headers: { cookie } })).text();
    expect(Object.keys(toldOf(page))).not.toContain('og:image');
    const [, source = ''] = /<img src="([^"]+)"/.exec(page) ?? [];
    const shown = await fetch(source.replaceAll('&amp;', '&'), { headers: { cookie } });
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
  });
});

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

  it('is for everybody while the map is public, and no longer', async () => {
    const map = await newMap({}, { public: true });
    const path = `/api/maps/${map}/picture.png?width=${EXTENT}&height=${EXTENT}`;
    const seen = async (headers: Readonly<Record<string, string>> = {}) =>
      await world.server.fetch(path, { key: null, headers });
    const shown = await seen();
    const at = await colorsOf(Buffer.from(await shown.arrayBuffer()));
    expect([shown.status, at(128, 128), at(228, 128)]).toEqual([200, COLOR, at(20, 20)]);
    const stranger = { authorization: `Bearer ${world.server.key}` };
    expect((await seen(stranger)).status).toBe(200);
    await world.send('PATCH', `/api/maps/${map}`, { public: false });
    const known = { 'if-none-match': shown.headers.get('etag') ?? '' };
    expect([(await seen(known)).status, (await seen(stranger)).status]).toEqual([401, 404]);
  });

  it('is plain where the account of the map has a base map of its own, for everybody', async () => {
    const map = await newMap({}, { public: true, baseMap: 'ground' });
    const pictureFor = async (key: string | null) => {
      const path = `/api/maps/${map}/picture.png?width=${EXTENT}&height=${EXTENT}`;
      return Buffer.from(await (await world.server.fetch(path, { key })).arrayBuffer());
    };
    const choose = async (baseMap: object | null) =>
      await world.server.json('PATCH', `/api/accounts/${world.accountId}`, { baseMap });
    const ground = await pictureFor(null);
    await choose({ url: 'https://tiles.example.org/style.json', attribution: '', maxZoom: 18 });
    const plain = await pictureFor(null);
    await choose(null);
    expect([plain.equals(ground), ground.equals(await pictureFor(world.owner))]).toEqual([false, true]);
    expect(plain).toEqual((await pictureOf(await newMap())).bytes);
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
