import { assert } from '../assert.js';
import type { SortedPlace, SortKey } from '@cairn/spaces';
import { several } from '../builders.js';
import type { Contract } from '../contract.js';
import {
  aFeature,
  everyChunk,
  NOW,
  openSpace,
  writing,
  type FeatureStorePorts,
} from './feature-store-ports.js';
import { writeValues } from './found.js';

const up = (...path: readonly string[]): SortKey => ({ path, direction: 'ascending' });
const down = (...path: readonly string[]): SortKey => ({ path, direction: 'descending' });

/** In which order features come where one is asked for. */
export const featureSortRules = {
  'a sort orders members of any type, null last, then by id, and a limit takes the first': async (
    subject,
  ) => {
    const space = await openSpace(subject);
    const values = {
      yes: true,
      no: false,
      ten: 10,
      two: 2,
      also: 2,
      minus: -1,
      word: 'b',
      Word: 'B',
      text: '10',
      map: '🗺',
      fi: 'ﬁ',
      empty: '',
      list: [3],
      pair: [1, 2],
      none: undefined,
      nil: null,
      object: { a: 1 },
      other: {},
    };
    await writeValues(space, values);
    const scalars = 'no yes minus also two ten empty text Word word fi map'.split(' ');
    const ascending = [...scalars, 'list', 'pair', 'object', 'other', 'nil', 'none'];
    assert.deepEqual(await space.ids({ sort: [up('properties', 'v')] }), ascending);
    const descending =
      'object other list pair map fi word Word text empty ten also two minus yes no nil none';
    assert.deepEqual(await space.ids({ sort: [down('properties', 'v')] }), descending.split(' '));
    for (const limit of [1, 3, 17])
      assert.deepEqual(await space.ids({ sort: [up('properties', 'v')], limit }), ascending.slice(0, limit));
  },

  'a sort takes several members, nested and special ones, of the features that meet the criteria': async (
    subject,
  ) => {
    const space = await openSpace(subject);
    const feature = (id: string, kind: string, size?: number) =>
      writing(aFeature(id, { rank: 9 - Number(id), properties: { kind, box: { size } } }));
    await space.write([feature('1', 'b', 1), feature('2', 'a', 1), feature('3', 'b', 2)]);
    await space.write([feature('4', 'a'), feature('5', 'b', 1)], { now: NOW + 1 });
    const [kind, size] = [up('properties', 'kind'), down('properties', 'box', 'size')];
    assert.deepEqual(await space.ids({ sort: [kind, size] }), ['2', '4', '3', '1', '5']);
    assert.deepEqual(await space.ids({ sort: [size, kind], limit: 3 }), ['3', '2', '1']);
    assert.deepEqual(await space.ids({ sort: [up('rank')] }), ['5', '4', '3', '2', '1']);
    assert.deepEqual(await space.ids({ sort: [down('updatedAt'), down('id')] }), ['5', '4', '3', '2', '1']);
    const path = ['properties', 'kind'];
    const filter = { kind: 'compare', operator: 'equals', path, values: ['b'] } as const;
    assert.deepEqual(await space.ids({ filter, sort: [down('id')], limit: 2 }), ['5', '3']);
    assert.deepEqual(await space.ids({ boxes: [[0, 0, 1, 1]], sort: [kind] }), []);
  },

  'a sort goes on behind a place, also where values are equal, mixed or missing': async (subject) => {
    const space = await openSpace(subject);
    const values = { a: 1, b: 1, c: 'x', d: [1], e: [2], f: null, g: undefined, h: {} };
    await writeValues(space, values);
    const behind = (direction: typeof up, id: string, member: SortedPlace['members'][number]) =>
      space.ids({ sort: [direction('properties', 'v')], behind: { id, members: [member] } });
    assert.deepEqual(await behind(up, 'a', 1), ['b', 'c', 'd', 'e', 'h', 'f', 'g']);
    assert.deepEqual(await behind(up, 'absent', 'w'), ['c', 'd', 'e', 'h', 'f', 'g']);
    assert.deepEqual(await behind(up, 'd', []), ['e', 'h', 'f', 'g']);
    assert.deepEqual(await behind(down, 'e', []), ['c', 'a', 'b', 'f', 'g']);
    assert.deepEqual(await behind(down, 'f', null), ['g']);
    assert.deepEqual(await behind(up, 'g', null), []);
  },

  'a sorted query comes in chunks that are bounded, as of one moment': async (subject) => {
    const { features, id, write } = await openSpace(subject);
    const large = 'x'.repeat(100_000);
    const batch = (round: number) =>
      several(6, (number) => writing(aFeature(`f${number}`, { properties: { number, round, large } })));
    await write(batch(0));
    const query = { sort: [down('properties', 'number')] };
    const sizes = (await everyChunk(features.query(id, query))).map(({ count }) => count);
    assert.deepEqual([sizes.every((size) => size <= 2), sizes.reduce((sum, size) => sum + size)], [true, 6]);
    const rounds: unknown[] = [];
    for await (const { text } of features.query(id, query)) {
      rounds.push(...[...text.matchAll(/"number":(\d),"round":(\d)/g)].map(([, n, round]) => [n, round]));
      await write(batch(1));
    }
    assert.deepEqual(
      rounds,
      several(6, (number) => [String(5 - number), '0']),
    );
  },
} satisfies Contract<FeatureStorePorts>;
