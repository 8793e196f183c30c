import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  IndexByUse,
  ownerCaller,
  ReadStatistics,
  UpdateSpace,
  type ContentState,
  type FeatureCriteria,
  type PropertyFilter,
  type Space,
  SpaceStorage,
} from '@cairn/spaces';
import { aSpace, several } from '@cairn/testkit';
import { ManualClock } from '../kernel/manual-clock.js';
import { MemoryFeatureStore } from './memory-feature-store.js';
import { MemorySpaceRepository } from '../spaces/memory-space-repository.js';

const LARGE = 10_000;
const OFTEN = 10;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const is = (...path: readonly string[]): PropertyFilter => ({
  kind: 'compare',
  path: ['properties', ...path],
  operator: 'equals',
  values: ['x'],
});
const both = (...filters: readonly PropertyFilter[]): PropertyFilter => ({ kind: 'and', filters });

const clock = new ManualClock();
let spaces: MemorySpaceRepository;
let features: MemoryFeatureStore;
let byUse: IndexByUse;
let id: string;

beforeEach(async () => {
  spaces = new MemorySpaceRepository();
  features = new MemoryFeatureStore(spaces);
  byUse = new IndexByUse({ spaces, features, clock });
  ({ id } = aSpace());
  await spaces.add(aSpace({ id }));
});

const space = (): Promise<Space> => spaces.get(id);
const indexed = async () => Object.keys((await space()).settings.indexedByUse ?? {});

async function search(
  criteria: FeatureCriteria,
  { total = LARGE, caller = ownerCaller({ owner: 'alice' }) } = {},
): Promise<readonly string[]> {
  const head: ContentState['head'] = { ...(await features.statistics(id)), total };
  return byUse.note(caller, { space: await space(), head }, criteria);
}

async function searchOften(filter: PropertyFilter, times = OFTEN): Promise<void> {
  for (let count = 0; count < times; count += 1) await search({ filter });
  await byUse.apply();
}

describe('IndexByUse', () => {
  it('names what a search of a large space has no index of', async () => {
    expect(await search({ filter: both(is('beds'), is('address', 'city')) })).toEqual([
      'beds',
      'address.city',
    ]);
    expect(await search({ filter: { ...is(), path: ['title'] } as PropertyFilter })).toEqual(['f.title']);
    expect(await search({ filter: is('beds') }, { total: LARGE - 1 })).toEqual([]);
    expect(await search({ filter: is('beds'), boxes: [[0, 0, 1, 1]] })).toEqual([]);
    expect(await search({ filter: { kind: 'not', filter: is('beds') } })).toEqual([]);
    expect(await search({ filter: is('a.b') })).toEqual([]); // no key leads there
    await spaces.update(id, (stored) => ({
      ...stored,
      settings: { searchableProperties: { 'beds::string': true, no: false } },
    }));
    expect(await search({ filter: both(is('beds'), is('city')) })).toEqual([]);
    expect(await search({ filter: is('no') })).toEqual([]);
    await spaces.update(id, (stored) => ({
      ...stored,
      settings: { searchableProperties: { 'f.properties.beds': true, 'f.properties.no': false } },
    }));
    expect(await search({ filter: is('beds') })).toEqual([]);
    expect(await search({ filter: is('no') })).toEqual([]);
  });

  it('names each key once, no more than are indexed, and none that a space may not declare', async () => {
    expect(await search({ filter: both(is('beds'), is('beds')) })).toEqual(['beds']);
    expect(await search({ filter: both(...several(100, (index) => is(`p${index}`))) })).toHaveLength(8);
    expect(await search({ filter: is('x'.repeat(1_000)) })).toHaveLength(1);
    for (const name of ['x'.repeat(1_001), 'a\0', '\ud800', ''])
      expect(await search({ filter: is(name) })).toEqual([]);
  });

  it('does not count those who read the space only because it is shared', async () => {
    await spaces.update(id, (stored) => ({ ...stored, settings: { shared: true } }));
    const caller = ownerCaller({ owner: 'bob' });
    for (let count = 0; count < OFTEN; count += 1)
      expect(await search({ filter: is('beds') }, { caller })).toEqual(['beds']);
    await byUse.apply();
    expect(await indexed()).toEqual([]);
  });

  it('indexes what was asked for often within an hour', async () => {
    await searchOften(is('beds'), OFTEN - 1);
    expect(await indexed()).toEqual([]);
    clock.advance(HOUR_MS);
    await searchOften(is('beds'), OFTEN - 1);
    expect(await indexed()).toEqual([]);
    await searchOften(is('beds'), 1);
    expect(await indexed()).toEqual(['beds']);
    const { indexes } = await new ReadStatistics({ features }).execute(ownerCaller({ owner: 'alice' }), id);
    expect(indexes).toEqual([{ key: 'beds', state: 'ready', automatic: true }]);
    expect(await search({ filter: is('beds') })).toEqual([]);
  });

  it('ends an index that nobody asked for in a week', async () => {
    await searchOften(is('beds'));
    await searchOften(is('city'));
    for (let day = 0; day < 6; day += 1) {
      clock.advance(DAY_MS);
      await searchOften(is('city'), 1);
    }
    expect((await indexed()).toSorted()).toEqual(['beds', 'city']);
    clock.advance(DAY_MS);
    await byUse.apply();
    expect(await indexed()).toEqual(['city']);
  });

  it('ends it on a server that is started every day', async () => {
    await searchOften(is('beds'));
    clock.advance(7 * DAY_MS);
    byUse = new IndexByUse({ spaces, features, clock });
    await byUse.apply();
    expect(await indexed()).toEqual(['beds']);
    clock.advance(HOUR_MS);
    await byUse.apply();
    expect(await indexed()).toEqual([]);
  });

  it('has up to eight for a space, those in use before others, and none of a space that is gone', async () => {
    for (const number of several(9, (index) => index)) {
      await searchOften(is(`p${number}`));
      clock.advance(1);
    }
    expect((await indexed()).toSorted()).toEqual(several(8, (index) => `p${index}`));
    clock.advance(2 * DAY_MS);
    for (const number of several(7, (index) => index + 1)) await searchOften(is(`p${number}`), 1);
    await searchOften(is('p8'));
    expect((await indexed()).toSorted()).toEqual(several(8, (index) => `p${index + 1}`));
    for (let count = 0; count < OFTEN; count += 1) await search({ filter: is('late') });
    await spaces.remove(id, () => undefined);
    await expect(byUse.apply()).resolves.toBeUndefined();
  });

  it('is left alone by changes of a client, who can declare the index or refuse it', async () => {
    await searchOften(is('beds'));
    const update = new UpdateSpace({ spaces, clock, storage: new SpaceStorage('memory') });
    const change = (settings: Record<string, never>) =>
      update.execute(ownerCaller({ owner: 'alice' }), id, { settings });
    await change({ shared: true, indexedByUse: { hacked: 1 } } as never);
    expect(await indexed()).toEqual(['beds']);
    await change({ searchableProperties: { beds: false } } as never);
    expect(await features.indexed(id)).toEqual([]);
    await searchOften(is('beds'));
    clock.advance(DAY_MS);
    await byUse.apply();
    expect(await indexed()).toEqual([]);
  });
});
