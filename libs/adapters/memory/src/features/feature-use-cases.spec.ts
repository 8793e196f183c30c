import { describe, expect, it } from '@jest/globals';
import { InvalidInput, TrashRules } from '@cairn/kernel';
import {
  CountFeatures,
  DeleteFeatures,
  EraseFeatures,
  FeatureRules,
  FeaturesNotWritten,
  IterateFeatures,
  ownerCaller,
  NearestFeatures,
  PurgeFeatures,
  ReadContentState,
  ReadFeatures,
  ReadStatistics,
  SearchFeatures,
  WriteFeatures,
  type WriteRule,
} from '@cairn/spaces';
import type { FeatureWriteRequest } from '@cairn/spaces/spi';
import { aSpace, several } from '@cairn/testkit';
import { ManualClock } from '../kernel/manual-clock.js';
import { MemoryFeatureStore } from './memory-feature-store.js';
import { MemorySpaceRepository } from '../spaces/memory-space-repository.js';
import { MemoryFeatureReader } from './memory-feature-reader.js';
import { SequenceIdGenerator } from '../kernel/sequence-id-generator.js';
import { newAttempts } from '../kernel/work-attempts.spec.kit.js';

const alice = ownerCaller({ owner: 'alice', anonymousAllowed: true });
const bob = ownerCaller({ owner: 'bob' });
const post: WriteRule = { onExists: 'patch', onNotExists: 'create', onConflict: 'error' };
const feature = '{"type":"Feature","geometry":{"type":"Point","coordinates":[8,50]},"properties":{}}';

async function openHub() {
  const spaces = new MemorySpaceRepository();
  const features = new MemoryFeatureStore(spaces);
  const ports = { spaces, features };
  const ids = new SequenceIdGenerator();
  const time = { clock: new ManualClock(), ids, rules: new FeatureRules(), trash: new TrashRules(0) };
  const reader = new MemoryFeatureReader(ids);
  const { id } = aSpace();
  await spaces.add(aSpace({ id }));
  return {
    id,
    write: new WriteFeatures({ ...ports, ...time, reader }),
    remove: new DeleteFeatures({ ...ports, ...time }),
    erase: new EraseFeatures({ ...ports, ...time }),
    read: new ReadFeatures(ports),
    search: new SearchFeatures(ports),
    iterate: new IterateFeatures(ports),
    count: new CountFeatures(ports),
    nearest: new NearestFeatures(ports),
    purge: new PurgeFeatures({ maintenance: features, attempts: newAttempts() }),
    statistics: new ReadStatistics(ports),
    state: new ReadContentState(ports),
  };
}

const request = (
  texts: readonly string[],
  given: Partial<FeatureWriteRequest & { readonly rule: WriteRule }> = {},
): FeatureWriteRequest => ({
  features: texts.map((text) => ({ text, rule: given.rule ?? post })),
  onFailure: 'rollback',
  returning: 'ids',
  ...given,
});

async function textOf(chunks: AsyncIterable<{ readonly text: string }>): Promise<string> {
  let all = '';
  for await (const { text } of chunks) all += text;
  return all;
}

const faultsOf = async (attempt: Promise<unknown>): Promise<readonly string[]> => {
  const error = await attempt.catch((reason: unknown) => reason);
  if (!(error instanceof InvalidInput)) throw new Error('not refused');
  return error.faults.map(({ pointer, code }) => `${pointer} ${code}`);
};

describe('the use cases of features', () => {
  it('write, find, count and delete', async () => {
    const hub = await openHub();
    const { inserted } = await hub.write.execute(
      alice,
      hub.id,
      request([feature, '{"id":2}'], { prefixId: 'p:' }),
    );
    expect(inserted).toEqual([`p:${'1'.padStart(16, '0')}`, 'p:2']);
    expect(await hub.read.execute(alice, hub.id, ['p:2', 'absent'])).toHaveLength(1);
    expect(await hub.count.execute(alice, hub.id)).toBe(2);
    const boxes = [[7, 49, 9, 51]] as const;
    expect(await hub.count.execute(alice, hub.id, { boxes })).toBe(1);
    expect(await textOf(await hub.search.execute(alice, hub.id, { boxes, limit: 5 }))).toContain('[8,50]');
    expect(await textOf(await hub.iterate.execute(alice, hub.id))).toContain('"p:2"');
    expect(
      await hub.remove.execute(alice, hub.id, { ids: ['p:2', 'p:2', 'x'], onNotExists: 'retain' }),
    ).toMatchObject({ version: 2, deleted: ['p:2'] });
    expect(await hub.erase.execute(alice, hub.id)).toBe(1);
    expect(await hub.statistics.execute(alice, hub.id)).toMatchObject({ head: { version: 3, total: 0 } });
  });

  it('are the owner’s alone', async () => {
    const hub = await openHub();
    const forbidden = { code: 'space-forbidden' };
    await expect(hub.write.execute(bob, hub.id, request([feature]))).rejects.toMatchObject(forbidden);
    await expect(hub.remove.execute(bob, hub.id, { ids: [], onNotExists: 'retain' })).rejects.toMatchObject(
      forbidden,
    );
    await expect(hub.erase.execute(bob, hub.id)).rejects.toMatchObject(forbidden);
    await expect(hub.read.execute(bob, hub.id, [])).rejects.toMatchObject(forbidden);
    await expect(hub.search.execute(bob, hub.id, { limit: 1 })).rejects.toMatchObject(forbidden);
    await expect(hub.iterate.execute(bob, hub.id)).rejects.toMatchObject(forbidden);
    await expect(hub.count.execute(bob, hub.id)).rejects.toMatchObject(forbidden);
    await expect(hub.statistics.execute(bob, hub.id)).rejects.toMatchObject(forbidden);
    await expect(hub.read.execute(alice, 'absent', [])).rejects.toMatchObject({ code: 'space-not-found' });
  });

  it('name every fault by the index of its feature, and write nothing', async () => {
    const hub = await openHub();
    const texts = ['{"id":"a"}', '{', '{"id":"a"}', '{"geometry":{"type":"Point","coordinates":[0,91]}}'];
    expect(await faultsOf(hub.write.execute(alice, hub.id, request(texts)))).toEqual([
      '/1 invalid-json',
      '/2/id duplicate-id',
      '/3/geometry/coordinates invalid-feature',
    ]);
    expect(await hub.count.execute(alice, hub.id)).toBe(0);
  });

  it('name a refused feature by its id, and read features one by one as they come', async () => {
    const hub = await openHub();
    async function* features() {
      yield* request(['{"id":7,"properties":1}', `{"id":"${'x'.repeat(600)}"}`]).features;
    }
    const attempt = hub.write.execute(alice, hub.id, {
      ...request([], { prefixId: 'p:' }),
      features: features(),
    });
    const error: unknown = await attempt.catch((reason: unknown) => reason);
    expect(error instanceof InvalidInput && error.faults.map(({ detail }) => detail)).toEqual([
      "Feature 0 ('p:7'): `/properties` is neither an object nor null.",
      `Feature 1 ('p:${'x'.repeat(510)}'): \`/id\` is longer than 512 characters.`,
    ]);
  });

  it('tell what identifies the content of a space', async () => {
    const hub = await openHub();
    await hub.write.execute(alice, hub.id, request([feature]));
    const { space, head } = await hub.state.execute(alice, hub.id);
    expect([space.id, head.version, head.total]).toEqual([hub.id, 1, 1]);
    await expect(hub.state.execute(bob, hub.id)).rejects.toMatchObject({ code: 'space-forbidden' });
  });

  it('write what can be written where failures are skipped, and tell where the others stood', async () => {
    const hub = await openHub();
    const rule = { ...post, onExists: 'error' } as const;
    const texts = ['{', '{"id":"a"}', '{"id":"a"}', '[]', '{"id":"b"}'];
    const result = await hub.write.execute(alice, hub.id, request(texts, { onFailure: 'skip', rule }));
    expect(result.inserted).toEqual(['a', 'b']);
    expect(result.failed.map(({ index, reason }) => [index, reason])).toEqual([
      [0, 'invalid-feature'],
      [2, 'feature-exists'],
      [3, 'invalid-feature'],
    ]);
  });

  it('throw where a batch is not written, with what failed', async () => {
    const hub = await openHub();
    const rule = { ...post, onNotExists: 'error' } as const;
    const attempt = hub.write.execute(alice, hub.id, request(['{"id":"a"}'], { rule }));
    await expect(attempt).rejects.toBeInstanceOf(FeaturesNotWritten);
    await expect(attempt).rejects.toMatchObject({
      failures: [{ index: 0, id: 'a', reason: 'feature-not-found' }],
    });
    const removal = hub.remove.execute(alice, hub.id, { ids: ['a'], onNotExists: 'error' });
    await expect(removal).rejects.toMatchObject({ code: 'features-not-written' });
  });

  it('detect conflicts only where they are asked to', async () => {
    const hub = await openHub();
    const rule = { ...post, onExists: 'replace' } as const;
    const stale = (n: number) => `{"id":"a","n":${n},"properties":{"@ns:com:here:xyz":{"version":1}}}`;
    await hub.write.execute(alice, hub.id, request([stale(0)], { rule }));
    await hub.write.execute(alice, hub.id, request([stale(1)], { rule }));
    const detecting = request([stale(2)], { rule, detectConflicts: true });
    await expect(hub.write.execute(alice, hub.id, detecting)).rejects.toMatchObject({
      failures: [{ reason: 'version-conflict' }],
    });
    expect((await hub.write.execute(alice, hub.id, request([stale(2)], { rule }))).updated).toEqual(['a']);
  });

  it('find the nearest, and sort', async () => {
    const hub = await openHub();
    const at = (id: string, longitude: number) =>
      `{"id":"${id}","geometry":{"type":"Point","coordinates":[${longitude},0]}}`;
    await hub.write.execute(alice, hub.id, request([at('a', 2), at('b', 1), at('c', 3)]));
    const near = await hub.nearest.execute(alice, hub.id, { point: [0, 0], limit: 2 });
    expect(near.map((found) => [found.feature.id, Math.round(found.distanceInMeters)])).toEqual([
      ['b', 111_319],
      ['a', 222_639],
    ]);
    const sort = [{ path: ['id'], direction: 'descending' }] as const;
    const sorted = await hub.search.execute(alice, hub.id, { limit: 2, sort });
    expect((await textOf(sorted)).match(/"id":"."/g)).toEqual(['"id":"c"', '"id":"b"']);
    await hub.purge.execute();
    const refused = { point: [181, 0], limit: 1_001, maxDistanceInMeters: -1 } as const;
    expect(await faultsOf(hub.nearest.execute(alice, hub.id, refused))).toEqual([
      '/point invalid-point',
      '/limit invalid-limit',
      '/maxDistance invalid-distance',
    ]);
    for (const unsorted of [{ sort: [] }, { sort: [{ ...sort[0], path: [] }] }])
      expect(await faultsOf(hub.search.execute(alice, hub.id, { limit: 1, ...unsorted }))).toEqual([
        ' invalid-sort',
      ]);
    await expect(hub.nearest.execute(bob, 'absent', { point: [0, 0], limit: 1 })).rejects.toMatchObject({
      code: 'space-not-found',
    });
  });

  it('refuse a search that cannot be', async () => {
    const hub = await openHub();
    const geometry = { type: 'Point', coordinates: [0, 91] } as const;
    for (const limit of [0, 100_001, 1.5, NaN])
      expect(await faultsOf(hub.search.execute(alice, hub.id, { limit }))).toEqual(['/limit invalid-limit']);
    const refused = {
      boxes: [[10, 0, 0, 10]],
      spatial: { geometry, relation: 'within', radiusInMeters: 1 },
      part: { index: 3, of: 2 },
      maxLevel: 16,
    } as const;
    expect(await faultsOf(hub.count.execute(alice, hub.id, refused))).toEqual([
      '/boxes/0 invalid-bbox',
      '/geometry/coordinates invalid-geometry',
      '/radius invalid-radius',
      '/part invalid-part',
      '/maxLevel invalid-level',
    ]);
    const around = (count: number) => ({
      geometry: { type: 'MultiPoint', coordinates: several(count, () => [1, 2] as const) } as const,
      relation: 'within' as const,
      radiusInMeters: 0,
    });
    expect(await hub.count.execute(alice, hub.id, { spatial: around(10_000) })).toBe(0);
    expect(await faultsOf(hub.count.execute(alice, hub.id, { spatial: around(10_001) }))).toHaveLength(1);
    const meeting = { ...around(10_001), relation: 'intersects' } as const;
    expect(await hub.count.execute(alice, hub.id, { spatial: meeting })).toBe(0);
  });
});
