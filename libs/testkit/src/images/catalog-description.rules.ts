import { assert } from '../assert.js';
import { addressOf, type ImageDescription } from '@cairn/images';
import type { CatalogRepository } from '@cairn/images/spi';
import { anImage, hostedFileOf, several } from '../builders.js';
import type { Contract } from '../contract.js';
import { mutate } from '../mutate.js';

const ENOUGH = 1_000;

const complete = {
  uploadSha256: 'ab'.repeat(32),
  removed: ['exif', 'gps'],
  capturedAt: '2024-05-01T10:20:30+02:00',
  camera: { make: 'Acme', model: "Camera 'One'" },
  position: { longitude: -122.4194155, latitude: 37.7749295 },
  appearance: {
    color: '#8a2be2',
    thumbhash: '3OcRJYB4d3h/iIeHeEh3eIhw+j2w',
    perceptualHash: '00ff00ff00ff00ff',
    dctHash: '0f0f0f0f0f0f0f0f',
  },
} satisfies ImageDescription;

/** Rules for descriptions of images. */
export const catalogDescriptionRules = {
  'a description is returned as it was stored, and replaced by another one': async ({ open }) => {
    const catalog = await open();
    const plain = anImage();
    const described = anImage({ description: complete });
    for (const image of [plain, described]) await catalog.add(image, ENOUGH);
    assert.deepEqual(await catalog.get('alice', described.id), described);
    mutate((await catalog.get('alice', described.id)).description);
    const copy = structuredClone(complete);
    await catalog.describe('alice', plain.id, copy);
    mutate(copy);
    for (const image of [{ ...plain, description: complete }, described]) {
      assert.deepEqual(await catalog.get('alice', image.id), image);
      assert.deepEqual(await catalog.findFile(addressOf(image)), hostedFileOf(image));
    }
    const both = (await catalog.listByTag('alice', 'sea', { limit: 5 })).items;
    assert.deepEqual(both, [described, { ...plain, description: complete }]);
    const { position, ...unlocated } = complete;
    await catalog.describe('alice', plain.id, unlocated);
    assert.deepEqual((await catalog.get('alice', plain.id)).description, unlocated);
  },

  'to describe an image that is gone, or another owner’s, does nothing': async ({ open }) => {
    const catalog = await open();
    const [image, gone] = [anImage(), anImage()];
    for (const each of [image, gone]) await catalog.add(each, ENOUGH);
    await catalog.remove('alice', gone.id);
    await catalog.describe('alice', gone.id, complete);
    await catalog.describe('bob', image.id, complete);
    assert.deepEqual(await catalog.get('alice', image.id), image);
    assert.equal((await catalog.usage('alice')).imageCount, 1);
  },

  'images without a complete appearance are listed until they have one, everyone’s, as many as are wanted':
    async ({ open }) => {
      const catalog = await open();
      const { appearance, ...partial } = complete;
      const missing = several(3, (number) =>
        anImage({ owner: `owner-${number}`, ...(number % 2 === 1 && { description: partial }) }),
      );
      const { dctHash: _, ...former } = appearance;
      missing.push(anImage({ description: { ...partial, appearance: former } }));
      const known = anImage({ description: complete });
      const unknown = anImage({ description: { ...partial, appearance: 'unknown' } });
      for (const image of [...missing, known, unknown]) await catalog.add(image, ENOUGH);
      const listed = await catalog.listUndescribed(100);
      const ids = listed.map(({ id }) => id);
      assert.deepEqual(new Set(ids), new Set(missing.map(({ id }) => id)));
      assert.deepEqual(ids, [...ids].sort());
      for (const image of listed) assert.deepEqual(await catalog.get(image.owner, image.id), image);
      assert.equal((await catalog.listUndescribed(3)).length, 3);
      assert.deepEqual(await catalog.listUndescribed(2, ids[0]), listed.slice(1, 3));
      assert.deepEqual(await catalog.listUndescribed(2, ids[3]), []);
      for (const { owner, id } of missing) await catalog.describe(owner, id, { ...partial, appearance });
      assert.deepEqual(await catalog.listUndescribed(100), []);
    },
} satisfies Contract<CatalogRepository>;
