import { assert } from '../../assert.js';
import type { PropertyFilter } from '@cairn/spaces';
import { allSettings, aSpace, several } from '../../builders.js';
import type { Contract } from '../../contract.js';
import { aFeature, aPoint, NOW, PUT, writing } from '../../features/feature-store-ports.js';
import { hexes } from '../../features/feature-cell.rules.js';
import { assertAll, rejection, settle } from '../../outcomes.js';
import {
  aDisposal,
  openedTrash,
  openTrash,
  type OpenedTrash,
  type SpaceTrashPorts,
} from './space-trash-ports.js';

const forty = several(40, (number) =>
  writing(aFeature(`f${number}`, { geometry: aPoint(number, -number), properties: { number } }), {
    ...PUT,
    addTags: ['red'],
  }),
);
const isLarge: PropertyFilter = {
  ...({ kind: 'compare', operator: 'greater', path: ['properties', 'number'] } as const),
  values: [36],
};

/** All that is told of a space and its features. */
const pictureOf = async ({ spaces, features, id, texts, ids }: OpenedTrash) => ({
  space: await spaces.get(id),
  head: await features.statistics(id),
  indexed: await features.indexed(id),
  texts: await texts(),
  near: await ids({ boxes: [[3, -9, 8, -4]] }),
  large: await ids({ filter: isLarge }),
  cells: await features.cells(id, hexes),
});

async function worked({ features }: SpaceTrashPorts): Promise<void> {
  while ((await features.purge()) === 'more');
  while ((await features.index()) !== 'done');
}

/** Spaces in the trash. */
export const removedSpaceRules = {
  'a removed space is gone at once, and an entry of the trash': async (subject) => {
    const space = await openTrash(subject, { title: 'Trees' });
    await space.write(forty);
    const entry = await space.removeSpace();
    assert.equal((await rejection(space.spaces.get(space.id))).code, 'space-not-found');
    assert.equal((await rejection(space.features.statistics(space.id))).code, 'space-not-found');
    assert.deepEqual((await space.features.use(space.owner)).featureCount, 0);
    const [{ sizeInBytes, ...rest } = assert.fail('no entry')] = await space.entries();
    assert.ok(sizeInBytes > 1_000);
    assert.deepEqual(rest, {
      id: entry,
      kind: 'space',
      owner: space.owner,
      title: 'Trees',
      deletion: entry,
      deletedBy: 'key:1',
      deletedAt: NOW,
      expiresAt: NOW + 1_000,
      features: 40,
      parts: [{ type: 'space', id: space.id }],
    });
  },

  'a restored space is as it was, with its features, indexes and counts': async (subject) => {
    const searchableProperties = { number: true };
    const space = await openTrash(subject, { settings: { ...allSettings, searchableProperties } });
    await space.write(forty);
    await worked(space);
    const before = await pictureOf(space);
    const entry = await space.removeSpace();
    await worked(space);
    assert.deepEqual(await space.restoreSpace(entry), before.space);
    assert.deepEqual(await pictureOf(space), before);
    assert.deepEqual(await space.entries(), []);
    const listed = await space.spaces.list(
      { owner: space.owner, tag: Object.keys(allSettings.tags)[0] },
      { limit: 9 },
    );
    assert.equal(listed.items.length, 1);
    await worked(space);
    await space.write([writing(aFeature('later', { properties: { number: 99 } }))]);
    assert.deepEqual(await space.ids({ filter: isLarge }), [...before.large, 'later']);
  },

  'a space that was never written to comes back too': async (subject) => {
    const space = await openTrash(subject);
    await space.restoreSpace(await space.removeSpace());
    assert.equal((await space.features.statistics(space.id)).version, 0);
    await space.write(forty);
    assert.equal((await space.features.statistics(space.id)).total, 40);
  },

  'events tell that a space was deleted and is there again': async (subject) => {
    const space = await openTrash(subject);
    const told = async () =>
      (await space.outbox.list(0, 1_000))
        .filter(({ event }) => event.aggregateId === space.id)
        .map(({ event }) => event.type);
    await space.restoreSpace(await space.removeSpace());
    assert.deepEqual(await told(), ['space-created', 'space-deleted', 'space-created']);
  },

  'a space whose identifier is taken stays in the trash': async (subject) => {
    const space = await openTrash(subject);
    await space.write(forty);
    const entry = await space.removeSpace();
    const { id, owner } = space;
    const rival = aSpace({ id, owner, createdAt: space.space.createdAt + 1 });
    await space.spaces.add(rival);
    assert.equal((await rejection(space.restoreSpace(entry))).code, 'space-exists');
    assert.deepEqual(await space.spaces.get(space.id), rival);
    assert.equal((await space.features.statistics(space.id)).total, 0);
    await space.spaces.remove(space.id, () => {});
    await space.restoreSpace(entry);
    assert.equal((await space.features.statistics(space.id)).total, 40);
  },

  'of concurrent restorations of a space exactly one succeeds': async (subject) => {
    const space = await openTrash(subject);
    await space.write(forty);
    const entry = await space.removeSpace();
    const { values, refusals } = await settle(several(5, () => space.restoreSpace(entry)));
    assert.equal(values.length, 1);
    assertAll(refusals, 4, 'not-in-trash');
    assert.equal((await space.features.statistics(space.id)).total, 40);
  },

  'a space is restored of its owner': async (subject) => {
    const space = await openTrash(subject);
    const entry = await space.removeSpace();
    const ofOther = space.spaces.restore({ owner: 'other', entry, now: NOW });
    assert.equal((await rejection(ofOther)).code, 'not-in-trash');
    await space.restoreSpace(entry);
  },

  'a space is restored within what its owner may have, however many are restored at once': async (
    subject,
  ) => {
    const space = await openTrash(subject);
    const { owner } = space;
    const others = several(3, () => openedTrash(space, aSpace({ owner })));
    for (const other of others) {
      await other.spaces.add(other.space);
      await other.write(forty);
    }
    const entries: string[] = [];
    for (const other of others) entries.push(await other.removeSpace());
    const limited = await settle(
      others.map((other, index) => other.restoreSpace(entries[index] ?? '', { maxSpaces: 2 })),
    );
    assert.equal(limited.values.length, 1);
    assertAll(limited.refusals, 2, 'space-limit-reached');
    const quota = { maxFeatures: 100 };
    const restored = await settle(
      others.map((other, index) => other.restoreSpace(entries[index] ?? '', { quota })),
    );
    assert.equal(restored.values.length, 1);
    assert.deepEqual([...restored.refusals].sort(), ['feature-quota-exceeded', 'not-in-trash']);
    assert.equal((await space.features.use(owner)).featureCount, 80);
  },

  'a space that is deleted for good cannot be restored': async (subject) => {
    const space = await openTrash(subject);
    await space.write(forty);
    const entry = await space.removeSpace();
    assert.equal(await space.trash.purge(space.owner, [entry]), 1);
    assert.equal((await rejection(space.restoreSpace(entry))).code, 'not-in-trash');
    await space.held.release(entry);
    await worked(space);
    await space.spaces.add(space.space);
    assert.equal((await space.features.statistics(space.id)).total, 0);
  },

  'photos belong to a restored space again, unless they belong to another': async (subject) => {
    const space = await openTrash(subject);
    const { owner, links, id: spaceId } = space;
    const other = aSpace({ owner });
    await space.spaces.add(other);
    const link = { owner, now: NOW, maxLinks: 9 };
    const folder = (path: string) => ({ kind: 'folder', path }) as const;
    const id = () => aDisposal().deletion;
    await links.put({ ...link, id: id(), spaceId, source: folder('a') });
    await links.put({ ...link, id: id(), spaceId, source: folder('b') });
    const [first] = await links.list([owner]);
    await links.save(first ?? assert.fail('no link'), { phase: 'idle', done: 7, dueAt: NOW + 999_999 });
    const entry = await space.removeSpace();
    assert.deepEqual(await links.list([owner]), []);
    await links.put({ ...link, id: id(), spaceId: other.id, source: folder('b') });
    await space.restoreSpace(entry);
    const now = (await links.list([owner])).map(({ spaceId: of, source, work }) => [of, source, work.phase]);
    assert.deepEqual(
      [...now].sort(),
      [
        [spaceId, folder('a'), 'placing'],
        [other.id, folder('b'), 'placing'],
      ].sort(),
    );
  },
} satisfies Contract<SpaceTrashPorts>;
