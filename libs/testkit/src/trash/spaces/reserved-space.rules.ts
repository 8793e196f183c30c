import { assert } from '../../assert.js';
import { defaultMapId } from '@cairn/maps';
import type { Space } from '@cairn/spaces';
import { aSpace, several } from '../../builders.js';
import type { Contract } from '../../contract.js';
import { assertAll, rejection, settle } from '../../outcomes.js';
import { aDisposal, openTrash, type OpenedTrash, type SpaceTrashPorts } from './space-trash-ports.js';

const ROUNDS = 20;
const NOTHING = [0, 0];
const BOTH = [1, 1];

/** A space of somebody else with the same identifier. */
const rivalOf = ({ id, owner }: OpenedTrash): Space => aSpace({ id, owner: `not-${owner}` });

const removeForGood = ({ spaces, id }: OpenedTrash): Promise<Space> => spaces.remove(id, () => {});

/** What the identifier of a removed space stands for. */
export const reservedSpaceRules = {
  'grants and links of a space stay while it can be restored, and go with the last trace of it': async (
    subject,
  ) => {
    const space = await openTrash(subject);
    const { owner, trash, id } = space;
    await space.share();
    await space.share('not-the-owner');
    const first = await space.removeSpace();
    await space.spaces.add(aSpace({ id, owner }));
    const second = await space.removeSpace();
    assert.deepEqual(await space.shared(), BOTH);
    await trash.purge(owner, [first]);
    assert.deepEqual(await space.shared(), BOTH);
    await space.restoreSpace(second);
    assert.deepEqual(await space.shared(), BOTH);
    const third = await space.removeSpace();
    await space.spaces.add(aSpace({ id, owner }));
    await trash.purge(owner, [third]);
    assert.deepEqual(await space.shared(), BOTH);
    await trash.purge(owner, [await space.removeSpace()]);
    assert.deepEqual(await space.shared(), NOTHING);
    assert.deepEqual(await space.shared('not-the-owner'), BOTH);
  },

  'grants and links of a space go with its expiry, or at once where it is removed for good': async (
    subject,
  ) => {
    const space = await openTrash(subject);
    const { owner, id } = space;
    await space.share();
    const entry = aDisposal({ expiresAt: 1 });
    await space.spaces.remove(id, () => {}, entry);
    await space.trash.purgeExpired(1, 9);
    assert.deepEqual(await space.shared(), NOTHING);
    await space.spaces.add(aSpace({ id, owner }));
    await space.share();
    await removeForGood(space);
    assert.deepEqual(await space.shared(), NOTHING);
  },

  'grants and links stay where a space is removed for good and the trash has one of its identifier': async (
    subject,
  ) => {
    const space = await openTrash(subject);
    const { owner, id } = space;
    await space.share();
    const entry = await space.removeSpace();
    await space.spaces.add(aSpace({ id, owner }));
    await removeForGood(space);
    assert.deepEqual(await space.shared(), BOTH);
    await space.restoreSpace(entry);
    assert.deepEqual(await space.shared(), BOTH);
  },

  'grants and links of its default map stay and go with a space': async (subject) => {
    const space = await openTrash(subject);
    const { owner, id } = space;
    await space.share(owner, { type: 'map', id: defaultMapId(id) });
    await space.share(owner, { type: 'map', id: `${defaultMapId(id)}x` });
    const entry = await space.removeSpace();
    await space.spaces.add(aSpace({ id, owner }));
    await removeForGood(space);
    assert.deepEqual(await space.shared(), [2, 2]);
    await space.trash.purge(owner, [entry]);
    assert.deepEqual(await space.shared(), BOTH);
  },

  'nothing is shared of a new space, whatever is left of a former one': async (subject) => {
    const space = await openTrash(subject);
    const { owner, id } = space;
    await removeForGood(space);
    await space.share();
    await space.spaces.add(aSpace({ id, owner }));
    assert.deepEqual(await space.shared(), NOTHING);
    await space.share();
    const again = aSpace({ id, owner });
    assert.equal((await rejection(space.spaces.add(again))).code, 'space-exists');
    assert.deepEqual(await space.shared(), BOTH);
  },

  'the identifier of a space in the trash that is not shared is free, and whoever takes it keeps it': async (
    subject,
  ) => {
    const space = await openTrash(subject);
    const { id, owner, spaces } = space;
    const rival = rivalOf(space);
    await space.share(rival.owner); // of nothing that this one has
    const entry = await space.removeSpace();
    await spaces.assertAddable(rival);
    await spaces.add(rival);
    assert.deepEqual(await space.shared(rival.owner), NOTHING);
    assert.equal((await rejection(space.restoreSpace(entry))).code, 'space-exists');
    assert.deepEqual(await spaces.get(id), rival);
    await space.share(rival.owner);
    await removeForGood(space);
    assert.deepEqual(await space.shared(rival.owner), NOTHING);
    assert.equal((await space.restoreSpace(entry)).owner, owner);
  },

  'the identifier of a shared space in the trash is taken for all but its owner, who may use it': async (
    subject,
  ) => {
    const space = await openTrash(subject);
    await space.share();
    const { id, owner, spaces, trash } = space;
    const own = aSpace({ id, owner });
    const rival = rivalOf(space);
    const entry = await space.removeSpace();
    const exists = await rejection(spaces.add(rival));
    assert.deepEqual(await rejection(spaces.assertAddable(rival)), exists);
    await spaces.assertAddable(own);
    await spaces.add(own);
    assert.deepEqual(await rejection(spaces.add(rival)), exists);
    assert.deepEqual(await rejection(space.restoreSpace(entry)), exists);
    assert.equal(exists.code, 'space-exists');
    await removeForGood(space);
    await trash.purge(owner, [entry]);
    await spaces.assertAddable(rival);
    await spaces.add(rival);
    assert.deepEqual(await spaces.get(id), rival);
  },

  'nobody else gets the identifier of a space while it is removed, restored and purged': async (subject) => {
    const space = await openTrash(subject);
    const { id, owner, spaces, trash } = space;
    const rivals = (): readonly Promise<void>[] => several(3, () => spaces.add(rivalOf(space)));
    for (let round = 0; round < ROUNDS; round += 1) {
      await space.share();
      const removal = aDisposal();
      const removing = spaces.remove(id, () => {}, removal);
      assertAll((await settle(rivals())).refusals, 3, 'space-exists');
      await removing;
      const restoring = space.restoreSpace(removal.deletion);
      assertAll((await settle(rivals())).refusals, 3, 'space-exists');
      assert.equal((await restoring).owner, owner);
      const entry = await space.removeSpace();
      const [purged, restored, added] = await Promise.all([
        trash.purge(owner, [entry]),
        settle([space.restoreSpace(entry)]),
        settle(rivals()),
      ]);
      assert.equal(purged + restored.values.length, 1);
      assert.ok(added.values.length <= 1 - restored.values.length);
      const left = await settle([removeForGood(space)]);
      assert.equal(left.values.length, restored.values.length + added.values.length);
      await spaces.add(aSpace({ id, owner }));
    }
  },
} satisfies Contract<SpaceTrashPorts>;
