import { assert } from '../../assert.js';
import { addressOf, VISIBILITIES, type ImageCondition, type Visibility } from '@cairn/images';
import { IMAGE_SORTS, type CatalogRepository } from '@cairn/images/spi';
import { anImage, hostedFileOf } from '../../builders.js';
import type { Contract } from '../../contract.js';
import { found, stored } from './gallery-images.js';

const of = (...visibilities: Visibility[]): ImageCondition => ({ kind: 'visibilities', visibilities });

/** Rules for who may have the file of an image. */
export const galleryVisibilityRules = {
  'a file tells its owner and its visibility at every address of its image, and another one at once': async ({
    open,
  }) => {
    const catalog = await open();
    for (const visibility of VISIBILITIES) {
      const [image] = await stored(catalog, [anImage({ visibility })] as const);
      assert.deepEqual(await catalog.get('alice', image.id), image);
      const former = addressOf(image);
      assert.deepEqual(await catalog.findFile(former), hostedFileOf(image));
      const place = { path: 'moved', fileName: image.fileName, now: image.updatedAt + 1 };
      const moved = await catalog.update('alice', image.id, place);
      for (const next of VISIBILITIES) {
        await catalog.changeVisibility('alice', [image.id], { visibility: next, now: 5 });
        const expected = hostedFileOf({ ...moved, visibility: next });
        for (const address of [former, addressOf(moved)])
          assert.deepEqual(await catalog.findFile(address), expected, `from ${visibility} to ${next}`);
      }
    }
  },

  'another visibility is stored with the time, which always moves on, and changes nothing else': async ({
    open,
  }) => {
    const catalog = await open();
    const [image, late, same] = await stored(catalog, [
      anImage(),
      anImage({ visibility: 'unlisted', description: { uploadSha256: 'ab'.repeat(32), removed: [] } }),
      anImage({ visibility: 'private' }),
    ] as const);
    const now = late.updatedAt - 1;
    const change = { visibility: 'private', now } as const;
    const expected = [
      { ...image, visibility: 'private', updatedAt: Math.max(now, image.updatedAt + 1) },
      { ...late, visibility: 'private', updatedAt: late.updatedAt + 1 },
    ] as const;
    const ids = [same.id, late.id, image.id, image.id];
    const { changed, unchanged } = await catalog.changeVisibility('alice', ids, change);
    assert.deepEqual(new Map(changed.map((each) => [each.id, each])), new Map(expected.map((each) => [each.id, each]))); // prettier-ignore
    assert.deepEqual(unchanged, [same]);
    for (const each of [...expected, same]) assert.deepEqual(await catalog.get('alice', each.id), each);
    assert.equal(changed.length, 2);
    assert.deepEqual(await catalog.listTags('alice', { limit: 5 }), [{ tag: 'sea', count: 3 }]);
    assert.deepEqual(await catalog.usage('alice'), { imageCount: 3 });
  },

  'a change of tags, place or description leaves the visibility': async ({ open }) => {
    const catalog = await open();
    const [image] = await stored(catalog, [anImage({ visibility: 'private' })] as const);
    await catalog.changeTags('alice', [image.id], { change: { kind: 'set', tags: ['x'] }, now: 5 });
    await catalog.update('alice', image.id, { path: 'new', fileName: 'place.jpg', now: 6 });
    await catalog.describe(image, { uploadSha256: 'ab'.repeat(32), removed: [] });
    assert.equal((await catalog.get('alice', image.id)).visibility, 'private');
    for (const address of [addressOf(image), 'new/place.jpg'])
      assert.equal((await catalog.findFile(address))?.visibility, 'private', address);
  },

  'images that the owner does not have keep their visibility': async ({ open }) => {
    const catalog = await open();
    const [image, others] = await stored(catalog, [anImage(), anImage({ owner: 'bob' })] as const);
    const change = { visibility: 'private', now: 5 } as const;
    const nothing = { changed: [], unchanged: [] };
    assert.deepEqual(await catalog.changeVisibility('alice', ['absent', others.id, ''], change), nothing);
    assert.deepEqual(await catalog.changeVisibility('alice', [], change), nothing);
    const given = await catalog.changeVisibility('alice', [others.id, image.id, 'absent'], change);
    assert.deepEqual(given.changed.map(({ id }) => id), [image.id]); // prettier-ignore
    assert.deepEqual(await catalog.get('bob', others.id), others);
  },

  'images are found by their visibility, alone and with other conditions, in every order': async ({
    open,
  }) => {
    const catalog = await open();
    await stored(catalog, [
      anImage({ id: '0', visibility: 'public', tags: ['lake'], createdAt: 10 }),
      anImage({ id: '1', visibility: 'unlisted', tags: ['lake'], createdAt: 11 }),
      anImage({ id: '2', visibility: 'private', tags: ['lake'], createdAt: 12 }),
      anImage({ id: '3', visibility: 'private', tags: [], createdAt: 13 }),
    ]);
    const lake: ImageCondition = { kind: 'tags', tags: ['lake'], match: 'all' };
    for (const sort of IMAGE_SORTS) {
      const ids = async (...where: ImageCondition[]): Promise<readonly string[]> =>
        [...(await found(catalog, { where, sort }, 1))].sort();
      assert.deepEqual(await ids(of('private')), ['2', '3'], sort);
      assert.deepEqual(await ids(of('public', 'unlisted')), ['0', '1'], sort);
      assert.deepEqual(await ids(lake, of('private', 'unlisted')), ['1', '2'], sort);
    }
    await catalog.changeVisibility('alice', ['3'], { visibility: 'public', now: 20 });
    assert.deepEqual(await found(catalog, { where: [of('public')] }), ['3', '0']);
  },
} satisfies Contract<CatalogRepository>;
