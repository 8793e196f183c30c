import { assert } from '../assert.js';
import type { FeatureCriteria, PropertyFilter } from '@cairn/spaces';
import { aSpace, several } from '../builders.js';
import type { Contract } from '../contract.js';
import {
  aFeature,
  aPoint,
  DELETE,
  openedSpace,
  openSpace,
  writing,
  type FeatureStorePorts,
  type OpenedSpace,
} from './feature-store-ports.js';
import { assertFound, writeValues } from './found.js';
import { assertAccepted, assertIndexed, buildIndexes, comparisons, wantIndexes } from './indexes.js';

const V = ['properties', 'v'];
const long = 'x'.repeat(63);
const unusual: readonly (string | number | boolean)[] = [
  0,
  -0,
  1,
  -1,
  1.5,
  -1.5,
  10,
  9,
  1e300,
  -1e300,
  5e-324,
  2 ** 53,
  true,
  false,
  '',
  'a',
  'ab',
  'b',
  'B',
  '10',
  '\ud7ff',
  '\ue000',
  '\u{10ffff}',
  '\u{10ffff}a',
  'a\u{1f600}',
  long,
  `${long}x`,
  `${long}xx`,
  `${long}xxy`,
  `${long}y`,
  '\u{1f600}'.repeat(70),
];

const compare = (operator: 'equals' | 'greater' | 'notEquals', ...values: number[]): PropertyFilter => ({
  kind: 'compare',
  operator,
  path: V,
  values,
});

/** What stores promise of the indexes that spaces ask for. */
export const featureIndexRules = {
  'a search by an index finds the same as without one': async (subject) => {
    const space = await openSpace(subject);
    await wantIndexes(space, { v: true });
    const values = Object.fromEntries(unusual.map((value, index) => [`v${index}`, value]));
    await writeValues(space, { ...values, list: [1], deep: { v: 1 }, nil: null, none: undefined });
    await space.write([writing('{"type":"Feature","id":"exact","geometry":null,"properties":{"v":1.0e0}}')]);
    await assertIndexed(space, { v: true });
    const stored = await space.features.find(space.id, await space.ids());
    const given = [...unusual, null, '\0', 'a\0', '\ud800', NaN, Infinity, -Infinity, `${long}\u{10ffff}`];
    for (const filter of comparisons(V, given)) await assertAccepted(space, stored, { filter });
    const [zero, ten, some] = [
      compare('greater', 0),
      compare('equals', 10, 9, 1),
      compare('notEquals', 1, 10),
    ];
    const boxes = [[0, 0, 90, 90]] as const;
    for (const filters of [
      [zero, ten],
      [some, zero],
      [zero, { kind: 'not', filter: ten } as const],
    ]) {
      await assertAccepted(space, stored, { filter: { kind: 'and', filters }, boxes });
      await assertAccepted(space, stored, { filter: { kind: 'or', filters } });
    }
    await assertAccepted(space, stored, { filter: some, part: { index: 1, of: 3 } });
    const [, after] = await space.ids({ filter: zero });
    assert.deepEqual(
      await space.ids({ filter: zero, after, limit: 2 }),
      (await space.ids({ filter: zero })).slice(2, 4),
    );
    const sort = [{ path: V, direction: 'descending' }] as const;
    assert.deepEqual(await space.ids({ filter: ten, sort }), ['v6', 'v7', 'exact', 'v2']);
    assert.equal(await space.features.erase(space.id, { filter: ten, now: 0 }), 4);
    await assertFound(space, { filter: ten }, []);
  },

  'a page of what very many features have in common is found by an index': async (subject) => {
    const space = await openSpace(subject);
    await wantIndexes(space, { v: true });
    const values = ['a', `${long}xx`, 'a', `${long}xy`]; // the long ones have the same term
    const count = 4 * 2_100; // above it, stores read features in order rather than all that have the value
    const stored = several(count, (number) => ({
      id: `f${String(number).padStart(4, '0')}`,
      v: values[number % 4] ?? '',
      w: number % 5,
    }));
    await space.write(
      stored.map(({ id, v, w }) => writing(aFeature(id, { geometry: aPoint(w, 1), properties: { v, w } }))),
      { returning: 'ids' },
    );
    await assertIndexed(space, { v: true });
    const equals = (name: string, ...these: (string | number)[]) =>
      ({ kind: 'compare', operator: 'equals', path: ['properties', name], values: these }) as const;
    const page = async (criteria: FeatureCriteria, has: (feature: (typeof stored)[number]) => boolean) => {
      const expected = stored.filter(has).map(({ id }) => id);
      assert.deepEqual(await space.ids({ ...criteria, limit: 10 }), expected.slice(0, 10));
      const [after] = expected.slice(700);
      assert.deepEqual(await space.ids({ ...criteria, after, limit: 10 }), expected.slice(701, 711));
    };
    const [common, cut] = [equals('v', 'a'), equals('v', `${long}xy`)];
    await page({ filter: common }, ({ v }) => v === 'a');
    await page({ filter: cut }, ({ v }) => v.endsWith('xy'));
    await page({ filter: equals('v', 'a', `${long}xy`) }, ({ v }) => !v.endsWith('xx'));
    await page(
      { filter: { kind: 'and', filters: [common, equals('w', 3)] } },
      ({ v, w }) => v === 'a' && w === 3,
    );
    await page({ filter: common, boxes: [[1.5, 0, 4, 2]] }, ({ v, w }) => v === 'a' && w > 1);
    await page({ filter: common, part: { index: 1, of: 1 } }, ({ v }) => v === 'a');
  },

  'indexes are built for what a space asks for, and removed when it no longer does': async (subject) => {
    const space = await openSpace(subject);
    await writeValues(space, { one: 1, two: 2 });
    await assertIndexed(space, {});
    await wantIndexes(space, { v: true, 'f.title::string': true, other: false, 'f.id': true });
    await assertIndexed(space, {});
    await buildIndexes(space);
    await assertIndexed(space, { v: true, 'f.title': true });
    await assertFound(space, { filter: compare('equals', 2) }, ['two']);
    await wantIndexes(space, { w: true, 'f.title': false });
    await buildIndexes(space);
    await assertIndexed(space, { w: true });
    await wantIndexes(space, { 'v::number': true });
    await buildIndexes(space);
    await assertIndexed(space, { v: true });
    await assertFound(space, { filter: compare('equals', 2) }, ['two']);
  },

  'an index has what was written while it was built, and nothing that went': async (subject) => {
    const space = await openSpace(subject);
    const idOf = (number: number): string => `f${String(number).padStart(4, '0')}`;
    const put = (number: number, v: number, pad = '') =>
      writing(aFeature(idOf(number), { geometry: aPoint(1, 1), properties: { v, pad } }));
    const numbers = several(1_500, (number) => number);
    await space.write(
      numbers.map((number) => put(number, number % 100, 'x'.repeat(2_000))),
      { returning: 'ids' },
    );
    await wantIndexes(space, { v: true });
    const filter = compare('equals', 7);
    const has = (number: number): boolean => number % 100 === 7;
    await assertFound(space, { filter }, numbers.filter(has).map(idOf));
    const first = await space.features.index();
    assert.ok(first !== 'done' && 'looked' in first && first.looked > 0, JSON.stringify(first));
    assert.equal(first.looked + first.left, 1_500);
    await space.write([put(7, 8), put(1_407, 8), put(9, 7), put(1_409, 7), put(2_000, 7)]);
    await space.write([107, 1_307].map((number) => writing(aFeature(idOf(number)), DELETE)));
    const steps = await buildIndexes(space);
    assert.equal((steps.at(-1) ?? first).left, 0); // a step may be large enough for all
    await assertIndexed(space, { v: true });
    const gone = [7, 107, 1_307, 1_407];
    const expected = [...numbers.filter((number) => has(number) && !gone.includes(number)), 9, 1_409, 2_000];
    await assertFound(space, { filter }, expected.map(idOf).sort());
  },

  'a space without features has its indexes from the first write on, whatever went before': async (
    subject,
  ) => {
    const ports = await subject.open();
    const settings = { searchableProperties: { v: true } };
    const open = async (given: { readonly id?: string } = {}): Promise<OpenedSpace> => {
      const space = aSpace({ settings, ...given });
      await ports.spaces.add(space);
      return openedSpace(ports, space.id);
    };
    const [space, other] = [await open(), await open()];
    const filter = compare('equals', 1);
    const check = async (ids: readonly string[]): Promise<void> => {
      await writeValues(space, Object.fromEntries(ids.map((id) => [id, 1])));
      await assertIndexed(space, { v: true });
      await assertFound(space, { filter }, ids);
    };
    await writeValues(other, { other: 1 });
    await check(['a', 'b']);
    await space.features.erase(space.id, { now: 0 });
    await check(['b', 'c']);
    await ports.spaces.remove(space.id, () => undefined);
    while ((await ports.features.purge()) === 'more');
    await open({ id: space.id });
    await check(['c', 'd']);
    await space.features.erase(space.id, { filter, now: 0 });
    await check(['d']);
    await assertFound(other, { filter }, ['other']);
    await assert.rejects(ports.features.indexed('nowhere'), { code: 'space-not-found' });
  },
} satisfies Contract<FeatureStorePorts>;
