import { assert } from '../assert.js';
import { addressOf } from '@cairn/images';
import { anImage, several } from '../builders.js';
import type { Contract } from '../contract.js';
import { assertAll, rejection, settle } from '../outcomes.js';
import {
  addAlbum,
  addImage,
  addImages,
  aDisposal,
  ENOUGH,
  entriesOf,
  eventsOf,
  imagesIn,
  NOW,
  RESTORING,
  type TrashPorts,
} from './trash-ports.js';

const ROUNDS = 8;

/** Rules for what is restored. */
export const trashRestoringRules = {
  'an image comes back as it was, with its addresses, tags, places in albums and as their cover': async ({
    open,
  }) => {
    const ports = await open();
    const { catalog, albums } = ports;
    const given = { visibility: 'unlisted', addedBy: 'link:x', tags: ['b', 'a'] } as const;
    const images = await addImages(ports, [{}, given, {}]);
    const [first, image, last] = images;
    assert.ok(first && image && last);
    const description = {
      uploadSha256: 'f'.repeat(64),
      removed: ['exif'],
      position: { longitude: 8, latitude: 47 },
    };
    await catalog.describe(image, description);
    const moved = await catalog.update('alice', image.id, { path: 'new', fileName: 'place.jpg', now: NOW });
    const album = await addAlbum(ports, images);
    await albums.update(album, { coverId: image.id, now: NOW });
    const filled = await albums.get(album);
    await catalog.remove('alice', image.id, aDisposal());
    assert.deepEqual(await catalog.getRemoved('alice', image.id), moved);
    assert.deepEqual(await imagesIn(ports, album), [first.id, last.id]);
    await albums.place(album, { imageIds: [last.id], before: first.id, now: NOW, maxImages: ENOUGH });
    assert.deepEqual(await catalog.restore('alice', image.id, RESTORING), moved);
    assert.deepEqual(await catalog.get('alice', image.id), moved);
    assert.deepEqual(await imagesIn(ports, album), [last.id, first.id, image.id]);
    assert.deepEqual(await albums.get(album), filled);
    for (const address of [addressOf(image), 'new/place.jpg'])
      assert.equal((await catalog.findFile(address))?.imageId, image.id);
    assert.equal((await catalog.listByTag('alice', 'b', { limit: 9 })).items[0]?.id, image.id);
    assert.deepEqual(await catalog.listTags('alice', { limit: 2 }), [
      { tag: 'sea', count: 2 },
      { tag: 'a', count: 1 },
    ]);
    assert.deepEqual(await catalog.usage('alice'), { imageCount: 3 });
    assert.deepEqual(await entriesOf(ports), []);
  },

  'an album comes back as it was, with its images; those that are restored later come back to it': async ({
    open,
  }) => {
    const ports = await open();
    const { catalog, albums } = ports;
    const images = await addImages(ports, [{}, {}, {}, {}]);
    const [one, two, three, four] = images.map(({ id }) => id);
    const remove = (id = ''): Promise<unknown> => catalog.remove('alice', id, aDisposal());
    const restore = (id = ''): Promise<unknown> => catalog.restore('alice', id, RESTORING);
    const album = await addAlbum(ports, images, { description: 'All', order: 'manual' });
    await albums.update(album, { coverId: three ?? null, now: NOW });
    const filled = await albums.get(album);
    await remove(one); // before the album
    await albums.remove(album, aDisposal());
    await remove(two); // after it
    await remove(four);
    await restore(four); // before the album is there again
    await albums.restore(album);
    assert.deepEqual(await imagesIn(ports, album), [three, four]);
    await restore(two);
    await restore(one);
    assert.deepEqual(await imagesIn(ports, album), [one, two, three, four]);
    assert.deepEqual(await albums.get(album), filled);
  },

  'an image and its album that are restored at once are together again': async ({ open }) => {
    const ports = await open();
    for (let round = 0; round < ROUNDS; round += 1) {
      const image = await addImage(ports);
      const album = await addAlbum(ports, [image]);
      await ports.catalog.remove('alice', image.id, aDisposal());
      await ports.albums.remove(album, aDisposal());
      await Promise.all([ports.catalog.restore('alice', image.id, RESTORING), ports.albums.restore(album)]);
      assert.deepEqual(await imagesIn(ports, album), [image.id]);
    }
  },

  'of many that restore something at once one does, and one event tells of it': async ({ open }) => {
    const ports = await open();
    const image = await addImage(ports);
    const album = await addAlbum(ports, [image]);
    await ports.catalog.remove('alice', image.id, aDisposal());
    await ports.albums.remove(album, aDisposal());
    const images = await settle(several(6, () => ports.catalog.restore('alice', image.id, RESTORING)));
    assert.equal(images.values.length, 1);
    assertAll(images.refusals, 5, 'not-in-trash');
    const restored = await settle(several(6, () => ports.albums.restore(album)));
    assert.equal(restored.values.length, 1);
    assertAll(restored.refusals, 5, 'not-in-trash');
    assert.deepEqual(await ports.catalog.usage('alice'), { imageCount: 1 });
    assert.equal((await eventsOf(ports, 'image-removed')).length, 1);
    assert.equal((await eventsOf(ports, 'image-added')).length, 2);
  },

  'the quota is not passed by restoring, however many at once, and the others stay in the trash': async ({
    open,
  }) => {
    const ports = await open();
    const ids = (await addImages(ports, [{}, {}, {}, {}, {}])).map(({ id }) => id);
    await ports.catalog.removeAll('alice', ids, aDisposal());
    await ports.catalog.setQuota('alice', 3);
    await addImage(ports);
    const { values, refusals } = await settle(ids.map((id) => ports.catalog.restore('alice', id, RESTORING)));
    assert.equal(values.length, 2);
    assertAll(refusals, 3, 'quota-exceeded');
    assert.deepEqual(await ports.catalog.usage('alice'), { imageCount: 3, quota: 3 });
    assert.equal((await entriesOf(ports)).length, 3);
  },

  'bytes count in the quota until they are gone for good, or from when they are restored, by the disposal':
    async ({ open }) => {
      const ports = await open();
      const { catalog, byteQuotas, trash } = ports;
      const images = await addImages(ports, [{}, {}, {}, {}]);
      const size = images[0]?.file.sizeInBytes ?? 0;
      const ids = images.map(({ id }) => id);
      const used = async (): Promise<number> => (await byteQuotas.usage('alice', NOW)).used / size;
      await catalog.removeAll('alice', ids.slice(0, 2), aDisposal());
      assert.equal(await used(), 4);
      await catalog.removeAll('alice', ids.slice(2), aDisposal({ countsBytes: false }));
      assert.equal(await used(), 2);
      await byteQuotas.setQuota('alice', 2 * size);
      assert.equal(
        (await rejection(catalog.restore('alice', ids[2] ?? '', RESTORING))).code,
        'quota-exceeded',
      );
      await catalog.restore('alice', ids[0] ?? '', RESTORING);
      assert.equal(await used(), 2);
      assert.equal(await trash.purge('alice', ids), 3);
      assert.equal(await used(), 1);
    },

  'an address that was taken meanwhile is AddressTaken; with another name the image comes back, later updated':
    async ({ open }) => {
      const ports = await open();
      const { catalog } = ports;
      const image = await addImage(ports);
      await catalog.remove('alice', image.id, aDisposal());
      const { path, fileName, file } = image;
      assert.equal(
        (await rejection(catalog.add(anImage({ path, fileName, owner: 'bob' }), ENOUGH))).code,
        'address-taken',
      );
      const other = anImage({ path, fileName, file: { sha256: file.sha256 } });
      await catalog.add(other, ENOUGH);
      assert.equal((await rejection(catalog.restore('alice', image.id, RESTORING))).code, 'address-taken');
      assert.equal((await entriesOf(ports)).length, 1);
      const renamed = { ...image, fileName: 'other.jpg', updatedAt: NOW };
      const restoring = { ...RESTORING, fileName: 'other.jpg' };
      assert.deepEqual(await catalog.restore('alice', image.id, restoring), renamed);
      assert.equal((await catalog.findFile(addressOf(image)))?.imageId, other.id);
      assert.equal((await catalog.findFile(addressOf(renamed)))?.imageId, image.id);
    },

  'nobody restores, finds or purges what another owner deleted, or what is of another kind': async ({
    open,
  }) => {
    const ports = await open();
    const { catalog, albums, trash } = ports;
    const image = await addImage(ports);
    const album = await addAlbum(ports, []);
    await catalog.remove('alice', image.id, aDisposal());
    await albums.remove(album, aDisposal());
    const ids = [image.id, album.id, 'absent', ''];
    assert.deepEqual([await trash.find('bob', ids), await trash.purge('bob', ids)], [[], 0]);
    const refusals = [
      catalog.restore('bob', image.id, RESTORING),
      catalog.restore('alice', album.id, RESTORING),
      catalog.restore('alice', 'absent', RESTORING),
      catalog.getRemoved('bob', image.id),
      albums.restore({ owner: 'bob', id: album.id }),
      albums.restore({ owner: 'alice', id: image.id }),
    ];
    assertAll((await settle<unknown>(refusals)).refusals, 6, 'not-in-trash');
    assert.equal((await trash.find('alice', ids)).length, 2);
  },
} satisfies Contract<TrashPorts>;
