import { afterAll, describe, expect, it } from '@jest/globals';
import type { FeatureChunk, TileDrawer, TilePlan } from '@cairn/spaces';
import { several, tileDrawerContract, verify } from '@cairn/testkit';
import { ThreadedTileDrawer } from './threaded-tile-drawer.js';

const drawer = new ThreadedTileDrawer();
/** Draws small tiles in threads, too. */
const remote = new ThreadedTileDrawer(0);
afterAll(() => Promise.all([drawer.close(), remote.close()]));
const opening = (subject: TileDrawer) => {
  const open = async (): Promise<TileDrawer> => subject;
  return { open, reopen: open };
};

const plan: TilePlan = {
  ...{ tile: { scheme: 'web-mercator', zoom: 0, x: 0, y: 0 }, layer: 'dots', reach: 0, attributes: 'nested' },
  ...{ maxFeatures: 50_000, maxSizeInBytes: 1_000_000 },
};
const dots = (count: number): string =>
  several(count, (id) => `{"id":"${id}","geometry":{"type":"Point","coordinates":[${id % 180},0]}}`).join();

describe('ThreadedTileDrawer', () => {
  verify({ contract: tileDrawerContract, subject: opening(drawer), it });

  describe('in threads alone', () => {
    verify({ contract: tileDrawerContract, subject: opening(remote), it });
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

  it('leaves the event loop free while it draws', async () => {
    const text = dots(20_000);
    async function* many(): AsyncGenerator<FeatureChunk> {
      yield* several(5, () => ({ text, count: 20_000, last: '' }));
    }
    let [last, longest] = [performance.now(), 0];
    const timer = setInterval(() => {
      const now = performance.now();
      [longest, last] = [Math.max(longest, now - last), now];
    }, 1);
    const started = performance.now();
    const tile = await drawer.draw(many(), plan);
    clearInterval(timer);
    expect(tile?.omitted).toBeGreaterThanOrEqual(50_000);
    expect(longest).toBeLessThan(Math.max(20, (performance.now() - started) / 2));
  });
});
