import { assert } from '../assert.js';
import { addressOf, type Image } from '@cairn/images';
import type { CatalogRepository } from '@cairn/images/spi';
import { anImage, aWholeFile, hostedFileOf, several } from '../builders.js';
import { catalogAddressRules } from './catalog-address.rules.js';
import { catalogDescriptionRules } from './catalog-description.rules.js';
import { catalogListingRules } from './catalog-listing.rules.js';
import { catalogQuotaRules } from './catalog-quota.rules.js';
import type { Contract } from '../contract.js';
import { unusualStrings } from '../unusual-strings.js';
import { assertAll, rejection, settle } from '../outcomes.js';
import { mutate } from '../mutate.js';

const ENOUGH = 1_000;

/** Rules for every `CatalogRepository`. */
export const catalogRepositoryContract = {
  'get, list and findFile return every field': async ({ open }) => {
    const catalog = await open();
    const image = anImage({
      path: 'Urlaub 2024/Zürich',
      fileName: 'a b~(1)+.avif',
      tags: ['sea', 'Alps', '10', '9'],
      createdAt: 1_767_323_045_678,
      updatedAt: 1_999_999_999_999,
      file: {
        contentType: 'image/avif',
        width: 16_383,
        height: 3,
        frames: 7,
        orientation: 8,
        sizeInBytes: 2 ** 33,
      },
    });
    await catalog.add(image, ENOUGH);
    assert.deepEqual(await catalog.get(image.owner, image.id), image);
    assert.deepEqual(await catalog.listByTag(image.owner, 'Alps', { limit: 5 }), { items: [image] });
    assert.deepEqual(await catalog.findFile(addressOf(image)), hostedFileOf(image));
  },

  'a file that is stored whole keeps its list of edits, also in the trash, and counts as it is stored':
    async ({ open }) => {
      const catalog = await open();
      const image = anImage({ file: { whole: aWholeFile(20_000) } });
      const other = anImage();
      for (const each of [image, other]) await catalog.add(each, ENOUGH);
      const disposal = { deletion: 'd', deletedAt: 1, expiresAt: 2, countsBytes: true };
      for (const isAgain of [false, true]) {
        assert.deepEqual(await catalog.get('alice', image.id), image);
        assert.deepEqual(await catalog.find('alice', [image.id]), [image]);
        assert.deepEqual(await catalog.findFile(addressOf(image)), hostedFileOf(image));
        assert.deepEqual(await catalog.findFile(addressOf(other)), hostedFileOf(other));
        const { imageCount, sizeInBytes } = await catalog.total();
        assert.deepEqual([imageCount, sizeInBytes], [2, 20_000 + other.file.sizeInBytes]);
        if (isAgain) break;
        assert.deepEqual(await catalog.remove('alice', image.id, disposal), image);
        assert.deepEqual(await catalog.getRemoved('alice', image.id), image);
        await catalog.restore('alice', image.id, { defaultQuota: ENOUGH, now: 3 });
      }
    },

  'unusual, long and empty strings are returned unchanged': async ({ open }) => {
    const catalog = await open();
    const images = [
      ...unusualStrings.map((text) => anImage({ owner: text, path: text, fileName: text, tags: [text] })),
      anImage({ path: '', tags: [] }),
      anImage({ path: several(8, () => 'x'.repeat(255)).join('/'), fileName: 'y'.repeat(255) }),
      anImage({ tags: several(50, (number) => `${number}-${'🏝'.repeat(61)}`) }),
    ];
    for (const image of images) await catalog.add(image, ENOUGH);
    for (const image of images) {
      assert.deepEqual(await catalog.get(image.owner, image.id), image);
      assert.deepEqual(await catalog.findFile(addressOf(image)), hostedFileOf(image));
    }
  },

  'values passed in and returned are copies': async ({ open }) => {
    const catalog = await open();
    const given = anImage();
    const { owner, id } = given;
    const expected = { ...given, tags: [...given.tags], file: { ...given.file } };
    await catalog.add(given, ENOUGH);
    mutate(given);
    mutate(await catalog.get(owner, id));
    mutate(await catalog.listByTag(owner, 'sea', { limit: 1 }));
    mutate(await catalog.findFile(addressOf(expected)));
    assert.deepEqual(await catalog.get(owner, id), expected);
    assert.deepEqual(await catalog.findFile(addressOf(expected)), hostedFileOf(expected));
  },

  'get of an absent image and of another owner’s is the same ImageNotFound': async ({ open }) => {
    const catalog = await open();
    const image = anImage();
    await catalog.add(image, ENOUGH);
    const absent = await rejection(catalog.get('bob', 'never-existed'));
    assert.equal(absent.code, 'image-not-found');
    assert.deepEqual(await rejection(catalog.get('bob', image.id)), absent);
    for (const id of ['', '\0', "'", image.id.slice(1)]) {
      assert.equal((await rejection(catalog.get(image.owner, id))).code, 'image-not-found');
    }
  },

  'remove of an absent image and of another owner’s is the same ImageNotFound': async ({ open }) => {
    const catalog = await open();
    const image = anImage();
    await catalog.add(image, ENOUGH);
    const absent = await rejection(catalog.remove('bob', 'never-existed'));
    assert.equal(absent.code, 'image-not-found');
    assert.deepEqual(await rejection(catalog.remove('bob', image.id)), absent);
    assert.deepEqual(await catalog.get(image.owner, image.id), image);
    assert.equal((await catalog.usage(image.owner)).imageCount, 1);
  },

  'remove returns the image, and nothing shows it any more': async ({ open }) => {
    const catalog = await open();
    const [image, other] = [anImage(), anImage()];
    for (const each of [image, other]) await catalog.add(each, ENOUGH);
    assert.deepEqual(await catalog.remove(image.owner, image.id), image);
    await assertAbsent(catalog, image);
    assert.deepEqual(await catalog.listByTag(image.owner, 'sea', { limit: 5 }), { items: [other] });
    assert.equal((await catalog.usage(image.owner)).imageCount, 1);
  },

  'of concurrent removes of one image exactly one succeeds': async ({ open }) => {
    const catalog = await open();
    const stays = anImage();
    await catalog.add(stays, ENOUGH);
    for (const image of several(5, () => anImage())) {
      await catalog.add(image, ENOUGH);
      const { values, refusals } = await settle(several(8, () => catalog.remove(image.owner, image.id)));
      assert.deepEqual(values, [image]);
      assertAll(refusals, 7, 'image-not-found');
      assert.equal((await catalog.usage(image.owner)).imageCount, 1);
    }
  },

  'a blob is needed from the add of its image to the remove': async ({ open }) => {
    const catalog = await open();
    const image = anImage({ file: { blobKey: 'AbCdEfGh' } });
    assert.equal(await catalog.needsBlob('AbCdEfGh'), false);
    await catalog.add(image, ENOUGH);
    assert.equal(await catalog.needsBlob('AbCdEfGh'), true);
    for (const key of ['abcdefgh', 'AbCd', '']) assert.equal(await catalog.needsBlob(key), false, key);
    await catalog.remove(image.owner, image.id);
    assert.equal(await catalog.needsBlob('AbCdEfGh'), false);
  },

  'images, quotas and addresses once given are all there after a restart': async ({ open, reopen }) => {
    const catalog = await open();
    const [image, removed] = [anImage(), anImage()];
    for (const each of [image, removed]) await catalog.add(each, ENOUGH);
    await catalog.remove(removed.owner, removed.id);
    await catalog.setQuota(image.owner, 7);
    const again = await reopen(catalog);
    assert.deepEqual(await again.get(image.owner, image.id), image);
    assert.deepEqual(await again.usage(image.owner), { imageCount: 1, quota: 7 });
    const { fileName } = removed;
    assert.equal((await rejection(again.add(anImage({ fileName }), ENOUGH))).code, 'address-taken');
  },

  ...catalogAddressRules,
  ...catalogQuotaRules,
  ...catalogListingRules,
  ...catalogDescriptionRules,
} satisfies Contract<CatalogRepository>;

async function assertAbsent(catalog: CatalogRepository, image: Image): Promise<void> {
  assert.equal((await rejection(catalog.get(image.owner, image.id))).code, 'image-not-found');
  assert.equal((await rejection(catalog.remove(image.owner, image.id))).code, 'image-not-found');
  assert.equal(await catalog.findFile(addressOf(image)), undefined);
  assert.equal(await catalog.needsBlob(image.file.blobKey), false);
  const blobs = await catalog.listBlobs(100, undefined);
  assert.ok(blobs.every(({ blobKey }) => blobKey !== image.file.blobKey));
}
