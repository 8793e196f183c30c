import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { aBatch, aFeature, aPoint, aSpace, several, writing } from '@cairn/testkit';
import { databases, dropDatabases, type OpenedStore } from './feature-stores.spec.kit.js';

afterAll(dropDatabases);

describe.each(databases)('the fine counts of features by cells, on %s', (_, open) => {
  let store: OpenedStore;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.close());

  const rollups = () => store.column(`SELECT detail || ' ' || state FROM cell_rollup ORDER BY key`);
  const aSpaceOf = async (count: number, degrees: number): Promise<string> => {
    const space = aSpace();
    await store.spaces.add(space);
    const points = several(count, (number) => aPoint(11.3 + (number / count) * degrees, 48.3));
    const features = points.map((geometry, number) => writing(aFeature(`f${number}`, { geometry })));
    await store.features.write(space.id, aBatch(features, { returning: 'ids' }));
    return space.id;
  };

  it('are made in the background where features are crowded', async () => {
    await aSpaceOf(2_048, 0.01);
    expect(await rollups()).toEqual(['coarse ready', 'fine building']);
    while ((await store.features.index()) !== 'done');
    expect(await rollups()).toEqual(['coarse ready', 'fine ready']);
    expect(await store.column('SELECT DISTINCT layer FROM cell_count ORDER BY layer')).toHaveLength(5);
  });

  it('are not made where features are scattered', async () => {
    await aSpaceOf(2_048, 100);
    await aSpaceOf(2_047, 0.01);
    expect(await store.features.index()).toBe('done');
    expect(await rollups()).toEqual(['coarse ready', 'coarse ready']);
  });

  it('are made anew after an erasure, and go with their space', async () => {
    const id = await aSpaceOf(2_300, 0.01);
    while ((await store.features.index()) !== 'done');
    const filter = { kind: 'compare', operator: 'equals', path: ['id'], values: ['f1'] } as const;
    await store.features.erase(id, { filter, now: 1 });
    while ((await store.features.index()) !== 'done');
    expect(await rollups()).toEqual(['coarse ready', 'fine ready']);
    await store.spaces.remove(id, () => undefined);
    while ((await store.features.purge()) === 'more');
    while ((await store.features.index()) !== 'done');
    expect([await rollups(), await store.column('SELECT hex FROM cell_count')]).toEqual([[], []]);
  });
});
