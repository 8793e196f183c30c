import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { aBatch, aFeature, aSpace, several, writing } from '@cairn/testkit';
import { databases, dropDatabases, type OpenedStore } from './feature-stores.spec.kit.js';

afterAll(dropDatabases);

/** As `id version-ended`. */
const HISTORY = `SELECT id || ' ' || version || '-' || ended FROM feature_history ORDER BY ended, id`;

describe.each(databases)('the rows of features as they were, on %s', (_, open) => {
  let store: OpenedStore;
  const write = async (id: string, ...names: readonly string[]): Promise<void> => {
    const changed = names.map((name) => writing(aFeature(name, { properties: { at: (changes += 1) } })));
    await store.features.write(id, aBatch(changed, { returning: 'ids' }));
  };
  let changes = 0;

  const keeping = async (versionsToKeep: number): Promise<string> => {
    const space = aSpace({ settings: { versionsToKeep } });
    await store.spaces.add(space);
    return space.id;
  };

  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.close());

  it('have the version that ended them, and go with the last kept version that has them', async () => {
    const id = await keeping(3);
    await write(id, 'a', 'b');
    await write(id, 'a');
    await write(id, 'a', 'b');
    expect(await store.column(HISTORY)).toEqual(['a 1-2', 'a 2-3', 'b 1-3']);
    await write(id, 'c');
    expect(await store.column(HISTORY)).toEqual(['a 1-2', 'a 2-3', 'b 1-3']);
    await store.features.erase(id, { now: 1 });
    expect(await store.column(HISTORY)).toEqual(['a 2-3', 'b 1-3', 'a 3-5', 'b 3-5', 'c 4-5']);
  });

  it('are none where a space keeps the newest version only', async () => {
    const id = await keeping(1);
    await write(id, 'a', 'b');
    await write(id, 'a');
    await store.features.erase(id, { now: 1 });
    expect(await store.column(HISTORY)).toEqual([]);
  });

  it('go little by little where there are many, and with their space', async () => {
    const id = await keeping(2);
    const many = several(300, (number) => `f${number}`);
    await write(id, ...many);
    await write(id, ...many);
    expect(await store.column(HISTORY)).toHaveLength(300);
    const left = [];
    for (const name of ['x', 'y', 'z', 'z']) {
      await write(id, name);
      left.push((await store.column(HISTORY)).length);
    }
    expect(left).toEqual([300, 200, 100, 1]);
    await write(id, ...many);
    await store.spaces.remove(id, () => undefined);
    while ((await store.features.purge()) === 'more');
    expect(await store.column(HISTORY)).toEqual([]);
  });
});
