import { afterAll, describe, expect, it } from '@jest/globals';
import type { FeatureChunk } from '@cairn/spaces';
import type { TileDrawer, TilePlan } from '@cairn/spaces/spi';
import { later, several, tileDrawerContract, untilThreadsCompute, verify } from '@cairn/testkit';
import { ThreadedTileDrawer } from './threaded-tile-drawer.js';

const drawer = new ThreadedTileDrawer();
/** Draws even small tiles in threads. */
const remote = new ThreadedTileDrawer(0);
afterAll(() => Promise.all([drawer.close(), remote.close()]));
const opening = (subject: TileDrawer) => {
  const open = async (): Promise<TileDrawer> => subject;
  return { open, reopen: open };
};

const plan: TilePlan = {
  tile: { scheme: 'web-mercator', zoom: 0, x: 0, y: 0 },
  layer: 'dots',
  reader: 'me',
  reach: 0,
  attributes: 'nested',
  maxFeatures: 50_000,
  maxSizeInBytes: 1_000_000,
};
const dots = (count: number): string =>
  several(count, (id) => `{"id":"${id}","geometry":{"type":"Point","coordinates":[${id % 180},0]}}`).join();

describe('ThreadedTileDrawer', () => {
  verify({ contract: tileDrawerContract, subject: opening(drawer), it });

  describe('in threads alone', () => {
    verify({ contract: tileDrawerContract, subject: opening(remote), it });
  });

  it('decodes the bytes of a store in the thread', async () => {
    const text = `{"id":"ä","geometry":{"type":"Point","coordinates":[9,0]}}`;
    async function* chunks(given: Pick<FeatureChunk, 'text' | 'bytes'>): AsyncGenerator<FeatureChunk> {
      yield* several(2, () => ({ ...given, count: 1, last: '' }));
    }
    const expected = await remote.draw(chunks({ text }), plan);
    expect(expected?.read).toBe(2);
    const bytes = Buffer.from(text);
    expect(await remote.draw(chunks({ text: 'not asked for', bytes }), plan)).toEqual(expected);
  });

  it('gives the places of tiles back whose features cannot be left', async () => {
    const read: AsyncIterator<FeatureChunk> = {
      next: () => Promise.reject(new Error('unread')),
      return: () => Promise.reject(new Error('cannot be left')),
    };
    const faulty = { [Symbol.asyncIterator]: () => read };
    for (let count = 0; count < 100; count += 1)
      await expect(drawer.draw(faulty, plan)).rejects.toThrow('cannot be left');
    async function* one(): AsyncGenerator<FeatureChunk> {
      yield { text: dots(1), count: 1, last: '' };
    }
    expect((await drawer.draw(one(), plan))?.bytes.length).toBeGreaterThan(10);
  });

  it('starts again after its threads ended, and what was being drawn is rejected', async () => {
    const mortal = new ThreadedTileDrawer(0);
    const drawing = new Promise((resolve, reject) => {
      async function* endless(): AsyncGenerator<FeatureChunk> {
        for (let count = 0; ; count += 1) {
          yield { text: dots(1), count: 1, last: '' };
          if (count === 5) void mortal.close();
        }
      }
      mortal.draw(endless(), plan).then(resolve, reject);
    });
    await expect(drawing).rejects.toMatchObject({ code: 'storage-unavailable' });
    async function* one(): AsyncGenerator<FeatureChunk> {
      yield { text: dots(1), count: 1, last: '' };
    }
    expect((await mortal.draw(one(), plan))?.bytes.length).toBeGreaterThan(10);
    await mortal.close();
  });

  it('ends a tile that nobody waits for, whatever its thread does, and draws others meanwhile and after it', async () => {
    // A star that crosses itself everywhere, drawn whole: a single step of several seconds.
    const star = several(99_000, (index) => [60 * Math.cos(2.4 * index), 60 * Math.sin(2.4 * index)]);
    const geometry = { type: 'Polygon', coordinates: [[...star, star[0]]] };
    const text = JSON.stringify({ id: 'star', geometry });
    async function* chunk(given: string): AsyncGenerator<FeatureChunk> {
      yield { text: given, count: 1, last: '' };
    }
    const tile = { scheme: 'web-mercator', zoom: 5, x: 16, y: 15 } as const;
    const leaving = new AbortController();
    let order: readonly string[] = [];
    const drawDots = async (): Promise<void> => {
      expect((await remote.draw(chunk(dots(10)), plan))?.bytes.length).toBeGreaterThan(10);
      order = [...order, 'dots'];
    };
    const stars = several(20, async () => {
      const all = several(9, () => text).join(); // a minute
      const drawn = await remote.draw(chunk(all), { ...plan, tile, reach: 31 * 4_096 }, leaving.signal);
      order = [...order, drawn === undefined ? 'ended' : 'drawn'];
    });
    const drawn = Promise.all([...stars, drawDots()]);
    await untilThreadsCompute(200);
    leaving.abort();
    await drawn;
    await drawDots();
    expect(order.filter((each) => each === 'drawn')).toEqual([]);
    expect(order.at(-1)).toBe('dots');
  });

  it('draws for each reader in turn, however many tiles one of them asks for', async () => {
    const begun: string[] = [];
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const draw = (reader: string) => {
      async function* chunks(): AsyncGenerator<FeatureChunk> {
        begun.push(reader);
        await gate;
        yield { text: dots(1), count: 1, last: '' };
      }
      return drawer.draw(chunks(), { ...plan, reader });
    };
    const all = [...several(40, () => 'many'), 'one'].map(draw);
    await new Promise((resolve) => setImmediate(resolve));
    const atOnce = begun.length;
    open();
    await Promise.all(all);
    expect([atOnce < 20, begun.indexOf('one')]).toEqual([true, atOnce]);
  });

  it('leaves the event loop free while it draws', async () => {
    const text = dots(20_000);
    async function* many(): AsyncGenerator<FeatureChunk> {
      yield* several(5, () => ({ text, count: 20_000, last: '' }));
    }
    let [turns, isOver] = [0, false];
    const others = (async () => {
      for (; !isOver; turns += 1) await later();
    })();
    const tile = await drawer.draw(many(), plan);
    isOver = true;
    await others;
    expect(tile?.omitted).toBeGreaterThanOrEqual(50_000);
    expect(turns).toBeGreaterThan(100); // some are between blocks, too
  });
});
