import { assert } from '../assert.js';
import { addressOf, type Image } from '@cairn/images';
import type { CatalogRepository } from '@cairn/images/spi';
import { anImage, several } from '../builders.js';
import type { Contract } from '../contract.js';
import { everyItem } from '../listings.js';
import { assertAll, assertQuotaExceeded, rejection, settle } from '../outcomes.js';

/** Rules for quotas of a catalog. */
export const catalogQuotaRules = {
  'an unknown owner has no image and no quota of their own': async ({ open }) => {
    const catalog = await open();
    await catalog.add(anImage(), 1);
    assert.deepEqual(await catalog.usage('bob'), { imageCount: 0 });
    await catalog.setQuota('bob', undefined);
    assert.deepEqual(await catalog.usage('bob'), { imageCount: 0 });
  },

  'add past the quota is QuotaExceeded with both figures, and leaves nothing of the image': async ({
    open,
  }) => {
    const catalog = await open();
    for (const image of several(2, () => anImage())) await catalog.add(image, 2);
    const refused = anImage({ tags: ['refused'] });
    await assertQuotaExceeded(catalog.add(refused, 2), { imageCount: 2, quota: 2 });
    assert.equal((await rejection(catalog.get(refused.owner, refused.id))).code, 'image-not-found');
    assert.deepEqual(await catalog.listByTag(refused.owner, 'refused', { limit: 5 }), { items: [] });
    assert.equal((await catalog.usage(refused.owner)).imageCount, 2);
    assert.equal(await catalog.needsBlob(refused.file.blobKey), false);
    assert.equal(await catalog.findFile(addressOf(refused)), undefined);
    await catalog.add(refused, 3);
    assert.deepEqual(await catalog.get(refused.owner, refused.id), refused);
  },

  'an owner’s own quota goes before the default until it is taken away': async ({ open }) => {
    const catalog = await open();
    await catalog.setQuota('alice', 2);
    assert.deepEqual(await catalog.usage('alice'), { imageCount: 0, quota: 2 });
    for (const image of several(2, () => anImage())) await catalog.add(image, 1);
    await assertQuotaExceeded(catalog.add(anImage(), 100), { imageCount: 2, quota: 2 });
    await catalog.setQuota('alice', undefined);
    assert.deepEqual(await catalog.usage('alice'), { imageCount: 2 });
    await catalog.add(anImage(), 3);
    await assertQuotaExceeded(catalog.add(anImage(), 3), { imageCount: 3, quota: 3 });
  },

  'a quota below the count keeps the images and refuses more': async ({ open }) => {
    const catalog = await open();
    const images = several(3, () => anImage());
    for (const image of images) await catalog.add(image, 10);
    await catalog.setQuota('alice', 1);
    assert.deepEqual(await catalog.usage('alice'), { imageCount: 3, quota: 1 });
    await assertQuotaExceeded(catalog.add(anImage(), 10), { imageCount: 3, quota: 1 });
    for (const image of images) assert.deepEqual(await catalog.get('alice', image.id), image);
  },

  'a removed image frees its place in the quota': async ({ open }) => {
    const catalog = await open();
    const images = several(2, () => anImage());
    for (const image of images) await catalog.add(image, 2);
    for (const image of images) await catalog.remove(image.owner, image.id);
    assert.equal((await catalog.usage('alice')).imageCount, 0);
    for (const image of several(2, () => anImage())) await catalog.add(image, 2);
    await assertQuotaExceeded(catalog.add(anImage(), 2), { imageCount: 2, quota: 2 });
  },

  'a quota is each owner’s own, from 0 to the largest safe integer': async ({ open }) => {
    const catalog = await open();
    await catalog.setQuota('alice', 0);
    await catalog.setQuota('Alice', Number.MAX_SAFE_INTEGER);
    assert.deepEqual(await catalog.usage('alice'), { imageCount: 0, quota: 0 });
    assert.deepEqual(await catalog.usage('Alice'), { imageCount: 0, quota: Number.MAX_SAFE_INTEGER });
    await assertQuotaExceeded(catalog.add(anImage({ owner: 'alice' }), 1), { imageCount: 0, quota: 0 });
    await catalog.add(anImage({ owner: 'Alice' }), 0);
    await catalog.add(anImage({ owner: 'bob' }), 1);
  },

  'of 50 adds at once with room for 10 exactly 10 are stored': async ({ open }) => {
    const catalog = await open();
    for (const owner of several(5, (round) => `owner-${round}`)) {
      const { stored, refusals } = await addAll(
        catalog,
        several(50, () => anImage({ owner })),
        10,
      );
      assert.equal(stored.length, 10);
      assertAll(refusals, 40, 'quota-exceeded');
      assert.equal((await catalog.usage(owner)).imageCount, 10);
      assert.deepEqual(await idsOf(catalog, owner), idsIn(stored));
    }
  },

  'after concurrent adds and removes the count is exact': async ({ open }) => {
    const catalog = await open();
    for (const owner of several(3, (round) => `owner-${round}`)) {
      const [stays, goes] = [several(20, () => anImage({ owner })), several(20, () => anImage({ owner }))];
      for (const image of goes) await catalog.add(image, 40);
      const added = stays.map((image) => catalog.add(image, 40));
      const removed = goes.map((image) => catalog.remove(owner, image.id));
      await Promise.all([...added, ...removed]);
      assert.deepEqual(await idsOf(catalog, owner), idsIn(stays));
      assert.deepEqual(await catalog.usage(owner), { imageCount: 20 });
    }
  },

  'what was acknowledged is what is stored when a third of the changes at once fail': async ({ open }) => {
    const catalog = await open();
    const taken = anImage({ owner: 'carol' });
    await catalog.add(taken, 1);
    await catalog.setQuota('full', 0);
    for (let round = 1; round <= 4; round += 1) {
      const images = several(60, (number) => {
        if (number % 6 === 1) return anImage({ owner: 'full' });
        return number % 6 === 4 ? anImage({ fileName: taken.fileName }) : anImage();
      });
      const before = await idsOf(catalog, 'alice');
      const { stored, refusals } = await addAll(catalog, images, 1_000);
      assert.equal(refusals.length, 20);
      assert.deepEqual(await idsOf(catalog, 'alice'), [...before, ...idsIn(stored)].sort());
      assert.equal((await catalog.usage('alice')).imageCount, 40 * round);
      assert.equal((await catalog.usage('full')).imageCount, 0);
      assert.equal((await catalog.listBlobs(1_000, undefined)).length, 40 * round + 1);
    }
  },

  'the total is of the images that all owners have now, and of their bytes': async ({ open }) => {
    const catalog = await open();
    const before = await catalog.total();
    const images = several(4, (number) => anImage({ owner: number === 0 ? 'bob' : 'alice' }));
    const [first, ...others] = images;
    assert.ok(first);
    for (const image of images) await catalog.add(image, 10);
    await catalog.remove(first.owner, first.id);
    const total = await catalog.total();
    assert.deepEqual(total, {
      imageCount: before.imageCount + others.length,
      sizeInBytes: others.reduce((sum, { file }) => sum + file.sizeInBytes, before.sizeInBytes),
    });
  },
} satisfies Contract<CatalogRepository>;

async function addAll(
  catalog: CatalogRepository,
  images: readonly Image[],
  quota: number,
): Promise<{ readonly stored: readonly Image[]; readonly refusals: readonly string[] }> {
  const { values, refusals } = await settle(
    images.map((image) => catalog.add(image, quota).then(() => image)),
  );
  return { stored: values, refusals };
}

async function idsOf(catalog: CatalogRepository, owner: string): Promise<readonly string[]> {
  return idsIn(await everyItem((page) => catalog.listByTag(owner, 'sea', page), 100));
}

function idsIn(images: readonly Image[]): readonly string[] {
  return images.map((image) => image.id).sort();
}
