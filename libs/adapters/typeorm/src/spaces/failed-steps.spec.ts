import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { WorkAttempts } from '@cairn/kernel';
import { INDEX_JOB, IndexFeatures, PURGE_JOB, PurgeFeatures } from '@cairn/spaces';
import { aBatch, aFeature, aSpace, writing } from '@cairn/testkit';
import { databases, dropDatabases, type OpenedStore } from './feature-stores.spec.kit.js';

afterAll(dropDatabases);

describe.each(databases)('work in the background that fails for one space, on %s', (_, open) => {
  let store: OpenedStore;
  const spaceOf = async (...names: readonly string[]): Promise<string> => {
    const space = aSpace();
    await store.spaces.add(space);
    const features = names.map((name) => writing(aFeature(name, { properties: { beds: 3, open: true } })));
    await store.features.write(space.id, aBatch(features, { returning: 'ids' }));
    return space.id;
  };

  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.close());

  const attempts = (): WorkAttempts =>
    new WorkAttempts({ failures: store.failures, clock: { now: Date.now } });
  const failed = async (job: string): Promise<readonly string[]> =>
    (await store.failures.list({ job, limit: 10 })).map(({ reason }) => reason);

  it('holds up no purge of others, and is told', async () => {
    await store.holdStuck();
    for (const names of [['stuck', 'a'], ['b'], ['stuck', 'c'], ['d']]) {
      const id = await spaceOf(...names);
      await store.spaces.remove(id, () => undefined);
    }
    const purge = new PurgeFeatures({ maintenance: store.features, attempts: attempts() });
    await purge.execute();
    const told = expect.stringMatching(/^content \d+: .*it is held/);
    expect(await failed(PURGE_JOB)).toEqual([told, told]);
    const left = await store.column('SELECT id FROM feature ORDER BY id');
    expect(left.filter((id) => ['b', 'd'].includes(id))).toEqual([]);
    expect(left.filter((id) => id === 'stuck')).toHaveLength(2);
    await store.run(`UPDATE feature SET id = 'free' WHERE id = 'stuck'`);
    await store.failures.retry({ job: PURGE_JOB }, Date.now());
    await purge.execute();
    expect(await store.column('SELECT id FROM feature')).toEqual([]);
    expect(await failed(PURGE_JOB)).toEqual([]);
  });

  it('holds up no index of others, and is told', async () => {
    const [first, second] = [await spaceOf('a'), await spaceOf('b')];
    for (const id of [first, second])
      await store.spaces.update(id, (space) => ({
        ...space,
        settings: { ...space.settings, searchableProperties: { beds: true } },
      }));
    await store.run(`UPDATE property_index SET path = 'broken'
      WHERE key = (SELECT min(key) FROM property_index)`);
    await new IndexFeatures({ maintenance: store.features, attempts: attempts() }).execute();
    expect(await failed(INDEX_JOB)).toEqual([expect.stringMatching(/^index \d+: /)]);
    expect(await store.features.indexed(second)).toEqual([['properties', 'beds']]);
  });
});
