import { describe, expect, it } from '@jest/globals';
import {
  CopyFeatures,
  DrawTile,
  ownerCaller,
  type TileQuery,
  type FeatureQuery,
  TileCache,
  TileRules,
} from '@cairn/spaces';
import { aBatch, aFeature, aPoint, aSpace, sabotaged, several, writing } from '@cairn/testkit';
import { ManualClock } from '../kernel/manual-clock.js';
import { MemoryFeatureReader } from './memory-feature-reader.js';
import { MemoryFeatureStore } from './memory-feature-store.js';
import { MemorySpaceRepository } from '../spaces/memory-space-repository.js';
import { MemoryTileDrawer } from './memory-tile-drawer.js';
import { SequenceIdGenerator } from '../kernel/sequence-id-generator.js';
import { newAttempts } from '../kernel/work-attempts.spec.kit.js';

const alice = ownerCaller({ owner: 'alice', anonymousAllowed: true });
const COUNT = 11_000;
/** An island from 1 to 21 degrees east, with a fjord at every degree of its coast. */
const coast = several(COUNT, (index) => {
  const angle = ((index % (COUNT - 1)) / (COUNT - 1)) * 2 * Math.PI;
  const reach = 9 + Math.sin(360 * angle);
  return [11 + reach * Math.cos(angle), 50 + reach * Math.sin(angle)];
});
/** With another island far in the west, so that its bounding box spans an ocean. */
const island = (id: string) => {
  const ring = [...coast.slice(0, -1), coast[0]];
  const far = [[-101, 50], [-100, 50], [-100, 51], [-101, 50]]; // prettier-ignore
  return aFeature(id, { geometry: { type: 'MultiPolygon', coordinates: [[ring], [far]] } });
};

/** Many points, a long line, and polygons too small for a shape. */
const mixed = aFeature('mixed', {
  geometry: {
    type: 'GeometryCollection',
    geometries: [
      { type: 'LineString', coordinates: coast.map(([x = 0, y = 0]) => [x + 1, y + 1]) },
      { type: 'MultiPoint', coordinates: coast.slice(0, 100) },
      {
        type: 'MultiPolygon',
        coordinates: several(300, (index) => {
          const [x, y] = [-60 + (index % 20) / 5, 50 + index / 100];
          return [[[x, y], [x + 0.01, y], [x, y + 0.01], [x, y]]]; // prettier-ignore
        }),
      },
    ],
  },
});

/** Tiles with most of the large island and an unusual margin, which have no prepared shapes. */
const wide: readonly Partial<TileQuery>[] = [2, 3].map((zoom) => ({ ...tileAt(11, zoom), buffer: 100 }));

/** Tiles on the coast and inland, with and without prepared shapes or pieces. */
const queries: readonly Partial<TileQuery>[] = [
  ...wide,
  ...[0, 2, 4].map((zoom) => tileAt(11, zoom)),
  ...[0, 3].map((zoom) => ({ ...tileAt(11, zoom), buffer: 0, limit: 2 })),
  ...[1, 4].map((zoom) => tileAt(-59, zoom)),
  ...[2, 4].map((zoom) => tileAt(-100.3, zoom)),
  ...[5, 9, 14].map((zoom) => tileAt(20, zoom)),
  ...[5, 11].map((zoom) => tileAt(11, zoom)),
  ...[9].map((zoom) => tileAt(-100.3, zoom)),
  { ...tileAt(20, 8), buffer: 4_096 },
  { ...tileAt(20, 7), edges: 'whole' },
  { ...tileAt(20, 11), buffer: 0, limit: 1 },
  { tile: { scheme: 'here', zoom: 6, x: 35, y: 24 } },
];

function tileAt(longitude: number, zoom: number): Pick<TileQuery, 'tile'> {
  const y = Math.floor(0.339 * 2 ** zoom); // of 50 degrees north
  return { tile: { scheme: 'web-mercator', zoom, x: Math.floor((longitude / 360 + 0.5) * 2 ** zoom), y } };
}

describe('tiles of pieces of large features', () => {
  it('are those of the whole features, of which far less is read', async () => {
    const spaces = new MemorySpaceRepository();
    const { id } = aSpace();
    await spaces.add(aSpace({ id }));
    const store = new MemoryFeatureStore(spaces);
    await store.write(
      id,
      aBatch(
        [island('island'), mixed, aFeature('town', { geometry: aPoint(20, 50) })].map((one) => writing(one)),
      ),
    );
    let read = 0;
    const features = sabotaged<MemoryFeatureStore>(store, {
      query: async function* (spaceId: string, wanted: FeatureQuery) {
        for await (const chunk of store.query(spaceId, wanted)) {
          read += chunk.text.length;
          yield chunk;
        }
      },
    });
    const ports = {
      spaces,
      features,
      analytics: store,
      drawer: new MemoryTileDrawer(),
      rules: new TileRules({}),
    };
    const draw = new DrawTile({ ...ports, cache: new TileCache(0) });
    const tileOf = async (given: Partial<TileQuery>) => {
      const query = { attributes: 'nested', buffer: 64, edges: 'cut', ...tileAt(0, 0), ...given } as const;
      read = 0;
      const { tile } = (await (await draw.execute(alice, id, query)).draw()) ?? {};
      const bytes = Buffer.from(tile?.bytes ?? []).toString('base64'); // far faster to compare
      return { tile: { ...tile, bytes }, read };
    };
    const tilesOf = async () => {
      const tiles = [];
      for (const query of queries) tiles.push(await tileOf(query));
      return tiles;
    };
    const before = await tilesOf();
    const reader = new MemoryFeatureReader(new SequenceIdGenerator());
    await new CopyFeatures({
      maintenance: store,
      reader,
      attempts: newAttempts(),
      clock: new ManualClock(),
    }).execute();
    const after = await tilesOf();
    expect(after.map(({ tile }) => tile)).toEqual(before.map(({ tile }) => tile));
    const less = after.map((one, index) => (before[index]?.read ?? 0) / one.read);
    // Tiles with wide margins or of another scheme are drawn from whole features; wide ones from copies for their zoom.
    const isCut = queries.map(
      (query) =>
        !wide.includes(query) &&
        query.buffer !== 4_096 &&
        query.edges !== 'whole' &&
        query.tile?.scheme !== 'here',
    );
    expect(less.map((times) => times > 3)).toEqual(isCut);
    expect(before.every(({ tile }) => tile.bytes.length > 70)).toBe(true);
  });
});
