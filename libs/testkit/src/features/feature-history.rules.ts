import { assert } from '../assert.js';
import type { PropertyFilter, WriteRule } from '@cairn/spaces';
import { aSpace, several } from '../builders.js';
import type { Contract } from '../contract.js';
import {
  aFeature,
  DELETE,
  NOW,
  openedSpace,
  PATCH,
  PUT,
  type OpenedSpace,
  writing,
  type FeatureStorePorts,
} from './feature-store-ports.js';
import { assertChanges, MERGE, of, openKeeping, propertiesOf, reasons } from './stale-changes.js';

const WRITERS = 20;
const isOld: PropertyFilter = {
  ...({ kind: 'compare', operator: 'equals', path: ['properties', 'x'] } as const),
  values: [1],
};
/** No store tells it by its indexes alone. */
const hasList: PropertyFilter = { kind: 'contain', path: ['properties', 'list'], values: [1] };

/** What stores keep of features as they were, seen by what becomes of changes to them. */
export const featureHistoryRules = {
  'a change of a version that is kept is merged with what others have changed since': async (subject) => {
    const space = await openKeeping(await subject.open(), 3);
    await space.write([of('a', { x: 1, y: 1 }, { tags: ['one', 'two'] })]);
    await space.write([of('a', { y: 2 }, { tags: ['two', 'three'], rule: PATCH })]);
    const stale = [
      of('a', { x: 2, y: 1 }, { base: 1, tags: ['one', 'two', 'four'], rule: PATCH }),
      of('a', { x: 3, y: 1, z: 1 }, { base: 1, rule: MERGE }),
    ];
    const [patch, merge] = stale.map((modification) => [modification]);
    assert.deepEqual((await space.write(patch ?? [])).updated, ['a']);
    assert.deepEqual(await propertiesOf(space, 'a'), { x: 2, y: 2, tags: ['two', 'three', 'four'] });
    assert.deepEqual(reasons(await space.write(merge ?? [])), ['version-conflict']);
    await space.write([of('a', { x: 1 }, { rule: PATCH })]);
    await space.write([of('a', { x: 2, y: 2 }, { base: 3, tags: ['two'], rule: PATCH })]);
    assert.deepEqual(await propertiesOf(space, 'a'), { x: 1, y: 2, tags: ['two'] });
  },

  'changes that contradict each other are a conflict, unless a merge has another rule': async (subject) => {
    const space = await openKeeping(await subject.open(), 9);
    await space.write([of('a', { x: 1, y: 1 })]);
    await space.write([of('a', { x: 2 }, { rule: PATCH })]);
    const stale = (rule: WriteRule) => space.write([of('a', { x: 3, y: 3 }, { base: 1, rule })]);
    for (const rule of [PATCH, MERGE, PUT, DELETE])
      assert.deepEqual(reasons(await stale(rule)), ['version-conflict'], rule.onExists);
    assert.deepEqual((await stale({ ...MERGE, onConflict: 'retain' })).unchanged, ['a']);
    assert.deepEqual(await propertiesOf(space, 'a'), { x: 2, y: 1 });
    assert.deepEqual((await stale({ ...MERGE, onConflict: 'replace' })).updated, ['a']);
    assert.deepEqual(await propertiesOf(space, 'a'), { x: 3, y: 3 });
    assert.deepEqual((await stale(PATCH)).unchanged, ['a']); // who wants the same does not contradict
  },

  'without history, and of a version that is not kept any more, every stale change is a conflict': async (
    subject,
  ) => {
    const merged = async (keep: number | undefined, others: number) => {
      const space = await openKeeping(await subject.open(), keep);
      await space.write([of('a', { x: 1, y: 1 })]);
      await space.write([of('a', { y: 2 }, { rule: PATCH })]);
      for (const number of several(others, (at) => at)) await space.write([of(`other${number}`, {})]);
      const { failed, updated } = await space.write([of('a', { x: 2 }, { base: 1, rule: PATCH })]);
      assert.equal(failed.length + updated.length, 1);
      return updated.length === 1;
    };
    assert.deepEqual(await merged(undefined, 0), false);
    assert.deepEqual([await merged(2, 1), await merged(2, 2)], [true, false]);
    assert.deepEqual([await merged(5, 4), await merged(5, 5)], [true, false]);
  },

  'a feature that a kept version has is known, however long ago it was written': async (subject) => {
    const space = await openKeeping(await subject.open(), 2);
    const others = async (...ids: readonly string[]) => {
      for (const id of ids) await space.write([of(id, {})]);
    };
    const stale = (base: number, name: string) =>
      space.write([of('a', { [name]: 2 }, { base, rule: PATCH })]);
    await others('older');
    await space.write([of('a', { x: 1, y: 1 })]);
    await others('b', 'c', 'd');
    await space.write([of('a', { y: 2 }, { rule: PATCH })]);
    assert.deepEqual((await stale(2, 'x')).updated, ['a']);
    assert.deepEqual(await propertiesOf(space, 'a'), { x: 2, y: 2 });
    await others('e'); // version 8: the oldest that is kept is 6
    assert.deepEqual(reasons(await stale(2, 'z')), ['version-conflict']);
  },

  'a feature that was deleted or erased is kept as it was': async (subject) => {
    const removals: readonly ((space: OpenedSpace) => Promise<unknown>)[] = [
      (space) => space.write([writing(aFeature('a'), DELETE)]),
      (space) => space.features.erase(space.id, { now: NOW }),
      (space) => space.features.erase(space.id, { filter: isOld, now: NOW }),
      (space) => space.features.erase(space.id, { filter: hasList, now: NOW }),
    ];
    for (const [index, remove] of removals.entries()) {
      const space = await openKeeping(await subject.open(), 3);
      await space.write([of('a', { x: 1, list: [1] }), of('b', { x: 2 })]);
      await remove(space);
      while ((await space.features.purge()) === 'more');
      await space.write([of('a', { x: 2, list: [1] })]);
      const stale = await space.write([of('a', { x: 3 }, { base: 1, rule: PATCH })]);
      assert.deepEqual(reasons(stale), ['version-conflict'], `removal ${index}`);
      await space.write([of('c', {})]); // version 4: the first is no longer kept
      assert.deepEqual((await space.write([of('a', { x: 4 }, { base: 3, rule: PATCH })])).updated, ['a']);
    }
  },

  'a large batch knows what a feature was like that it makes again': async (subject) => {
    const space = await openKeeping(await subject.open(), 9);
    await space.write([of('a', { x: 1 })]);
    await space.write([writing(aFeature('a'), DELETE)]);
    const twice = [of('a', { x: 2 }), of('a', { x: 3 }, { base: 1 })];
    const others = several(300, (number) => of(`b${number}`, {}));
    const result = await space.write([...others, ...twice], { onFailure: 'skip' });
    assert.deepEqual([result.inserted.length, reasons(result)], [301, ['version-conflict']]);
  },

  'a change of what its client had is made, merged or a conflict, whichever versions are kept': async (
    subject,
  ) => {
    const ports = await subject.open();
    for (const versionsToKeep of [1, 2, 3, 9])
      for (const later of [0, 1, 2, 3]) await assertChanges(ports, { versionsToKeep, later });
  },

  'history begins with the version at which the space is told to keep it': async (subject) => {
    const space = await openKeeping(await subject.open(), undefined);
    await space.write([of('a', { x: 1, y: 1 })]);
    await space.write([of('a', { y: 2 }, { rule: PATCH })]);
    await space.spaces.update(space.id, (stored) => ({ ...stored, settings: { versionsToKeep: 9 } }));
    await space.write([of('a', { y: 3 }, { rule: PATCH })]);
    const stale = (base: number) => space.write([of('a', { x: 10 + base }, { base, rule: PATCH })]);
    assert.deepEqual([reasons(await stale(1)), (await stale(2)).updated], [['version-conflict'], ['a']]);
    assert.deepEqual(await propertiesOf(space, 'a'), { x: 12, y: 3 });
  },

  'the history of a space is its own, and goes with it': async (subject) => {
    const former = await openKeeping(await subject.open(), 9);
    const write = async (space: OpenedSpace, x: number) => {
      await space.write([of('a', { x, y: 1 })]);
      await space.write([of('a', { y: 2 }, { rule: PATCH })]);
    };
    await write(former, 9);
    const other = aSpace({ settings: { versionsToKeep: 9 } });
    await former.spaces.add(other);
    await write(openedSpace(former, other.id), 8);
    const settings = (await former.spaces.get(former.id)).settings;
    await former.spaces.remove(former.id, () => undefined);
    await former.spaces.add(aSpace({ id: former.id, settings }));
    await write(former, 1);
    while ((await former.features.purge()) === 'more');
    assert.deepEqual((await former.write([of('a', { x: 2, y: 1 }, { base: 1, rule: PATCH })])).updated, [
      'a',
    ]);
    assert.deepEqual(await propertiesOf(former, 'a'), { x: 2, y: 2 });
  },

  'features are kept as they were beyond a restart': async (subject) => {
    const ports = await subject.open();
    const space = await openKeeping(ports, 3);
    await space.write([of('a', { x: 1, y: 1 })]);
    await space.write([of('a', { y: 2 }, { rule: PATCH })]);
    const again = openedSpace(await subject.reopen(ports), space.id);
    await again.write([of('a', { x: 2, y: 1 }, { base: 1, rule: PATCH })]);
    assert.deepEqual(await propertiesOf(again, 'a'), { x: 2, y: 2 });
  },

  'of many changes of one version at once none is lost': async (subject) => {
    const space = await openKeeping(await subject.open(), 2 * WRITERS);
    await space.write([of('a', { shared: 0 })]);
    const results = await Promise.all(
      several(WRITERS, (number) =>
        space.write([of('a', { [`m${number}`]: 1, shared: Number(number === 9) }, { base: 1, rule: PATCH })]),
      ),
    );
    assert.deepEqual(results.flatMap(reasons), []);
    const { shared, ...members } = await propertiesOf(space, 'a');
    assert.deepEqual([shared, Object.keys(members).length], [1, WRITERS]);
  },
} satisfies Contract<FeatureStorePorts>;
