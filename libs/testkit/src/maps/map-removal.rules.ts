import { assert } from '../assert.js';
import { aGrant, aLink } from '../access/sharing-builders.js';
import { several } from '../builders.js';
import type { Contract } from '../contract.js';
import { assertAll, rejection, settle } from '../outcomes.js';
import { aDisposal } from '../trash/trash-ports.js';
import { aFullLayer, aLayer, aMap } from './map-builders.js';
import type { MapPorts } from './map-ports.js';

/** How maps are removed and come back. */
export const mapRemovalRules = {
  'a removed map is gone with its layers, and the grants and links on it, and no others': async ({
    open,
  }) => {
    const { maps, trash, grants, links } = await open();
    const [map, other] = [aMap({ layers: [aLayer()] }), aMap({ layers: [aLayer()] })];
    for (const { id } of [map, other]) {
      await maps.insert(id === map.id ? map : other);
      await grants.give(aGrant({ resource: { type: 'map', id } }));
      await links.add(aLink({ resource: { type: 'map', id } }));
    }
    await maps.remove(map);
    assert.equal(await maps.find(map), undefined);
    const left = async (id: string): Promise<readonly number[]> => [
      (await grants.list('alice', { limit: 9 }, { type: 'map', id })).items.length,
      (await links.list('alice', { limit: 9 }, { type: 'map', id })).items.length,
    ];
    assert.deepEqual(await left(map.id), [0, 0]);
    assert.deepEqual(await left(other.id), [1, 1]);
    assert.deepEqual((await trash.list('alice', {}, { limit: 9 })).items, []);
    await maps.insert({ ...map, layers: [] });
    assert.deepEqual((await maps.get(map)).layers, []);
  },

  'a map in the trash comes back once as it was, with its grants, and goes with them for good': async ({
    open,
  }) => {
    const { maps, trash, grants } = await open();
    const map = aMap({ layers: [aFullLayer(), aLayer()], title: 'Ways' });
    await maps.insert(map);
    await grants.give(aGrant({ resource: { type: 'map', id: map.id } }));
    await maps.remove(map, { disposal: aDisposal() });
    const [entry] = (await trash.list('alice', { kind: 'map' }, { limit: 9 })).items;
    assert.deepEqual(
      [entry?.id, entry?.title, entry?.parts],
      [map.id, 'Ways', [{ type: 'map', id: map.id }]],
    );
    const { refusals } = await settle(several(4, () => maps.restore(map)));
    assertAll(refusals, 3, 'not-in-trash');
    assert.deepEqual(await maps.get(map), map);
    const held = async (): Promise<number> =>
      (await grants.list('alice', { limit: 9 }, { type: 'map', id: map.id })).items.length;
    assert.equal(await held(), 1);
    await maps.remove(map, { disposal: aDisposal() });
    assert.equal(await trash.purge('alice', [map.id]), 1);
    assert.equal(await held(), 0);
    assert.equal((await rejection(maps.restore(map))).code, 'not-in-trash');
  },

  'only the version that is to be removed is removed, whatever happens meanwhile, or MapChanged': async ({
    open,
  }) => {
    const { maps, trash } = await open();
    for (const removal of [{ version: 1 }, { version: 1, disposal: aDisposal() }])
      for (let round = 0; round < 5; round += 1) {
        const map = aMap({ layers: [aLayer()] });
        await maps.insert(map);
        const [removed, updated] = await Promise.allSettled([
          maps.remove(map, removal),
          maps.update(map, (stored) => ({ ...stored, version: stored.version + 1 })),
        ]);
        // Whichever came first, the other one has found it so.
        if (removed.status === 'rejected') assert.equal((await maps.get(map)).version, 2);
        else assert.equal(updated.status, 'rejected');
        if (removed.status === 'rejected')
          assert.equal((await rejection(maps.remove(map, removal))).code, 'map-changed');
      }
    const map = aMap();
    await maps.insert(map);
    assert.equal(
      (await rejection(maps.remove(map, { version: 2, disposal: aDisposal() }))).code,
      'map-changed',
    );
    assert.deepEqual(await maps.get(map), map);
    const { items } = await trash.list('alice', { kind: 'map' }, { limit: 99 });
    assert.ok(items.every(({ id }) => id !== map.id));
  },
} satisfies Contract<MapPorts>;
