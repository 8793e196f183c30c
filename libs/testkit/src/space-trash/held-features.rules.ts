import { strict as assert } from 'node:assert';
import type { Contract } from '../contract.js';
import { NOW } from '../features/feature-store-ports.js';
import { rejection } from '../outcomes.js';
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
