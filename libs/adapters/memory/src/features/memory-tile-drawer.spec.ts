import { describe, it } from '@jest/globals';
import { StorageUnavailable } from '@cairn/kernel';
import type { TileDrawer, TilePlan } from '@cairn/spaces/spi';
import { sabotaged, tileDrawerContract, verify, verifyFails, type Saboteurs } from '@cairn/testkit';
import { MemoryTileDrawer } from './memory-tile-drawer.js';

const open = async (): Promise<TileDrawer> => new MemoryTileDrawer();
const subject = { open, reopen: open };

describe('MemoryTileDrawer', () => verify({ contract: tileDrawerContract, subject, it }));

type Draw = TileDrawer['draw'];

const draws =
  (change: (draw: Draw) => Draw) =>
  (drawer: TileDrawer): TileDrawer =>
    sabotaged(drawer, { draw: change(drawer.draw.bind(drawer)) });

const plans = (change: (plan: TilePlan) => TilePlan) =>
  draws((draw) => (chunks, plan, cancellation) => draw(chunks, change(plan), cancellation));

const saboteurs: Saboteurs<TileDrawer, typeof tileDrawerContract> = {
  'a tile is what TilePainter makes of all features': plans((plan) => ({ ...plan, attributes: 'nested' })),
  'a tile of nothing has no bytes': draws((draw) => async (chunks, plan, cancellation) => {
    const tile = await draw(chunks, plan, cancellation);
    return tile?.bytes.length === 0 ? undefined : tile;
  }),
  'the limits are kept, and what is left out is counted': plans((plan) => ({ ...plan, maxFeatures: 1_000 })),
  'the same features in other chunks are the same tile': draws((draw) => (chunks, plan, cancellation) => {
    async function* first() {
      for await (const chunk of chunks) {
        yield chunk;
        return;
      }
    }
    return draw(first(), plan, cancellation);
  }),
  'a source that fails fails the drawing, and tiles at once do not mix': draws(
    (draw) => (chunks, plan, cancellation) => {
      async function* quiet() {
        try {
          yield* chunks;
        } catch {
          return;
        }
      }
      return draw(quiet(), plan, cancellation);
    },
  ),
  'nothing is given and nothing pulled once it is cancelled': draws(
    (draw) => async (chunks, plan, cancellation) =>
      (await draw(chunks, plan, cancellation)) ?? { bytes: new Uint8Array(), omitted: 0, read: 0 },
  ),
  'many that are cancelled leave room for others': (drawer) => {
    let drawings = 0;
    return sabotaged(drawer, {
      draw: async (chunks, plan, cancellation) => {
        drawings += 1;
        if (drawings > 30) throw new StorageUnavailable('There is no room.');
        return await drawer.draw(chunks, plan, cancellation);
      },
    });
  },
  'what cannot be drawn fails the drawing, and those that follow are drawn': draws(
    (draw) => (chunks, plan, cancellation) =>
      draw(chunks, plan, cancellation).catch(() => ({ bytes: new Uint8Array(), omitted: 0, read: 0 })),
  ),
};

describe('what tile drawers promise', () =>
  verifyFails({ contract: tileDrawerContract, subject, saboteurs, it }));
