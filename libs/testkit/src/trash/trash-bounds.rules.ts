import { assert } from '../assert.js';
import type { TrashBounds } from '@cairn/kernel';
import { several } from '../builders.js';
import type { Contract } from '../contract.js';
import { settle } from '../outcomes.js';
import {
  addAlbum,
  addImages,
  aDisposal,
  entriesOf,
  eventsOf,
  RESTORING,
  type TrashPorts,
} from './trash-ports.js';

const ROUNDS = 8;
const MANY = 9;
const BOUNDS: TrashBounds = { images: 3, others: 2 };

/** Deletes images of an owner, each on its own. Returns their identifiers, the first deletion first. */
async function deleteImages(ports: TrashPorts, count: number, owner = 'alice'): Promise<readonly string[]> {
  const ids = (
    await addImages(
      ports,
      several(count, () => ({ owner })),
    )
  ).map(({ id }) => id);
  for (const id of ids) await ports.catalog.remove(owner, id, aDisposal());
  return ids;
}

const idsIn = async (ports: TrashPorts, owner?: string): Promise<readonly string[]> =>
  (await entriesOf(ports, owner)).map(({ id }) => id).reverse();

/** Rules for how much the trash keeps. */
export const trashBoundsRules = {
  'an owner has as many images in the trash as the quota allows images, and the oldest go first, in steps':
    async ({ open }) => {
      const ports = await open();
      const { trash, catalog, byteQuotas } = ports;
      const ids = await deleteImages(ports, 6);
      const ofBob = await deleteImages(ports, 3, 'bob');
      const blobKey = (await catalog.getRemoved('alice', ids[0] ?? '')).file.blobKey;
      assert.equal(await trash.findOverfull(BOUNDS), 'alice');
      assert.equal(await trash.purgeExcess('bob', BOUNDS, MANY), 0);
      assert.equal(await trash.purgeExcess('alice', BOUNDS, 2), 2);
      assert.deepEqual(await idsIn(ports), ids.slice(2));
      assert.equal(await trash.purgeExcess('alice', BOUNDS, 2), 1);
      assert.equal(await trash.purgeExcess('alice', BOUNDS, 2), 0);
      assert.deepEqual(await idsIn(ports), ids.slice(3));
      assert.deepEqual(await idsIn(ports, 'bob'), ofBob);
      assert.equal(await trash.findOverfull(BOUNDS), undefined);
      assert.equal((await eventsOf(ports, 'image-purged')).length, 3);
      assert.equal(await catalog.needsBlob(blobKey), false);
      assert.ok((await byteQuotas.usage('alice', 0)).used > 0);
      await catalog.setQuota('alice', 4);
      await deleteImages(ports, 1);
      assert.equal(await trash.findOverfull(BOUNDS), undefined);
      await catalog.setQuota('alice', 0);
      assert.equal(await trash.findOverfull(BOUNDS), 'alice');
      assert.equal(await trash.purgeExcess('alice', BOUNDS, MANY), 4);
      assert.equal((await byteQuotas.usage('alice', 0)).used, 0);
    },

  'entries of every other kind are bounded by their number, each kind on its own': async ({ open }) => {
    const ports = await open();
    const { trash, albums } = ports;
    const images = await deleteImages(ports, 3);
    const removed: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      const album = await addAlbum(ports, []);
      await albums.remove(album, aDisposal());
      removed.push(album.id);
    }
    assert.equal(await trash.findOverfull(BOUNDS), 'alice');
    assert.equal(await trash.purgeExcess('alice', BOUNDS, MANY), 2);
    assert.equal(await trash.findOverfull(BOUNDS), undefined);
    assert.deepEqual(await idsIn(ports), [...images, ...removed.slice(2)]);
  },

  'many that purge the excess at once purge it alone, and what is restored meanwhile is whole or gone':
    async ({ open }) => {
      const ports = await open();
      const { trash, catalog } = ports;
      for (let round = 0; round < ROUNDS; round += 1) {
        const [oldest = '', ...later] = await deleteImages(ports, 6);
        const purging = several(4, () => trash.purgeExcess('alice', BOUNDS, 2));
        const { values } = await settle([catalog.restore('alice', oldest, RESTORING)]);
        const purged = (await Promise.all(purging)).reduce((sum, count) => sum + count, 0);
        const rest = await trash.purgeExcess('alice', BOUNDS, MANY);
        assert.equal(values.length + purged + rest, 3);
        assert.deepEqual(await idsIn(ports), later.slice(2));
        assert.equal((await catalog.find('alice', [oldest])).length, values.length);
        await catalog.removeAll('alice', [oldest]);
        assert.equal(await trash.purge('alice', later), 3);
      }
    },
} satisfies Contract<TrashPorts>;
