import { assert } from '../assert.js';
import { encodeTile } from '@cairn/geometry';
import type { MapPicture, PictureTile } from '@cairn/maps';
import type { MapPainter } from '@cairn/maps/spi';
import type { Contract } from '../contract.js';

/** A tile of zoom 0 with a point of these coordinates, on a grid of 4096. */
export const tileOfPoint = (x: number, y: number): Uint8Array =>
  encodeTile([
    {
      name: 'features',
      extent: 4_096,
      features: [{ id: 1, geometry: { type: 'point', paths: [[x, y]] }, properties: { name: 'Hut' } }],
    },
  ]);

/** A small picture of the world, with a layer of red points. */
export const aPicture = (change: Partial<MapPicture> = {}): MapPicture => ({
  width: 96,
  height: 64,
  scale: 1,
  view: { longitude: 0, latitude: 0, zoom: 0 },
  baseMap: 'none',
  theme: 'light',
  language: 'en',
  layers: [
    {
      id: 'a:points',
      type: 'circle',
      source: 'a:features',
      'source-layer': 'features',
      filter: ['==', ['geometry-type'], 'Point'],
      paint: { 'circle-color': '#ff0000', 'circle-radius': 8 },
    },
  ],
  credits: [],
  ...change,
});

/** The only tile of that picture. */
export async function* tilesWith(bytes: Uint8Array): AsyncGenerator<PictureTile, void, undefined> {
  await Promise.resolve();
  yield { source: 'a:features', tile: { zoom: 0, x: 0, y: 0 }, bytes };
}

const [HERE, THERE] = [tileOfPoint(2_048, 2_048), tileOfPoint(2_148, 2_048)];

/** Rules of every `MapPainter`. */
export const mapPainterContract = {
  'whatever paints says that it can': async ({ open }) => {
    const painter = await open();
    assert.equal((await paint(painter, aPicture())).length > 0, painter.isInstalled);
  },

  'the same picture gives the same bytes, and whatever it shows gives others': async ({ open }) => {
    const painter = await open();
    const first = await paint(painter, aPicture());
    assert.deepEqual(await paint(painter, aPicture()), first);
    const others = [
      aPicture({ width: 97 }),
      aPicture({ scale: 2 }),
      aPicture({ theme: 'dark' }),
      aPicture({ baseMap: 'ground' }),
      aPicture({ layers: [] }),
      aPicture({ credits: ['© Us'] }),
      aPicture({ view: { longitude: 5, latitude: 0, zoom: 0 } }),
    ];
    const texts = new Set([first.join(), (await paint(painter, aPicture(), THERE)).join()]);
    for (const other of others) texts.add((await paint(painter, other)).join());
    assert.equal(texts.size, others.length + 2);
  },

  'pictures at once are not mixed up': async ({ open }) => {
    const painter = await open();
    const [first, second] = [await paint(painter, aPicture()), await paint(painter, aPicture(), THERE)];
    const atOnce = await Promise.all([HERE, THERE, HERE].map((bytes) => paint(painter, aPicture(), bytes)));
    assert.deepEqual(atOnce, [first, second, first]);
  },

  'an error of the tiles is passed on, and the next picture is painted': async ({ open }) => {
    const painter = await open();
    async function* failing(): AsyncGenerator<PictureTile> {
      yield* tilesWith(HERE);
      throw new Error('the store went away');
    }
    const { signal: cancellation } = new AbortController();
    const painted = painter.paint(aPicture(), { tiles: failing(), holder: 'a', cancellation });
    await assert.rejects(painted, { message: 'the store went away' });
    assert.ok((await paint(painter, aPicture())).length > 0);
  },

  'nothing is given once it is cancelled, and the next picture is painted': async ({ open }) => {
    const painter = await open();
    const cancelling = new AbortController();
    const painted = async (): Promise<Uint8Array | undefined> =>
      await painter.paint(aPicture(), {
        tiles: tilesWith(HERE),
        holder: 'a',
        cancellation: cancelling.signal,
      });
    const first = painted();
    cancelling.abort();
    assert.equal(await first, undefined);
    assert.equal(await painted(), undefined);
    assert.ok((await paint(painter, aPicture())).length > 0);
  },
} satisfies Contract<MapPainter>;

async function paint(painter: MapPainter, picture: MapPicture, bytes = HERE): Promise<Uint8Array> {
  const { signal: cancellation } = new AbortController();
  const painted = await painter.paint(picture, { tiles: tilesWith(bytes), holder: 'a', cancellation });
  assert.ok(painted !== undefined);
  return painted;
}
