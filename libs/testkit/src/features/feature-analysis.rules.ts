import { assert } from '../assert.js';
import { several } from '../builders.js';
import type { Contract } from '../contract.js';
import { aFeature, aPoint, openSpace, PUT, writing, type FeatureStorePorts } from './feature-store-ports.js';
import { writeGeometries, writeValues } from './found.js';

const V = ['properties', 'v'];

/** What is known of the features that meet criteria. */
export const featureAnalysisRules = {
  'an analysis counts what meets the criteria: total, bounds, types, properties and tags': async (
    subject,
  ) => {
    const space = await openSpace(subject);
    const rule = { ...PUT, addTags: ['even'] };
    await space.write(
      several(1_200, (number) =>
        writing(
          aFeature(`f${number}`, { geometry: aPoint(number / 100, 5), properties: { n: number, s: 'x' } }),
          number % 2 === 0 ? rule : PUT,
        ),
      ),
      { returning: 'ids' },
    );
    await writeGeometries(space, { nowhere: null });
    const all = await space.features.analyse(space.id, {});
    const { summary } = await space.features.statistics(space.id);
    assert.equal(all.total, 1_201);
    assert.deepEqual(all.bounds, [0, 5, 11.99, 5]);
    assert.deepEqual(all.summary, {
      ...summary,
      properties: [
        { name: 'n', type: 'number', count: 1_200 },
        { name: 's', type: 'string', count: 1_200 },
      ],
    });
    const filter = {
      kind: 'compare',
      operator: 'atLeast',
      path: ['properties', 'n'],
      values: [1_100],
    } as const;
    const some = await space.features.analyse(space.id, { filter, boxes: [[0, 0, 11.5, 10]] });
    assert.deepEqual([some.total, some.bounds], [51, [11, 5, 11.5, 5]]);
    assert.deepEqual(some.summary.tags, [{ name: 'even', count: 26 }]);
    assert.deepEqual(some.summary.geometryTypes, [{ name: 'Point', count: 51 }]);
    const none = await space.features.analyse(space.id, { boxes: [] });
    assert.deepEqual([none.total, none.bounds, none.summary.properties], [0, undefined, []]);
  },

  'values of a member are counted by how often they come': async (subject) => {
    const space = await openSpace(subject);
    await writeValues(space, {
      a: 'x',
      b: 'x',
      c: 'x',
      d: 1,
      e: 1,
      f: true,
      g: 'y',
      h: 'y',
      i: '1',
      j: null,
      k: [1],
      l: {},
    });
    const { groups } = await space.features.analyse(space.id, { groupBy: { path: V, top: 4 } });
    assert.deepEqual(groups, {
      top: [
        { value: 'x', count: 3 },
        { value: 1, count: 2 },
        { value: 'y', count: 2 },
        { value: true, count: 1 },
      ],
      others: 1,
      missing: 3,
      distinct: 5,
      isExact: true,
    });
  },

  'numbers of a member are counted in ranges of the same width': async (subject) => {
    const space = await openSpace(subject);
    await writeValues(space, { a: 0, b: 1, c: 2.5, d: 5, e: 9.99, f: 10, g: '7', h: null });
    const bins = async (count: number) =>
      (await space.features.analyse(space.id, { histogram: { path: V, bins: count } })).histogram;
    assert.deepEqual(await bins(4), {
      bins: [
        { from: 0, to: 2.5, count: 2 },
        { from: 2.5, to: 5, count: 1 },
        { from: 5, to: 7.5, count: 1 },
        { from: 7.5, to: 10, count: 2 },
      ],
      missing: 2,
    });
    await writeValues(space, {
      ...Object.fromEntries([...'abcdef'].map((id) => [id, 3])),
      g: -1e308,
      h: 1e308,
    });
    const wide = (await bins(2))?.bins.map(({ count }) => count);
    assert.deepEqual(wide, [1, 7]);
  },

  'dates of a member are counted by periods of UTC': async (subject) => {
    const space = await openSpace(subject);
    await writeValues(space, {
      a: '2024',
      b: '2025-03',
      c: '2025-03-31',
      d: '2025-03-31T23:30:00-02:00',
      e: '2025-04-01 01:05',
      f: Date.UTC(2025, 2, 1),
      g: 'yesterday',
      h: '2025-13-01',
      i: null,
      j: 1e300,
      k: '2025-02-29',
      l: '2025-02-30T10:00:00Z',
    });
    const periods = async (interval: 'year' | 'month' | 'day' | 'hour') => {
      const found = await space.features.analyse(space.id, { timeBuckets: { path: V, interval } });
      assert.equal(found.timeBuckets?.missing, 6);
      return found.timeBuckets.buckets.map(({ from, count }) => `${from} ${count}`);
    };
    assert.deepEqual(await periods('year'), ['2024-01-01T00:00:00.000Z 1', '2025-01-01T00:00:00.000Z 5']);
    assert.deepEqual(await periods('month'), [
      '2024-01-01T00:00:00.000Z 1',
      '2025-03-01T00:00:00.000Z 3',
      '2025-04-01T00:00:00.000Z 2',
    ]);
    assert.deepEqual((await periods('hour')).slice(-2), [
      '2025-03-31T00:00:00.000Z 1',
      '2025-04-01T01:00:00.000Z 2',
    ]);
  },

  'an analysis finds nothing once it is cancelled, and fails without a space': async (subject) => {
    const space = await openSpace(subject);
    await writeValues(space, { a: 1 });
    const controller = new AbortController();
    controller.abort();
    const query = { groupBy: { path: V, top: 1 } };
    const { total, groups } = await space.features.analyse(space.id, query, controller.signal);
    assert.deepEqual([total, groups?.top], [0, []]);
    await assert.rejects(space.features.analyse('none', {}), { code: 'space-not-found' });
  },
} satisfies Contract<FeatureStorePorts>;
