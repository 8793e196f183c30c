import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HotFeatureStore } from '@cairn/adapter-hot';
import { MemoryFeatureStore, MemorySpaceRepository, MemoryTileDrawer } from '@cairn/adapter-memory';
import { DrawTile, ownerCaller, type TileQuery, TileCache, TileRules } from '@cairn/spaces';
import type { FeaturePorts } from '@cairn/spaces/spi';
import { aBatch, aFeature, aPoint, aSpace, several, writing } from '@cairn/testkit';

/** More than a tile reads all of: of a tile of zoom 2 they are counted, by their levels. */
const POINTS = 10_500;
const SHAPES = 300;
const ENOUGH_READS = 20;
const caller = ownerCaller({ owner: 'alice', anonymousAllowed: true });

/** Spread over some degrees, close to each other in the middle. */
const placeOf = (index: number): readonly [number, number] => {
  const [angle, reach] = [2.4 * index, 12 * (index / POINTS) ** 2];
  return [22 + reach * Math.cos(angle), 20 + reach * Math.sin(angle)];
};

function shapeAt(index: number) {
  const [x, y] = placeOf(index * (POINTS / SHAPES));
  const size = (index % 7) / 3;
  const ring = [[x, y], [x + size, y], [x, y + size], [x, y]]; // prettier-ignore
  return aFeature(`ä${index}`, { geometry: { type: 'Polygon', coordinates: [ring] } });
}

/** At places that have features, at each zoom from 2 to 10. */
function tilesOf(): readonly TileQuery[] {
  const tiles = new Map<string, TileQuery>();
  for (let zoom = 2; zoom <= 10; zoom += 1)
    for (let index = 0; index < POINTS; index += POINTS / 6) {
      const [longitude, latitude] = placeOf(index);
      const side = 2 ** zoom;
      const sine = Math.sin((latitude * Math.PI) / 180);
      const x = Math.floor((longitude / 360 + 0.5) * side);
      const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * side);
      const tile = { scheme: 'web-mercator', zoom, x, y } as const;
      tiles.set(`${zoom}/${x}/${y}`, { tile, attributes: 'nested', buffer: 64, edges: 'cut' });
    }
  return [...tiles.values()];
}

describe('tiles of a space in memory', () => {
  const spaces = new MemorySpaceRepository();
  const below = new MemoryFeatureStore(spaces);
  const hot = new HotFeatureStore(below, { maxBytes: 64 * 2 ** 20 });
  const space = aSpace();

  const tilesFrom = (features: FeaturePorts): ((query: TileQuery) => Promise<unknown>) => {
    const ports = { spaces, features, analytics: features, drawer: new MemoryTileDrawer() };
    const draw = new DrawTile({
      ...ports,
      cache: new TileCache(0),
      rules: new TileRules({ maxFeatures: 9_000 }),
    });
    return async (query) => {
      const { tile } = (await (await draw.execute(caller, space.id, query)).draw()) ?? {};
      return [
        createHash('sha256')
          .update(tile?.bytes ?? '')
          .digest('hex'),
        tile?.omitted,
      ];
    };
  };

  beforeAll(async () => {
    hot.onWanted(() => undefined);
    await spaces.add(space);
    const points = several(POINTS, (index) => aFeature(`p${index}`, { geometry: aPoint(...placeOf(index)) }));
    await hot.write(space.id, aBatch([...points, ...several(SHAPES, shapeAt)].map((one) => writing(one))));
    for (let read = 0; read < ENOUGH_READS; read += 1) await hot.find(space.id, ['p1']);
    expect(await hot.build(space.id)).toBe('built');
  });
  afterAll(() => hot.close());

  it('are read from it alone, and are those of the store below', async () => {
    const [fromMemory, fromBelow] = [tilesFrom(hot), tilesFrom(below)];
    const tiles = tilesOf();
    expect(tiles.length).toBeGreaterThan(25);
    for (const query of tiles)
      expect([query.tile, await fromMemory(query)]).toEqual([query.tile, await fromBelow(query)]);
    expect(hot.state().spaces).toMatchObject([{ spaceId: space.id, below: 0 }]);
    expect(hot.state().spaces[0]?.answers).toBeGreaterThan(tiles.length);
  });
});
