import { describe, expect, it } from '@jest/globals';
import {
  CopyFeatures,
  DrawTile,
  NAMESPACE,
  ownerCaller,
  type TileQuery,
  TileCache,
  TileRules,
} from '@cairn/spaces';
import { aBatch, aFeature, later, several, writing } from '@cairn/testkit';
import { ManualClock } from '../kernel/manual-clock.js';
import { MemoryFeatureReader } from './memory-feature-reader.js';
import { MemoryFeatureStore } from './memory-feature-store.js';
import { MemoryTileDrawer } from './memory-tile-drawer.js';
import { SequenceIdGenerator } from '../kernel/sequence-id-generator.js';
import { alice, bytesIn, closeGate, openTiles, query } from './drawn-tiles.spec.kit.js';
import { newAttempts } from '../kernel/work-attempts.spec.kit.js';

describe('DrawTile', () => {
  it('draws a tile once for each version, and each query', async () => {
    const tiles = await openTiles();
    expect(await bytesIn(tiles)).toBe(0);
    await tiles.write();
    const one = await bytesIn(tiles);
    expect([await bytesIn(tiles), tiles.seen.drawn]).toEqual([one, 1]);
    await tiles.write();
    expect((await bytesIn(tiles)) ?? 0).toBeGreaterThan(one ?? 0);
    await bytesIn(tiles, { attributes: 'flattened' });
    expect([await bytesIn(tiles, { limit: 1 }), tiles.seen]).toEqual([
      one,
      { drawn: 4, cancelled: 0, reads: 4, counts: 0, given: expect.any(Number) },
    ]);
  });

  it('has an identity that tells queries and limits apart', async () => {
    const tiles = await openTiles();
    await tiles.write();
    const small = await openTiles({ maxFeatures: 5 });
    await small.write();
    const identities = await Promise.all([
      tiles.open(),
      tiles.open({ limit: 3 }),
      tiles.open({ edges: 'whole' }),
      tiles.open({ tile: { ...query.tile, zoom: 1 } }),
      small.open(),
    ]);
    expect(new Set(identities.map(({ identity }) => identity)).size).toBe(5);
  });

  it('is kept until something is written', async () => {
    const tiles = await openTiles();
    await tiles.write();
    const opened = await tiles.open();
    expect(opened.kept()).toBeUndefined();
    const drawn = await opened.draw();
    expect([opened.kept(), (await tiles.open()).kept()]).toEqual([drawn, drawn]);
    await tiles.write();
    expect((await tiles.open()).kept()).toBeUndefined();
  });

  it('draws what several ask for at once once, until none of them wants it', async () => {
    const tiles = await openTiles();
    await tiles.write();
    const openGate = closeGate(tiles);
    const leavers = several(3, () => new AbortController());
    const asked = await Promise.all(
      leavers.map(async ({ signal }) => ({ answer: (await tiles.open()).draw(signal) })),
    );
    await later();
    leavers[0]?.abort();
    expect(await asked[0]?.answer).toBeUndefined();
    openGate();
    const answers = await Promise.all(asked.map(({ answer }) => answer));
    const size = await bytesIn(tiles);
    expect(answers.map((answer) => answer?.tile.bytes.length)).toEqual([undefined, size, size]);
    expect(tiles.seen).toMatchObject({ drawn: 1, cancelled: 0, reads: 1 });
  });

  it('ends the drawing when everybody left, and draws anew for the next', async () => {
    const tiles = await openTiles();
    await tiles.write();
    const openGate = closeGate(tiles);
    const leavers = several(3, () => new AbortController());
    const opened = await tiles.open();
    const asked = leavers.map(({ signal }) => opened.draw(signal));
    await later();
    for (const leaver of leavers) leaver.abort();
    expect(await Promise.all(asked)).toEqual([undefined, undefined, undefined]);
    const next = bytesIn(tiles);
    openGate();
    expect(await next).toBeGreaterThan(0);
    expect([await bytesIn(tiles), tiles.seen]).toMatchObject([
      await next,
      { drawn: 2, cancelled: 1, reads: 2 },
    ]);
  });

  it('is that of its version where something is written once it is read', async () => {
    const tiles = await openTiles();
    await tiles.write();
    const openGate = closeGate(tiles);
    const opened = await tiles.open();
    const drawing = opened.draw();
    await later();
    await tiles.write();
    openGate();
    const drawn = await drawing;
    expect([drawn?.content, opened.kept()]).toEqual(['asked', drawn]);
    expect((await bytesIn(tiles)) ?? 0).toBeGreaterThan(drawn?.tile.bytes.length ?? NaN);
  });

  it('says so where something was written before it was read, and keeps no such tile', async () => {
    const tiles = await openTiles();
    await tiles.write();
    const opened = await tiles.open();
    await tiles.write();
    expect((await opened.draw())?.content).toBe('newer');
    expect((await opened.draw())?.content).toBe('newer');
    expect((await (await tiles.open()).draw())?.content).toBe('asked');
    expect(tiles.seen.drawn).toBe(3);
  });

  it('gives those who wait the error of the store, and asks it again', async () => {
    const tiles = await openTiles();
    await tiles.write();
    tiles.gate.wait = async () => {
      throw new Error('the disk is gone');
    };
    const opened = await tiles.open();
    const errors = await Promise.all([opened.draw(), opened.draw()].map((each) => each.catch(String)));
    expect(errors).toEqual(['Error: the disk is gone', 'Error: the disk is gone']);
    tiles.gate.wait = async () => undefined;
    expect(await bytesIn(tiles)).toBeGreaterThan(0);
  });

  it('keeps no more bytes than it may, and those that were used last', async () => {
    const tiles = await openTiles({}, 3_500);
    await tiles.write();
    const at = (limit: number) => bytesIn(tiles, { limit });
    for (const limit of [1, 2, 3, 1, 2, 4, 1]) await at(limit);
    const before = tiles.seen.drawn;
    await at(1);
    expect(tiles.seen.drawn).toBe(before);
    for (const limit of [1, 2, 3, 4, 5, 6]) await at(limit);
    expect(tiles.seen.drawn).toBeGreaterThan(before + 3);
    const none = await openTiles({}, 0);
    await none.write();
    expect([await bytesIn(none), await bytesIn(none), none.seen.drawn]).toEqual([51, 51, 2]);
  });

  it('reads the most important features only where there are too many, and tells about how many are left out', async () => {
    const tiles = await openTiles({ maxFeatures: 20 });
    await tiles.write(12_000);
    const { tile } = (await (await tiles.open()).draw()) ?? {};
    expect(tiles.seen.given).toBeLessThanOrEqual(10_000);
    expect(tiles.seen.given).toBeGreaterThan(2_000);
    expect(tile?.omitted).toBeGreaterThan(11_000);
    expect(tile?.omitted).toBeLessThan(12_000);
  });

  it('counts nothing where few are likely, and chooses where there are many all the same', async () => {
    const tiles = await openTiles({ maxFeatures: 20 });
    await tiles.write(12_060, 0.1);
    const omittedAt = async (zoom: number): Promise<number> => {
      const [x, y] = [Math.floor((9.05 / 360 + 0.5) * 2 ** zoom), 2 ** zoom / 2];
      const drawn = await (await tiles.open({ tile: { scheme: 'web-mercator', zoom, x, y } })).draw();
      return drawn?.tile.omitted ?? 0;
    };
    expect([await omittedAt(9), tiles.seen]).toMatchObject([67 * 7 - 20, { counts: 0, reads: 1 }]);
    expect(await omittedAt(4)).toBeGreaterThan(11_000);
    expect(tiles.seen).toMatchObject({ reads: 3 });
    expect(tiles.seen.counts).toBeGreaterThan(0);
    expect(tiles.seen.given).toBeLessThan(10_000);
  });

  it('is the caller’s alone', async () => {
    const tiles = await openTiles();
    const features = new MemoryFeatureStore(tiles.spaces);
    const draw = new DrawTile({
      features,
      analytics: features,
      drawer: new MemoryTileDrawer(),
      cache: new TileCache(0),
      rules: new TileRules(),
    });
    await expect(draw.execute(ownerCaller({ owner: 'bob' }), tiles.id, query)).rejects.toMatchObject({
      code: 'space-forbidden',
    });
    await expect(draw.execute(alice, 'none', query)).rejects.toMatchObject({ code: 'space-not-found' });
  });

  it('is the same whether large features have copies or not', async () => {
    const { id, spaces } = await openTiles();
    const features = new MemoryFeatureStore(spaces);
    const coast = several(6_000, (index) => {
      const angle = ((index % 5_999) / 5_999) * 2 * Math.PI;
      return [10 + 9 * Math.cos(angle) + Math.sin(99 * angle), 40 * Math.sin(angle)];
    });
    const land = aFeature('land', {
      geometry: { type: 'Polygon', coordinates: [[...coast.slice(0, -1), coast[0]]] },
    });
    await features.write(id, aBatch([writing(land), writing(aFeature('town'))]));
    const draw = new DrawTile({
      features,
      analytics: features,
      drawer: new MemoryTileDrawer(),
      cache: new TileCache(0),
      rules: new TileRules({}),
    });
    const tileOf = async (given: Partial<TileQuery>) =>
      (await (await draw.execute(alice, id, { ...query, ...given })).draw())?.tile;
    const queries = several(
      6,
      (zoom) =>
        ({
          tile: { scheme: 'web-mercator', zoom, x: 2 ** zoom / 2, y: 2 ** zoom / 2 - 1 },
          selection: { paths: [['properties', NAMESPACE]], geometry: 'shown' },
        }) satisfies Partial<TileQuery>,
    ).slice(1);
    const before = await Promise.all(queries.map(tileOf));
    const reader = new MemoryFeatureReader(new SequenceIdGenerator());
    const copy = new CopyFeatures({
      maintenance: features,
      reader,
      attempts: newAttempts(),
      clock: new ManualClock(),
    });
    expect(await copy.execute()).toEqual({ copied: 1, failed: 0 });
    expect(await copy.execute()).toEqual({ copied: 0, failed: 0 });
    expect(await Promise.all(queries.map(tileOf))).toEqual(before);
    expect(before.map((tile) => (tile?.bytes.length ?? 0) > 100)).toEqual(queries.map(() => true));
  });
});
