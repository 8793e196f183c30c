import { describe, expect, it } from '@jest/globals';
import { TrashRules } from '@cairn/kernel';
import {
  DeleteFeatures,
  FeatureRules,
  ownerCaller,
  ReadFeatures,
  tokenRights,
  WriteFeatures,
  type Caller,
  type WriteRule,
  type SpaceSettings,
} from '@cairn/spaces';
import type { FeatureWriteRequest } from '@cairn/spaces/spi';
import { aSpace } from '@cairn/testkit';
import { ManualClock } from '../kernel/manual-clock.js';
import { MemoryFeatureStore } from './memory-feature-store.js';
import { MemorySpaceRepository } from '../spaces/memory-space-repository.js';
import { MemoryFeatureReader } from './memory-feature-reader.js';
import { SequenceIdGenerator } from '../kernel/sequence-id-generator.js';

const alice = ownerCaller({ owner: 'alice' });
const put: WriteRule = { onExists: 'replace', onNotExists: 'create', onConflict: 'error' };

const holder = (...rights: readonly string[]): Caller => ({
  owner: 'x',
  rights: tokenRights(Object.fromEntries(rights.map((right) => [right, [{}]]))),
  readsShared: true,
});

async function openSpace(settings: SpaceSettings = {}) {
  const spaces = new MemorySpaceRepository();
  const features = new MemoryFeatureStore(spaces);
  const ports = { spaces, features, clock: new ManualClock(), ids: new SequenceIdGenerator() };
  const [rules, trash] = [new FeatureRules(), new TrashRules(0)];
  const { id } = aSpace();
  await spaces.add(aSpace({ id, settings }));
  const write = new WriteFeatures({ ...ports, rules, reader: new MemoryFeatureReader(ports.ids) });
  const request = (onFailure: FeatureWriteRequest['onFailure'], texts: readonly string[]) =>
    ({ features: texts.map((text) => ({ text, rule: put })), onFailure, returning: 'ids' }) as const;
  return {
    put: (caller: Caller, ...texts: readonly string[]) =>
      write.execute(caller, id, request('rollback', texts)),
    putEach: (caller: Caller, ...texts: readonly string[]) =>
      write.execute(caller, id, request('skip', texts)),
    remove: (caller: Caller, ...ids: readonly string[]) =>
      new DeleteFeatures({ ...ports, rules, trash }).execute(caller, id, { ids, onNotExists: 'retain' }),
    ids: async (caller: Caller) =>
      (await new ReadFeatures(ports).execute(caller, id, ['a', 'b', 'c'])).map((feature) => feature.id),
  };
}

const forbidden = (right: string) => ({ code: 'space-forbidden', right });

describe('writing features', () => {
  it('needs the rights to what it does, which the stored features decide', async () => {
    const space = await openSpace();
    const [inserter, updater] = [holder('createFeatures'), holder('updateFeatures')];
    await space.put(inserter, '{"id":"a"}');
    await expect(space.put(inserter, '{"id":"b"}', '{"id":"a","n":1}')).rejects.toMatchObject(
      forbidden('updateFeatures'),
    );
    await expect(space.put(updater, '{"id":"b"}')).rejects.toMatchObject(forbidden('createFeatures'));
    expect(await space.ids(alice)).toEqual(['a']);
    expect((await space.put(updater, '{"id":"a","n":1}')).updated).toEqual(['a']);
    const some = await space.putEach(inserter, '{"id":"a","n":2}', '{"id":"b"}');
    expect([some.inserted, some.failed]).toEqual([
      ['b'],
      [expect.objectContaining({ index: 0, id: 'a', reason: 'forbidden' })],
    ]);
    await expect(space.remove(inserter, 'absent')).rejects.toMatchObject(forbidden('deleteFeatures'));
    await expect(space.put(holder('readFeatures'))).rejects.toMatchObject(forbidden('createFeatures'));
    expect((await space.remove(holder('deleteFeatures'), 'a')).deleted).toEqual(['a']);
  });

  it('stops at as many features as the caller may store', async () => {
    const space = await openSpace();
    const limited = { ...alice, limits: { maxFeaturesPerSpace: 2 } };
    await space.put(limited, '{"id":"a"}');
    const tooMany = space.put(limited, '{"id":"b"}', '{"id":"c"}');
    await expect(tooMany).rejects.toMatchObject({ code: 'feature-limit-reached', maxFeatures: 2 });
    const some = await space.putEach(limited, '{"id":"b"}', '{"id":"c"}', '{"id":"a","n":1}');
    expect([some.inserted, some.updated, some.failed]).toEqual([
      ['b'],
      ['a'],
      [expect.objectContaining({ id: 'c', reason: 'too-many-features' })],
    ]);
    expect((await space.put(alice, '{"id":"c"}')).inserted).toEqual(['c']);
  });

  it('is refused while the space is read-only or not active, before anything is read', async () => {
    for (const [settings, code] of [
      [{ readOnly: true }, 'space-read-only'],
      [{ active: false }, 'space-inactive'],
    ] as const) {
      const space = await openSpace(settings);
      await expect(space.put(alice, '{')).rejects.toMatchObject({ code });
      await expect(space.remove(alice, 'a')).rejects.toMatchObject({ code });
    }
    await expect((await openSpace({ active: false })).ids(alice)).rejects.toMatchObject({
      code: 'space-inactive',
    });
    expect(await (await openSpace({ readOnly: true, shared: true })).ids(holder())).toEqual([]);
  });
});
