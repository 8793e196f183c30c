import { assert } from '../../assert.js';
import { addressOf, type ImageCondition } from '@cairn/images';
import { IMAGE_SORTS, type CatalogRepository } from '@cairn/images/spi';
import { anImage, hostedFileOf } from '../../builders.js';
import type { Contract } from '../../contract.js';
import { found, stored } from './gallery-images.js';
import { aPhoto, without } from './photos.js';

const said = {
  title: 'Morning — 海',
  caption: 'First line\nsecond "line"',
  favourite: true,
  rating: 4,
  position: { longitude: 8.5, latitude: -47.25 },
} as const;

const edit = { orientation: 6, crop: { left: 0.1, top: 0.2, width: 0.5, height: 0.25 } } as const;

/** Rules for what a person says of photos, and how they are edited. */
export const galleryDetailsRules = {
  'what is said of a photo and its edit are returned as they were stored, also by its file': async ({
    open,
  }) => {
    const catalog = await open();
    const images = await stored(catalog, [
      anImage({ ...said, file: { edit } }),
      anImage({ rating: -1 }),
      anImage({ rating: 0, title: 'x', file: { edit: { orientation: 3 } } }),
      anImage(),
    ]);
    for (const image of images) {
      assert.deepEqual(await catalog.get('alice', image.id), image);
      assert.deepEqual(await catalog.findFile(addressOf(image)), hostedFileOf(image));
    }
    const { images: listed } = await catalog.list('alice', { where: [], sort: 'oldest' }, { limit: 9 });
    assert.deepEqual(listed, images);
  },

  'details are set, stay with other changes and are removed, and the time moves on': async ({ open }) => {
    const catalog = await open();
    const [image] = await stored(catalog, [anImage()] as const);
    const first = await catalog.update('alice', image.id, { ...said, now: 1 });
    assert.deepEqual(first, { ...image, ...said, updatedAt: image.updatedAt + 1 });
    await catalog.changeTags('alice', [image.id], { change: { kind: 'set', tags: ['x'] }, now: 1 });
    await catalog.update('alice', image.id, { path: 'new', fileName: 'place.jpg', now: 1 });
    const { title, caption, favourite, rating, position } = await catalog.get('alice', image.id);
    assert.deepEqual({ title, caption, favourite, rating, position }, said);
    const nothing = { title: null, caption: null, favourite: null, rating: null, position: null };
    await catalog.update('alice', image.id, { ...nothing, now: 1 });
    const last = await catalog.get('alice', image.id);
    const moved = { tags: ['x'], path: 'new', fileName: 'place.jpg', updatedAt: image.updatedAt + 4 };
    assert.deepEqual(last, { ...image, ...moved });
    assert.deepEqual(await catalog.update('alice', image.id, { ...nothing, now: 1 }), last);
  },

  'details of many images change at once, only of those that differ and that the owner has': async ({
    open,
  }) => {
    const catalog = await open();
    const [one, same, others] = await stored(catalog, [
      anImage({ title: 'before' }),
      anImage({ rating: 4, favourite: true }),
      anImage({ owner: 'bob' }),
    ] as const);
    const ids = [one.id, same.id, others.id, 'absent', one.id];
    const change = { rating: 4, favourite: true, title: null, now: 1 } as const;
    const { changed, unchanged } = await catalog.changeDetails('alice', ids, change);
    const { title, ...untitled } = one;
    const expected = { ...untitled, rating: 4, favourite: true, updatedAt: one.updatedAt + 1 };
    assert.deepEqual(changed, [expected]);
    assert.deepEqual(unchanged, [same]);
    assert.deepEqual(await catalog.get('alice', one.id), expected);
    assert.deepEqual(await catalog.get('bob', others.id), others);
    assert.deepEqual(await found(catalog, { where: [{ kind: 'words', words: ['before'] }] }), []);
  },

  'the place of many photos is set at once, before that of their files, and taken away': async ({ open }) => {
    const catalog = await open();
    await stored(catalog, [
      anImage({ id: '0' }),
      anImage({ id: '1' }),
      aPhoto({ id: '2', position: [10, 20] }),
      anImage({ id: '3' }),
    ]);
    const position = { longitude: 8.5, latitude: 47.25 };
    const at = (longitude: number, latitude: number): ImageCondition => ({
      kind: 'box',
      box: { west: longitude, south: latitude, east: longitude, north: latitude },
    });
    const ids = async (condition: ImageCondition): Promise<string> =>
      [...(await found(catalog, { where: [condition] }))].sort().join('');
    await catalog.changeDetails('alice', ['0', '1', '2'], { position, now: 1 });
    assert.equal(await ids(at(8.5, 47.25)), '012');
    assert.equal(await ids(at(10, 20)), '');
    assert.equal(await ids(without('place')), '3');
    await catalog.changeDetails('alice', ['1', '2'], { position: null, now: 2 });
    assert.equal(await ids(at(8.5, 47.25)), '0');
    assert.equal(await ids(at(10, 20)), '2');
    assert.equal(await ids(without('place')), '13');
  },

  'images are found by the words of title and caption, as they are now': async ({ open }) => {
    const catalog = await open();
    const [image] = await stored(catalog, [anImage({ id: 'a', title: 'Abend am See' })] as const);
    const word = (text: string): ImageCondition => ({ kind: 'words', words: [text] });
    assert.deepEqual(await found(catalog, { where: [word('aben')] }), ['a']);
    await catalog.update('alice', image.id, { title: 'Mittag', now: 1 });
    assert.deepEqual(await found(catalog, { where: [word('aben')] }), []);
    await catalog.changeDetails('alice', ['a'], { caption: 'Zwei\nWanderer', now: 1 });
    assert.deepEqual(await found(catalog, { where: [word('mitt'), word('wander')] }), ['a']);
  },

  'favourites and rated images are found, alone and with other conditions, in every order': async ({
    open,
  }) => {
    const catalog = await open();
    await stored(catalog, [
      anImage({ id: '0', favourite: true, rating: 5, tags: ['lake'], createdAt: 10 }),
      anImage({ id: '1', rating: 3, tags: ['lake'], createdAt: 11 }),
      anImage({ id: '2', favourite: true, rating: -1, tags: [], createdAt: 12 }),
      anImage({ id: '3', tags: ['lake'], createdAt: 13 }),
      anImage({ id: '4', owner: 'bob', favourite: true, rating: 5, createdAt: 14 }),
    ]);
    const favourites: ImageCondition = { kind: 'favourites' };
    const rating = (from: number, to: number): ImageCondition => ({ kind: 'rating', from, to });
    const lake: ImageCondition = { kind: 'tags', tags: ['lake'], match: 'all' };
    for (const sort of IMAGE_SORTS) {
      const ids = async (...where: ImageCondition[]): Promise<readonly string[]> =>
        [...(await found(catalog, { where, sort }, 1))].sort();
      assert.deepEqual(await ids(favourites), ['0', '2'], sort);
      assert.deepEqual(await ids(rating(3, 5)), ['0', '1'], sort);
      assert.deepEqual(await ids(rating(-1, -1)), ['2'], sort);
      assert.deepEqual(await ids(favourites, lake), ['0'], sort);
      assert.deepEqual(await ids(rating(1, 5), favourites, lake), ['0'], sort);
    }
  },

  'images are found by who added them, and by the guest, alone and with other conditions, in every order':
    async ({ open }) => {
      const catalog = await open();
      await stored(catalog, [
        anImage({ id: '0', addedBy: 'link:one', guest: 'ada', tags: ['lake'] }),
        anImage({ id: '1', addedBy: 'link:one', guest: 'bob', tags: [] }),
        anImage({ id: '2', addedBy: 'user:one', tags: ['lake'] }),
        anImage({ id: '3', tags: ['lake'] }),
        anImage({ id: '4', owner: 'bob', addedBy: 'link:one', guest: 'ada' }),
      ]);
      const by = (who: string): ImageCondition => ({ kind: 'addedBy', by: who });
      const guest = (id: string): ImageCondition => ({ kind: 'guest', guest: id });
      const lake: ImageCondition = { kind: 'tags', tags: ['lake'], match: 'all' };
      for (const sort of IMAGE_SORTS) {
        const ids = async (...where: ImageCondition[]): Promise<readonly string[]> =>
          [...(await found(catalog, { where, sort }, 1))].sort();
        assert.deepEqual(await ids(by('link:one')), ['0', '1'], sort);
        assert.deepEqual(await ids(by('user:one')), ['2'], sort);
        assert.deepEqual(await ids(by('link:one'), lake), ['0'], sort);
        assert.deepEqual(await ids(guest('ada')), ['0'], sort);
        assert.deepEqual(await ids(guest('bob'), lake), [], sort);
        assert.deepEqual(await ids(guest('nobody')), [], sort);
      }
    },

  'an edit is set and undone, the file has it at once, and the image is described again': async ({
    open,
  }) => {
    const catalog = await open();
    const description = { uploadSha256: 'ab'.repeat(32), removed: [] };
    const appearance = {
      color: '#ffffff',
      thumbhash: 'AA==',
      perceptualHash: '0'.repeat(16),
      dctHash: '0'.repeat(16),
    };
    const [image] = await stored(catalog, [
      anImage({ description: { ...description, appearance } }),
    ] as const);
    assert.deepEqual(await catalog.listUndescribed(9), []);
    const edited = await catalog.update('alice', image.id, { edit, now: 1 });
    const expected = { ...image, file: { ...image.file, edit }, description, updatedAt: image.updatedAt + 1 };
    assert.deepEqual(edited, expected);
    assert.deepEqual(await catalog.findFile(addressOf(image)), hostedFileOf(expected));
    assert.deepEqual(await catalog.listUndescribed(9), [expected]);
    assert.deepEqual(await catalog.update('alice', image.id, { edit, now: 1 }), expected);
    const undone = await catalog.update('alice', image.id, { edit: null, now: 1 });
    assert.deepEqual(undone.file, image.file);
    assert.deepEqual(await catalog.findFile(addressOf(image)), hostedFileOf(image));
  },
} satisfies Contract<CatalogRepository>;
