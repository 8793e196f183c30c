import { assert } from '../assert.js';
import { addressOf } from '@cairn/images';
import { several } from '../builders.js';
import type { Contract } from '../contract.js';
import { mutate } from '../mutate.js';
import { rejection, settle } from '../outcomes.js';
import {
  addAlbum,
  addImage,
  addImages,
  aDisposal,
  entriesOf,
  eventsOf,
  NOW,
  RESTORING,
  type TrashPorts,
} from './trash-ports.js';
import { trashBoundsRules } from './trash-bounds.rules.js';
import { trashRestoringRules } from './trash-restoring.rules.js';
import { trashSharingRules } from './trash-sharing.rules.js';

const ROUNDS = 8;
const appearance = { color: '#102030', thumbhash: 'YTkGJwaRhWUIt4lbgnhZl3ath2BUBGYA', perceptualHash: 'ab' };

/** Rules for every `Trash`, and for the repositories that something goes to it from. */
export const trashContract = {
  'what is deleted is gone at once, and in the trash with what it was': async ({ open }) => {
    const ports = await open();
    const { catalog, albums, trash } = ports;
    const image = await addImage(ports);
    const description = { uploadSha256: 'f'.repeat(64), removed: [], appearance };
    await catalog.describe(image, description);
    const album = await addAlbum(ports, [image], { title: 'Summer' });
    const [first, second] = [aDisposal(), aDisposal({ deletedBy: undefined })];
    await catalog.remove('alice', image.id, first);
    await albums.remove(album, second);
    assert.equal((await rejection(catalog.get('alice', image.id))).code, 'image-not-found');
    assert.equal((await rejection(albums.get(album))).code, 'album-not-found');
    assert.equal(await catalog.findFile(addressOf(image)), undefined);
    assert.deepEqual(await catalog.usage('alice'), { imageCount: 0 });
    assert.deepEqual(await catalog.listTags('alice', { limit: 9 }), []);
    const { countsBytes, ...shownDisposal } = first;
    const { deletion, deletedAt, expiresAt } = second;
    const shown = [
      {
        deletion,
        deletedAt,
        expiresAt,
        id: album.id,
        kind: 'album',
        owner: 'alice',
        title: 'Summer',
        sizeInBytes: 0,
        parts: [{ type: 'album', id: album.id }],
      },
      {
        ...shownDisposal,
        id: image.id,
        kind: 'image',
        owner: 'alice',
        title: addressOf(image),
        sizeInBytes: image.file.sizeInBytes,
        thumbhash: appearance.thumbhash,
        parts: [
          { type: 'image', id: image.id },
          { type: 'folder', id: image.path },
          { type: 'album', id: album.id },
        ],
      },
    ];
    const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
    mutate(await entriesOf(ports));
    assert.deepEqual(plain(await entriesOf(ports)), shown);
    assert.deepEqual(plain(await trash.find('alice', [album.id, album.id])), shown.slice(0, 1));
    assert.deepEqual(await entriesOf(ports, 'bob'), []);
  },

  'what is deleted without a disposal is not in the trash': async ({ open }) => {
    const ports = await open();
    const image = await addImage(ports);
    const album = await addAlbum(ports, [image]);
    await ports.catalog.remove('alice', image.id);
    await ports.albums.remove(album);
    assert.deepEqual(await entriesOf(ports), []);
    assert.equal(await ports.catalog.needsBlob(image.file.blobKey), false);
  },

  'the ids of images and albums of every owner are taken, also those of entries': async ({ open }) => {
    const ports = await open();
    const { albums, catalog, trash } = ports;
    const images = await addImages(ports, [{}, { owner: 'bob' }, {}]);
    const own = await addAlbum(ports, []);
    const foreign = await addAlbum(ports, [], { owner: 'bob' });
    const [imageIds, albumIds] = [images.map(({ id }) => id), [own.id, foreign.id]];
    await catalog.remove('alice', imageIds[2] ?? '', aDisposal());
    await albums.remove(own, aDisposal());
    const taken = async (): Promise<readonly (readonly string[])[]> =>
      (
        await Promise.all([catalog.takenIds([...imageIds, 'free']), albums.takenIds([...albumIds, 'free'])])
      ).map((ids) => [...ids].sort());
    assert.deepEqual(await taken(), [[...imageIds].sort(), [...albumIds].sort()]);
    await trash.purge('alice', [imageIds[2] ?? '', own.id]);
    assert.deepEqual(await taken(), [imageIds.slice(0, 2).sort(), [foreign.id]]);
    assert.deepEqual([await catalog.takenIds([]), await albums.takenIds([])], [[], []]);
  },

  'entries are listed the latest first, by kind, deletion and who deleted them, page by page': async ({
    open,
  }) => {
    const ports = await open();
    const { catalog, albums, trash } = ports;
    const images = await addImages(ports, [{}, {}, {}, {}]);
    const ids = images.map(({ id }) => id);
    const many = aDisposal({ deletedAt: NOW });
    await catalog.removeAll('alice', ids.slice(0, 3), many);
    await catalog.remove('alice', ids[3] ?? '', aDisposal({ deletedAt: NOW - 1, deletedBy: 'key:k' }));
    const album = await addAlbum(ports, []);
    await albums.remove(album, aDisposal({ deletedAt: NOW + 1 }));
    const latest = [album.id, ...ids.slice(0, 3).sort().reverse(), ids[3]];
    const paged: string[] = [];
    let page = await trash.list('alice', {}, { limit: 2 });
    paged.push(...page.items.map(({ id }) => id));
    while (page.next !== undefined) {
      page = await trash.list('alice', {}, { limit: 2, after: page.next });
      paged.push(...page.items.map(({ id }) => id));
    }
    assert.deepEqual(paged, latest);
    const by = async (filter: Parameters<typeof trash.list>[1]): Promise<readonly string[]> =>
      (await trash.list('alice', filter, { limit: 9 })).items.map(({ id }) => id);
    assert.deepEqual(await by({ kind: 'image' }), latest.slice(1));
    assert.deepEqual(await by({ kind: 'album' }), [album.id]);
    assert.deepEqual(await by({ deletion: many.deletion }), latest.slice(1, 4));
    assert.deepEqual(await by({ deletedBy: 'key:k', kind: 'image' }), [ids[3]]);
  },

  'the blob of an image is needed and listed while it can be restored, and the event of its end names it':
    async ({ open }) => {
      const ports = await open();
      const { catalog, trash } = ports;
      const images = await addImages(ports, [{}, {}, {}]);
      const [kept, restored, purged] = images;
      assert.ok(kept && restored && purged);
      const blobs = images.map(({ id: imageId, file: { blobKey } }) => ({ blobKey, imageId }));
      const listed = async (): Promise<readonly unknown[]> => [
        ...(await catalog.listBlobs(2, undefined)),
        ...(await catalog.listBlobs(2, blobs[1]?.blobKey)),
      ];
      await catalog.removeAll('alice', [restored.id, purged.id], aDisposal());
      assert.deepEqual(await listed(), blobs);
      for (const { blobKey } of blobs) assert.equal(await catalog.needsBlob(blobKey), true);
      await catalog.restore('alice', restored.id, RESTORING);
      assert.equal(await trash.purge('alice', [purged.id, restored.id, 'absent']), 1);
      assert.equal(await trash.purge('alice', [purged.id]), 0);
      assert.deepEqual(await listed(), blobs.slice(0, 2));
      assert.equal(await catalog.needsBlob(purged.file.blobKey), false);
      const { blobKey } = purged.file;
      assert.deepEqual(await eventsOf(ports, 'image-purged'), [
        { aggregateId: purged.id, payload: { owner: 'alice', blobKey } },
      ]);
    },

  'what has expired goes, in steps, of every owner and kind, and nothing else': async ({ open }) => {
    const ports = await open();
    const { catalog, albums, trash } = ports;
    const ids = (await addImages(ports, [{}, {}, {}])).map(({ id }) => id);
    const other = await addImage(ports, { owner: 'bob' });
    const album = await addAlbum(ports, []);
    await catalog.removeAll('alice', ids.slice(0, 2), aDisposal({ expiresAt: NOW }));
    await catalog.removeAll('alice', ids.slice(2), aDisposal({ expiresAt: NOW + 1 }));
    await catalog.remove('bob', other.id, aDisposal({ expiresAt: NOW - 1 }));
    await albums.remove(album, aDisposal({ expiresAt: NOW }));
    const steps = [await trash.purgeExpired(NOW, 3), await trash.purgeExpired(NOW, 3)];
    assert.deepEqual([...steps, await trash.purgeExpired(NOW, 3)], [3, 1, 0]);
    assert.deepEqual(await entriesOf(ports, 'bob'), []);
    assert.deepEqual(
      (await entriesOf(ports)).map(({ id }) => id),
      ids.slice(2),
    );
    assert.equal((await eventsOf(ports, 'image-purged')).length, 3);
    assert.equal((await eventsOf(ports, 'album-purged')).length, 1);
  },

  'something that is restored while it is purged is either there or gone': async ({ open }) => {
    const ports = await open();
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, file } = await addImage(ports);
      await ports.catalog.remove('alice', id, aDisposal({ expiresAt: NOW }));
      const restoring = ports.catalog.restore('alice', id, RESTORING);
      const [{ values }, purged, expired] = await Promise.all([
        settle([restoring]),
        ports.trash.purge('alice', [id]),
        ports.trash.purgeExpired(NOW, 9),
      ]);
      assert.equal(values.length + purged + expired, 1);
      assert.equal((await ports.catalog.find('alice', [id])).length, values.length);
      assert.equal(await ports.catalog.needsBlob(file.blobKey), values.length === 1);
      assert.deepEqual(await entriesOf(ports), []);
    }
  },

  'many that are deleted at once by several are each in the trash once': async ({ open }) => {
    const ports = await open();
    const ids = (await addImages(ports, [{}, {}, {}, {}])).map(({ id }) => id);
    const removals = several(4, () => ports.catalog.removeAll('alice', ids, aDisposal()));
    const removed = (await Promise.all(removals)).flat();
    assert.equal(removed.length, 4);
    const entries = await entriesOf(ports);
    assert.deepEqual(entries.map(({ id }) => id).sort(), [...ids].sort());
    assert.equal(new Set(entries.map(({ deletion }) => deletion)).size, 1);
  },

  'the trash is there after a restart': async ({ open, reopen }) => {
    const ports = await open();
    const image = await addImage(ports);
    await ports.catalog.remove('alice', image.id, aDisposal());
    const again = await reopen(ports);
    assert.deepEqual(await again.catalog.restore('alice', image.id, RESTORING), image);
  },

  ...trashRestoringRules,
  ...trashSharingRules,
  ...trashBoundsRules,
} satisfies Contract<TrashPorts>;
