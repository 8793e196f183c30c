import { assert } from '../../assert.js';
import { addressOf } from '@cairn/images';
import type { CatalogRepository } from '@cairn/images/spi';
import { anImage } from '../../builders.js';
import type { Contract } from '../../contract.js';
import { rejection } from '../../outcomes.js';
import { ENOUGH, found, stored } from './gallery-images.js';

/** Rules for images that get another folder or name. */
export const galleryMoveRules = {
  'a moved image is found, sorted and counted at its new place alone, with the time': async ({ open }) => {
    const catalog = await open();
    const [image, other] = await stored(catalog, [
      anImage({ path: 'alps/lake', fileName: 'dawn.jpg', tags: ['sea'] }),
      anImage({ path: 'alps', fileName: 'm.jpg', tags: [] }),
    ] as const);
    const now = image.updatedAt + 1_000;
    const changed = { ...image, path: 'coast', fileName: 'zenith.jpg', updatedAt: now };
    const move = { path: 'coast', fileName: 'zenith.jpg', now };
    assert.deepEqual(await catalog.update('alice', image.id, move), changed);
    assert.deepEqual(await catalog.get('alice', image.id), changed);
    assert.deepEqual(await catalog.update('alice', image.id, { ...move, now: now + 5 }), changed);
    const folder = async (path: string): Promise<readonly string[]> =>
      await found(catalog, { where: [{ kind: 'folder', path, depth: 'tree' }] });
    assert.deepEqual([await folder('coast'), await folder('alps')], [[image.id], [other.id]]);
    const search = async (word: string): Promise<readonly string[]> =>
      await found(catalog, { where: [{ kind: 'words', words: [word] }] });
    assert.deepEqual([await search('zenith'), await search('dawn')], [[image.id], []]);
    assert.deepEqual(await found(catalog, { sort: 'name' }), [other.id, image.id]);
    assert.deepEqual(await catalog.listByTag('alice', 'sea', { limit: 5 }), { items: [changed] });
    assert.deepEqual(await catalog.listFolders('alice', { parent: '', limit: 5 }), [
      { path: 'alps', count: 1 },
      { path: 'coast', count: 1 },
    ]);
    assert.deepEqual(await catalog.usage('alice'), { imageCount: 2 });
  },

  'the former address of a moved image leads to it until it is removed, and is for the same bytes of its owner alone':
    async ({ open }) => {
      const catalog = await open();
      const [image] = await stored(catalog, [anImage()] as const);
      const former = addressOf(image);
      const place = { path: 'new', fileName: 'place.jpg', now: 5 };
      await catalog.update('alice', image.id, place);
      const { blobKey } = image.file;
      assert.equal((await catalog.findFile('new/place.jpg'))?.blobKey, blobKey);
      assert.equal((await catalog.findFile(former))?.blobKey, blobKey);
      assert.deepEqual(await catalog.freedAddresses(image), [former]);
      const { path, fileName } = image;
      assert.equal((await rejection(catalog.add(anImage({ path, fileName }), ENOUGH))).code, 'address-taken');
      await catalog.update('alice', image.id, { path, fileName, now: 6 });
      assert.deepEqual(await catalog.freedAddresses(image), ['new/place.jpg']);
      await catalog.update('alice', image.id, { ...place, now: 7 });
      const again = { ...image, id: 'again', file: { ...image.file, blobKey: 'again' } };
      await catalog.add(again, ENOUGH);
      assert.equal((await catalog.findFile(former))?.blobKey, 'again');
      await catalog.update('alice', image.id, { path: 'third', fileName: 'place.jpg', now: 8 });
      await catalog.remove('alice', image.id);
      assert.equal(await catalog.findFile('new/place.jpg'), undefined);
      assert.equal(await catalog.findFile('third/place.jpg'), undefined);
    },

  'an image is not moved to an address that is taken, and stays as it was': async ({ open }) => {
    const catalog = await open();
    const [image, taken, others] = await stored(catalog, [
      anImage(),
      anImage(),
      anImage({ owner: 'bob' }),
    ] as const);
    for (const { path, fileName } of [taken, others]) {
      const refused = catalog.update('alice', image.id, { path, fileName, now: 5 });
      assert.equal((await rejection(refused)).code, 'address-taken');
    }
    assert.deepEqual(await catalog.get('alice', image.id), image);
    assert.equal((await catalog.findFile(addressOf(image)))?.blobKey, image.file.blobKey);
  },

  'an update changes place, tags and visibility in one step, or nothing': async ({ open }) => {
    const catalog = await open();
    const [image, taken] = await stored(catalog, [
      anImage({ tags: ['sea'], visibility: 'public' }),
      anImage({ path: 'taken', fileName: 'taken.jpg', tags: [] }),
    ] as const);
    const other = { path: 'new', fileName: 'place.jpg', tags: ['lake'], visibility: 'private' } as const;
    const refused = catalog.update('alice', image.id, {
      ...other,
      path: 'taken',
      fileName: 'taken.jpg',
      now: 5,
    });
    assert.equal((await rejection(refused)).code, 'address-taken');
    assert.deepEqual(await catalog.get('alice', image.id), image);
    assert.deepEqual(await catalog.listTags('alice', { limit: 5 }), [{ tag: 'sea', count: 1 }]);
    const changed = { ...image, ...other, updatedAt: image.updatedAt + 1 };
    assert.deepEqual(await catalog.update('alice', image.id, { ...other, now: 0 }), changed);
    assert.deepEqual(await catalog.get('alice', image.id), changed);
    assert.deepEqual(await catalog.listTags('alice', { limit: 5 }), [{ tag: 'lake', count: 1 }]);
    assert.deepEqual(await catalog.listByTag('alice', 'lake', { limit: 5 }), { items: [changed] });
    assert.equal((await catalog.findFile('new/place.jpg'))?.visibility, 'private');
    const same = await catalog.update('alice', image.id, { now: image.updatedAt + 9 });
    assert.deepEqual([same, await catalog.get('alice', taken.id)], [changed, taken]);
  },

  'an image that the owner does not have is not moved': async ({ open }) => {
    const catalog = await open();
    const [others] = await stored(catalog, [anImage({ owner: 'bob' })] as const);
    const move = { path: 'x', fileName: 'y.jpg', now: 5 };
    for (const id of [others.id, 'absent'])
      assert.equal((await rejection(catalog.update('alice', id, move))).code, 'image-not-found');
    assert.deepEqual(await catalog.get('bob', others.id), others);
  },
} satisfies Contract<CatalogRepository>;
