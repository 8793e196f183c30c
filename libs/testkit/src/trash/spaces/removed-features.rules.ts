import { assert } from '../../assert.js';
import { NAMESPACE, type PropertyFilter } from '@cairn/spaces';
import { aSpace, several } from '../../builders.js';
import type { Contract } from '../../contract.js';
import { aFeature, aPoint, DELETE, NOW, valueOf, writing } from '../../features/feature-store-ports.js';
import { rejection, settle } from '../../outcomes.js';
import {
  aDisposal,
  openedTrash,
  openTrash,
  type OpenedTrash,
  type SpaceTrashPorts,
} from './space-trash-ports.js';

const isRed: PropertyFilter = {
  ...({ kind: 'compare', operator: 'equals', path: ['properties', 'red'] } as const),
  values: [true],
};
/** No store tells it by its indexes alone. */
const hasList: PropertyFilter = { kind: 'contain', path: ['properties', 'list'], values: [1] };

/** Ten features, of which the even ones are red. */
export const ten = several(10, (number) =>
  writing(
    aFeature(`f${number}`, {
      geometry: aPoint(number, -number),
      properties: {
        number,
        red: number % 2 === 0,
        list: [number % 2],
        [NAMESPACE]: { tags: [`t${number}`] },
      },
    }),
  ),
);

/** The ways of deleting features into the trash. */
export const deletions: readonly [
  string,
  readonly string[],
  (space: OpenedTrash, disposal: ReturnType<typeof aDisposal>) => Promise<unknown>,
][] = [
  [
    'by ids',
    ['f1', 'f7'],
    ({ write }, disposal) =>
      write(
        ['f1', 'f7', 'f99'].map((id) => writing(aFeature(id), DELETE)),
        { disposal },
      ),
  ],
  [
    'by a filter',
    ['f0', 'f2', 'f4', 'f6', 'f8'],
    ({ features, id }, disposal) => features.erase(id, { filter: isRed, now: NOW, disposal }),
  ],
  [
    'by a filter that is looked for in each',
    ['f1', 'f3', 'f5', 'f7', 'f9'],
    ({ features, id }, disposal) => features.erase(id, { filter: hasList, now: NOW, disposal }),
  ],
  [
    'all of them',
    several(10, (number) => `f${number}`),
    ({ features, id }, disposal) => features.erase(id, { now: NOW, disposal }),
  ],
];

/** A space without history, and one that keeps versions. */
const settings = [{}, { versionsToKeep: 3 }];

/** The texts without the versions, which a restoration changes. */
const contentsOf = (texts: readonly string[]): readonly unknown[] =>
  texts.map((text) => JSON.parse(text.replace(/"version":\d+/, '"version":0')) as unknown);

export async function purged({ features }: SpaceTrashPorts): Promise<void> {
  while ((await features.purge()) === 'more');
}

/** Features in the trash. */
export const removedFeatureRules = {
  'deleted features are gone at once, and one entry of the trash however they are deleted': async (
    subject,
  ) => {
    for (const [how, ids, remove] of deletions)
      for (const kept of settings) {
        const space = await openTrash(subject, { settings: kept, title: 'Trees' });
        await space.write(ten);
        const disposal = aDisposal();
        await remove(space, disposal);
        assert.deepEqual(await space.features.find(space.id, ids), [], how);
        const [entry, ...others] = await space.entries();
        assert.deepEqual(others, []);
        const { sizeInBytes = 0, ...rest } = entry ?? {};
        assert.ok(sizeInBytes > 0, how);
        const { countsBytes: _, ...told } = disposal;
        assert.deepEqual(rest, {
          ...told,
          id: disposal.deletion,
          kind: 'features',
          owner: space.owner,
          title: 'Trees',
          features: ids.length,
          parts: [{ type: 'space', id: space.id }],
        });
      }
  },

  'what deletes nothing leaves no entry': async (subject) => {
    const space = await openTrash(subject);
    await space.write(ten);
    const none: PropertyFilter = { ...isRed, values: ['no'] };
    await space.features.erase(space.id, { filter: none, now: NOW, disposal: aDisposal() });
    await space.write([writing(aFeature('absent'), DELETE)], { disposal: aDisposal() });
    await space.write([writing(aFeature('f3', { properties: { new: 1 } }))], { disposal: aDisposal() });
    assert.deepEqual(await space.entries(), []);
  },

  'restored features are as they were, in one more version of their space': async (subject) => {
    for (const [how, ids, remove] of deletions)
      for (const kept of settings) {
        const space = await openTrash(subject, { settings: kept });
        await space.write(ten);
        const before = contentsOf(await space.texts());
        const { total, summary } = await space.features.statistics(space.id);
        const disposal = aDisposal();
        await remove(space, disposal);
        await purged(space);
        const { version } = await space.features.statistics(space.id);
        const given = await space.restore(disposal.deletion);
        assert.deepEqual([[...given.restored].sort(), given.failed, given.last], [ids, [], undefined], how);
        assert.deepEqual(contentsOf(await space.texts()), before, how);
        const after = await space.features.statistics(space.id);
        assert.deepEqual([after.version, after.total], [version + 1, total], how);
        if (after.summary.isExact) assert.equal(after.summary.length, summary.length, how);
        const found = await space.ids({ boxes: [[-0.5, -9.5, 9.5, 0.5]] });
        assert.deepEqual(found.length, 10, how);
        const { payload } = (await space.events()).at(-1) ?? assert.fail('no event');
        assert.deepEqual([payload['version'], payload['inserted']], [version + 1, ids.length]);
        assert.deepEqual(await space.entries(), []);
        assert.equal((await rejection(space.restore(disposal.deletion))).code, 'not-in-trash');
      }
  },

  'a feature that exists again is not replaced, and stays in the trash': async (subject) => {
    for (const [how, ids, remove] of deletions) {
      const space = await openTrash(subject);
      await space.write(ten);
      const disposal = aDisposal();
      await remove(space, disposal);
      const [taken = ''] = ids;
      await space.write([writing(aFeature(taken, { properties: { new: true } }))]);
      const given = await space.restore(disposal.deletion);
      assert.deepEqual(
        given.failed.map(({ id, reason }) => [id, reason]),
        [[taken, 'feature-exists']],
        how,
      );
      assert.equal(given.restored.length, ids.length - 1);
      const [text = ''] = (await space.texts()).filter((one) => valueOf(one)['id'] === taken);
      assert.ok(text.includes('"new":true'), how);
      assert.deepEqual(
        (await space.entries()).map(({ features }) => features),
        [1],
      );
      await space.write([writing(aFeature(taken), DELETE)]);
      assert.deepEqual((await space.restore(disposal.deletion)).restored, [taken]);
      assert.deepEqual(await space.entries(), []);
    }
  },

  'features are restored in steps, or those that are wanted': async (subject) => {
    for (const [how, ids, remove] of deletions) {
      const space = await openTrash(subject);
      await space.write(ten);
      const disposal = aDisposal();
      await remove(space, disposal);
      const [first = '', second = ''] = ids;
      const wanted = await space.restore(disposal.deletion, { ids: [second, 'absent'] });
      assert.deepEqual([wanted.restored, wanted.last], [[second], undefined], how);
      const restored: string[] = [];
      let after: string | undefined;
      do {
        const step = await space.restore(disposal.deletion, { limit: 1, after });
        restored.push(...step.restored);
        after = step.last;
      } while (after !== undefined && restored.length < ids.length - 1);
      assert.deepEqual(restored, [first, ...ids.slice(2)], how);
      assert.deepEqual(await space.entries(), []);
    }
  },

  'of concurrent restorations each feature is restored by one': async (subject) => {
    const space = await openTrash(subject);
    await space.write(ten);
    for (const [how, ids, remove] of deletions) {
      const disposal = aDisposal();
      await remove(space, disposal);
      const { values } = await settle(several(5, () => space.restore(disposal.deletion)));
      const restored = values.flatMap((value) => value.restored);
      assert.deepEqual([...restored].sort(), ids, how);
    }
    assert.equal((await space.features.statistics(space.id)).total, 10);
  },

  'no more is restored than the space and its owner may have': async (subject) => {
    const space = await openTrash(subject);
    await space.write(ten);
    const disposal = aDisposal();
    await space.features.erase(space.id, { now: NOW, disposal });
    await space.write([writing(aFeature('other'))]);
    const few = await space.restore(disposal.deletion, { maxFeatures: 3 });
    assert.deepEqual([few.restored.length, few.failed.length], [2, 8]);
    assert.ok(few.failed.every(({ reason }) => reason === 'too-many-features'));
    const more = await space.restore(disposal.deletion, { quota: { maxFeatures: 5 } });
    assert.deepEqual([more.restored.length, more.failed.length], [2, 6]);
    assert.ok(more.failed.every(({ reason }) => reason === 'feature-quota-exceeded'));
    assert.deepEqual(
      (await space.entries()).map(({ features }) => features),
      [6],
    );
  },

  'features are restored into the very space that lost them': async (subject) => {
    const space = await openTrash(subject);
    await space.write(ten);
    const disposal = aDisposal();
    await space.features.erase(space.id, { now: NOW, disposal });
    const other = aSpace();
    await space.spaces.add(other);
    const there = openedTrash(space, other);
    assert.equal((await rejection(there.restore(disposal.deletion))).code, 'not-in-trash');
    const removed = await space.removeSpace();
    assert.equal((await rejection(space.restore(disposal.deletion))).code, 'space-not-found');
    await space.spaces.add({ ...space.space, createdAt: space.space.createdAt + 1 });
    assert.equal((await rejection(space.restore(disposal.deletion))).code, 'not-in-trash');
    await space.spaces.remove(space.id, () => {});
    await space.restoreSpace(removed);
    assert.equal((await space.restore(disposal.deletion)).restored.length, 10);
  },
} satisfies Contract<SpaceTrashPorts>;
