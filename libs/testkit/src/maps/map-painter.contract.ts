import { assert } from '../assert.js';
import { encodeTile } from '@cairn/geometry';
import type { MapPicture } from '@cairn/maps';
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

/** A small picture of the world, with red points. */
export function aPicture(change: Partial<MapPicture> = {}): MapPicture {
  return {
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
    tiles: [{ source: 'a:features', tile: { zoom: 0, x: 0, y: 0 }, bytes: tileOfPoint(2_048, 2_048) }],
    credits: [],
    ...change,
  };
}

const moved = aPicture({
  tiles: [{ source: 'a:features', tile: { zoom: 0, x: 0, y: 0 }, bytes: tileOfPoint(2_148, 2_048) }],
});

/** Rules of every `MapPainter`. */
export const mapPainterContract = {
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
      moved,
    ];
    const texts = new Set([first.join()]);
    for (const other of others) texts.add((await paint(painter, other)).join());
    assert.equal(texts.size, others.length + 1);
  },

  'pictures at once are not mixed up': async ({ open }) => {
    const painter = await open();
    const [first, second] = [await paint(painter, aPicture()), await paint(painter, moved)];
    const atOnce = await Promise.all([aPicture(), moved, aPicture()].map((each) => paint(painter, each)));
    assert.deepEqual(atOnce, [first, second, first]);
  },

  'nothing is given once it is cancelled, and the next picture is painted': async ({ open }) => {
    const painter = await open();
    const cancelling = new AbortController();
    const painted = painter.paint(aPicture(), { holder: 'a', cancellation: cancelling.signal });
    cancelling.abort();
    assert.equal(await painted, undefined);
    assert.equal(
      await painter.paint(aPicture(), { holder: 'a', cancellation: cancelling.signal }),
      undefined,
    );
    assert.ok((await paint(painter, aPicture())).length > 0);
  },
} satisfies Contract<MapPainter>;

async function paint(painter: MapPainter, picture: MapPicture): Promise<Uint8Array> {
  const { signal } = new AbortController();
  const painted = await painter.paint(picture, { holder: 'a', cancellation: signal });
  assert.ok(painted !== undefined);
  return painted;
}
