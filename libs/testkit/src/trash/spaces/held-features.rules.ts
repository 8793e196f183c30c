import { assert } from '../../assert.js';
import type { Contract } from '../../contract.js';
import { NOW } from '../../features/feature-store-ports.js';
import { rejection } from '../../outcomes.js';
import { deletions, purged, ten } from './removed-features.rules.js';
import { aDisposal, openTrash, type SpaceTrashPorts } from './space-trash-ports.js';

/** What the trash holds until it is told otherwise. */
export const heldFeatureRules = {
  'what is deleted for good cannot be restored': async (subject) => {
    for (const [how, , remove] of deletions) {
      const space = await openTrash(subject);
      await space.write(ten);
      const disposal = aDisposal();
      await remove(space, disposal);
      await space.trash.purge(space.owner, [disposal.deletion]);
      assert.equal((await rejection(space.restore(disposal.deletion))).code, 'not-in-trash', how);
      await space.held.release(disposal.deletion);
      await purged(space);
      assert.equal((await rejection(space.restore(disposal.deletion))).code, 'not-in-trash', how);
    }
  },

  'an owner has no more features and bytes of them in the trash than the bounds, and the oldest go first':
    async (subject) => {
      const space = await openTrash(subject);
      const { owner, trash } = space;
      const entries: string[] = [];
      for (let count = 0; count < 3; count += 1) {
        await space.write(ten);
        const disposal = aDisposal({ deletedAt: NOW + count });
        await space.features.erase(space.id, { now: NOW, disposal });
        entries.push(disposal.deletion);
      }
      await space.write(ten);
      const last = aDisposal({ deletedAt: NOW + 9 });
      await space.spaces.remove(space.id, () => {}, last);
      entries.push(last.deletion);
      const sizeInBytes = (await space.entries())[0]?.sizeInBytes ?? 0;
      const bounds = { images: 0, others: 9 };
      const left = async () => (await space.entries()).map(({ id }) => id).reverse();
      const shrink = async (given: object): Promise<readonly string[]> => {
        await trash.purgeExcess(owner, { ...bounds, ...given }, 9);
        return await left();
      };
      const most = { features: 40, featureBytes: 4 * sizeInBytes };
      assert.equal(await trash.findOverfull({ ...bounds, ...most }), undefined);
      assert.deepEqual(await shrink(most), entries);
      assert.equal(await trash.findOverfull({ ...bounds, features: 39 }), owner);
      assert.deepEqual(await shrink({ features: 39 }), entries.slice(1));
      assert.equal(await trash.findOverfull({ ...bounds, featureBytes: 3 * sizeInBytes - 1 }), owner);
      assert.deepEqual(await shrink({ featureBytes: 3 * sizeInBytes - 1 }), entries.slice(2));
      assert.deepEqual(await shrink({ others: 1 }), entries.slice(2)); // each kind on its own
      assert.deepEqual(await shrink({ features: 0 }), []);
    },

  'a deletion is wanted until it is restored, or not wanted any more': async (subject) => {
    const space = await openTrash(subject);
    await space.write(ten);
    const disposal = aDisposal();
    await space.features.erase(space.id, { now: NOW, disposal });
    const { deletion: entry } = disposal;
    assert.equal(await space.held.findWanted(), undefined);
    await space.held.want(entry, { maxFeatures: 7 });
    assert.deepEqual(await space.held.findWanted(), { entry, spaceId: space.id, maxFeatures: 7 });
    await space.held.unwant(entry);
    assert.equal(await space.held.findWanted(), undefined);
    await space.held.want(entry, {});
    await space.restore(entry);
    assert.equal(await space.held.findWanted(), undefined);
    assert.equal((await rejection(space.held.want(entry, {}))).code, 'not-in-trash');
  },
} satisfies Contract<SpaceTrashPorts>;
