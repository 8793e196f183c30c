import { assert } from '../assert.js';
import type { Contract } from '../contract.js';
import { aGrant, aLink } from '../access/sharing-builders.js';
import { addAlbum, addImage, aDisposal, type TrashPorts } from './trash-ports.js';

/** Rules for grants and links on what is deleted. */
export const trashSharingRules = {
  'grants and links stay while something can be restored, and go with it alone': async ({ open }) => {
    const ports = await open();
    const { catalog, albums, trash, grants, links } = ports;
    const [image, other] = [await addImage(ports), await addImage(ports)];
    const album = await addAlbum(ports, []);
    const resources = [
      { type: 'image', id: image.id },
      { type: 'album', id: album.id },
      { type: 'image', id: other.id },
      { type: 'folder', id: image.id },
    ] as const;
    for (const resource of resources) {
      await grants.give(aGrant({ resource }));
      await links.add(aLink({ resource }));
    }
    await grants.give(aGrant({ accountId: 'bob', resource: resources[0] }));
    const shared = async (accountId = 'alice'): Promise<readonly number[]> => [
      (await grants.list(accountId, { limit: 9 })).items.length,
      (await links.list(accountId, { limit: 9 })).items.length,
    ];
    await catalog.remove('alice', image.id, aDisposal());
    await albums.remove(album, aDisposal());
    assert.deepEqual(await shared(), [4, 4]);
    assert.equal(await trash.purge('alice', [image.id, album.id]), 2);
    assert.deepEqual([await shared(), await shared('bob')], [[2, 2], [1, 0]]); // prettier-ignore
    const left = (await links.list('alice', { limit: 9 })).items.map(({ resource }) => resource);
    assert.deepEqual(left.map(({ type }) => type).sort(), ['folder', 'image']);
  },

  'grants and links go at once with what is deleted without a disposal': async ({ open }) => {
    const ports = await open();
    const { catalog, albums, grants, links } = ports;
    const [image, kept] = [await addImage(ports), await addImage(ports)];
    const album = await addAlbum(ports, []);
    const resources = [
      { type: 'image', id: image.id },
      { type: 'album', id: album.id },
      { type: 'image', id: kept.id },
    ] as const;
    for (const resource of resources) {
      await grants.give(aGrant({ resource }));
      await links.add(aLink({ resource }));
    }
    await catalog.removeAll('alice', [image.id]);
    await albums.remove(album);
    const left = [
      ...(await grants.list('alice', { limit: 9 })).items,
      ...(await links.list('alice', { limit: 9 })).items,
    ].map(({ resource }) => resource);
    assert.deepEqual(left, [resources[2], resources[2]]);
  },
} satisfies Contract<TrashPorts>;
