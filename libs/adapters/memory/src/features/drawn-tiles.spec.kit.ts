import {
  DrawTile,
  ownerCaller,
  type FeatureChunk,
  type TileQuery,
  TileCache,
  TileRules,
} from '@cairn/spaces';
import type { Cancellation, DrawnTile, TilePlan } from '@cairn/spaces/spi';
import { aBatch, aFeature, aPoint, aSpace, sabotaged, several, writing } from '@cairn/testkit';
import { MemoryFeatureStore } from './memory-feature-store.js';
import { MemorySpaceRepository } from '../spaces/memory-space-repository.js';
import { MemoryTileDrawer } from './memory-tile-drawer.js';

export const alice = ownerCaller({ owner: 'alice', anonymousAllowed: true });
export const query: TileQuery = {
  tile: { scheme: 'web-mercator', zoom: 0, x: 0, y: 0 },
  attributes: 'nested',
  buffer: 0,
  edges: 'cut',
};

/** The use case, with a drawer that can be blocked and counts its drawings. */
export async function openTiles(limits = {}, cacheInBytes = 1_000_000) {
  const spaces = new MemorySpaceRepository();
  const store = new MemoryFeatureStore(spaces);
  const { id } = aSpace();
  await spaces.add(aSpace({ id }));
  const drawer = new MemoryTileDrawer();
  const seen = { drawn: 0, cancelled: 0, reads: 0, counts: 0, given: 0 };
  const asOf: (number | undefined)[] = [];
  const gate = { wait: async (): Promise<void> => undefined };
  const counting = {
    draw: async (
      chunks: AsyncIterable<FeatureChunk>,
      plan: TilePlan,
      cancellation?: Cancellation,
    ): Promise<DrawnTile | undefined> => {
      seen.drawn += 1;
      const tile = await drawer.draw(chunks, plan, cancellation);
      seen.given = tile?.read ?? 0;
      await gate.wait();
      if (cancellation?.aborted === true) seen.cancelled += 1;
      return tile;
    },
  };
  const features = sabotaged<MemoryFeatureStore>(store, {
    query: (...given) => {
      seen.reads += 1;
      asOf.push(given[1].at?.version);
      return store.query(...given);
    },
    count: (...given) => {
      seen.counts += 1;
      asOf.push(given[1].at?.version);
      return store.count(...given);
    },
  });
  const ports = { spaces, features, analytics: features, drawer: counting, rules: new TileRules(limits) };
  const draw = new DrawTile({ ...ports, cache: new TileCache(cacheInBytes) });
  let written = 0;
  return {
    id,
    spaces,
    seen,
    /** The version that each read and count was told. */
    asOf,
    gate,
    open: (change?: Partial<TileQuery>) =>
      draw.execute(alice, id, change === undefined ? query : { ...query, ...change }),
    write: (count = 1, spread = 1) => {
      const points = several(count, () => {
        written += 1;
        return writing(aFeature(`p${written}`, { geometry: aPoint((written % 180) * spread, 0) }));
      });
      return store.write(id, aBatch(points));
    },
  };
}

export type Tiles = Awaited<ReturnType<typeof openTiles>>;

export const bytesIn = async (
  { open }: Tiles,
  change: Partial<TileQuery> = {},
): Promise<number | undefined> => (await (await open(change)).draw())?.tile.bytes.length;

/** Closes the gate. Returns the function that opens it. */
export function closeGate({ gate }: Tiles): () => void {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  gate.wait = () => opened;
  return () => {
    gate.wait = async () => undefined;
    open();
  };
}
