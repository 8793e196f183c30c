import { assert } from '../assert.js';
import { once } from 'node:events';
import { FEATURE_SEPARATOR, type FeatureChunk } from '@cairn/spaces';
import { TilePainter, type DrawnTile, type TileDrawer, type TilePlan } from '@cairn/spaces/spi';
import { several } from '../builders.js';
import type { Contract } from '../contract.js';
import { later } from '../saboteurs.js';
import { ends, until } from '../until.js';

const plan: TilePlan = {
  tile: { scheme: 'web-mercator', zoom: 1, x: 1, y: 0 },
  layer: 'places',
  reader: 'me',
  reach: 64,
  attributes: 'nested',
  maxFeatures: 1_000,
  maxSizeInBytes: 100_000,
};

/** Rules of every `TileDrawer`. */
export const tileDrawerContract = {
  'a tile is what TilePainter makes of all features': async ({ open }) => {
    const drawer = await open();
    for (const attributes of ['nested', 'flattened'] as const) {
      const drawn = await drawer.draw(chunksOf(several(300, feature), 7), { ...plan, attributes });
      assertSame(drawn, painted(several(300, feature), { ...plan, attributes }));
      assert.ok(drawn.bytes.length > 1_000);
    }
  },

  'a tile of nothing has no bytes': async ({ open }) => {
    const drawer = await open();
    assertSame(await drawer.draw(chunksOf([], 1), plan), { bytes: new Uint8Array(), omitted: 0, read: 0 });
  },

  'the limits are kept, and what is left out is counted': async ({ open }) => {
    const drawer = await open();
    const few = { ...plan, maxFeatures: 20 };
    const drawn = await drawer.draw(chunksOf(several(300, feature), 50), few);
    assertSame(drawn, painted(several(300, feature), few));
    assert.equal(drawn.omitted, 280);
    const small = await drawer.draw(chunksOf(several(300, feature), 50), { ...plan, maxSizeInBytes: 2_000 });
    assert.ok(small !== undefined && small.bytes.length <= 2_000 && small.omitted > 0);
  },

  'the same features in other chunks are the same tile': async ({ open }) => {
    const drawer = await open();
    const [one, other] = await Promise.all(
      [1, 300].map((size) => drawer.draw(chunksOf(several(300, feature), size), plan)),
    );
    assertSame(one, other);
  },

  'a source that fails fails the drawing, and tiles at once do not mix': async ({ open }) => {
    const drawer = await open();
    async function* failing() {
      yield* chunksOf([feature(1)], 1);
      await Promise.resolve();
      throw new Error('the store went away');
    }
    const [failed, ...drawn] = await Promise.all([
      drawer.draw(failing(), plan).catch((error: unknown) => (error as Error).message),
      ...several(20, (index) => drawer.draw(chunksOf([feature(index), feature(index + 1)], 1), plan)),
    ]);
    assert.equal(failed, 'the store went away');
    for (const [index, tile] of drawn.entries())
      assertSame(tile, painted([feature(index), feature(index + 1)], plan));
  },

  'nothing is given and nothing pulled once it is cancelled': async ({ open, patienceMs }) => {
    const drawer = await open();
    await drawer.draw(chunksOf([feature(1)], 1), plan); // a thread may have to start
    for (const before of [0, 5]) {
      const controller = new AbortController();
      let [pulled, isClosed, isOver] = [0, false, false];
      async function* endless() {
        try {
          while (!isOver) {
            yield* chunksOf([feature((pulled += 1))], 1);
            await later();
          }
        } finally {
          isClosed = true;
        }
      }
      if (before === 0) controller.abort();
      const drawing = drawer.draw(endless(), plan, controller.signal);
      await until('features are pulled', () => pulled >= before, patienceMs);
      controller.abort();
      const drawn = await ends('the drawing', drawing, patienceMs).finally(() => (isOver = true));
      assert.equal(drawn, undefined);
      assert.ok(before === 0 || isClosed, 'the features were left open');
      assert.ok(before > 0 || pulled === 0, 'features were pulled for nobody');
    }
  },

  'many that are cancelled leave room for others': async ({ open, patienceMs }) => {
    const drawer = await open();
    let begun = 0;
    async function* stuck(signal: AbortSignal): AsyncGenerator<FeatureChunk> {
      begun += 1;
      if (!signal.aborted) await once(signal, 'abort');
    }
    const controller = new AbortController();
    const drawings = several(30, () => drawer.draw(stuck(controller.signal), plan, controller.signal));
    await until('a drawing is begun', () => begun > 0, patienceMs);
    controller.abort();
    assert.deepEqual(
      await ends('a drawing', Promise.all(drawings), patienceMs),
      drawings.map(() => undefined),
    );
    const drawing = drawer.draw(chunksOf([feature(1)], 1), plan);
    assertSame(await ends('the drawing', drawing, patienceMs), painted([feature(1)], plan));
  },

  'what cannot be drawn fails the drawing, and those that follow are drawn': async ({ open }) => {
    const drawer = await open();
    const broken: FeatureChunk = { text: '{"type":', count: 1, last: 'x' };
    async function* chunks() {
      yield broken;
    }
    await assert.rejects(drawer.draw(chunks(), plan), { name: 'SyntaxError' });
    assertSame(await drawer.draw(chunksOf([feature(1)], 1), plan), painted([feature(1)], plan));
  },
} satisfies Contract<TileDrawer>;

const feature = (index: number): string =>
  JSON.stringify({
    type: 'Feature',
    id: `f${index}`,
    geometry:
      index % 3 === 0
        ? { type: 'LineString', coordinates: [[index % 90, 10], [(index * 7) % 90, 60 - (index % 50)]] } // prettier-ignore
        : { type: 'Point', coordinates: [index % 90, (index * 11) % 80] },
    properties: { index, name: `Ort ${index % 5}`, more: { a: [index] } },
  });

async function* chunksOf(texts: readonly string[], size: number): AsyncGenerator<FeatureChunk> {
  for (let at = 0; at < texts.length; at += size) {
    const part = texts.slice(at, at + size);
    yield { text: part.join(FEATURE_SEPARATOR), count: part.length, last: '' };
    await Promise.resolve();
  }
}

function painted(texts: readonly string[], wanted: TilePlan): DrawnTile {
  const painter = new TilePainter(wanted);
  for (const text of texts) painter.add(text);
  return painter.finish();
}

/** Compares as texts, as arrays of a thread may be of another realm. */
function assertSame(
  drawn: DrawnTile | undefined,
  expected: DrawnTile | undefined,
): asserts drawn is DrawnTile {
  assert.equal(textOf(drawn), textOf(expected));
}

const textOf = (tile: DrawnTile | undefined): string =>
  `${tile?.read} - ${tile?.omitted}: ${tile?.bytes.join()}`;
