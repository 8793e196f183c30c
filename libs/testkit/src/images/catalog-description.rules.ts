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
    await catalog.describe(plain, copy);
    mutate(copy);
    for (const image of [{ ...plain, description: complete }, described]) {
      assert.deepEqual(await catalog.get('alice', image.id), image);
      assert.deepEqual(await catalog.findFile(addressOf(image)), hostedFileOf(image));
    }
    const both = (await catalog.listByTag('alice', 'sea', { limit: 5 })).items;
    assert.deepEqual(both, [described, { ...plain, description: complete }]);
    const { position, ...unlocated } = complete;
    await catalog.describe(plain, unlocated);
    assert.deepEqual((await catalog.get('alice', plain.id)).description, unlocated);
  },

  'to describe an image that is gone, or another owner’s, does nothing': async ({ open }) => {
    const catalog = await open();
    const [image, gone] = [anImage(), anImage()];
    for (const each of [image, gone]) await catalog.add(each, ENOUGH);
    await catalog.remove('alice', gone.id);
    await catalog.describe(gone, complete);
    await catalog.describe({ ...image, owner: 'bob' }, complete);
    assert.deepEqual(await catalog.get('alice', image.id), image);
    assert.equal((await catalog.usage('alice')).imageCount, 1);
  },

  'to describe how an image looked before it was edited does nothing': async ({ open }) => {
    const catalog = await open();
    const image = anImage();
    await catalog.add(image, ENOUGH);
    const edit = { orientation: 6, crop: { left: 0, top: 0.25, width: 0.5, height: 0.5 } };
    const edited = await catalog.update('alice', image.id, { edit, now: 5 });
    await catalog.describe(image, complete);
    assert.deepEqual(await catalog.get('alice', image.id), edited);
    await catalog.describe(edited, complete);
    const described = await catalog.get('alice', image.id);
    assert.deepEqual(described.description, complete);
    const undone = await catalog.update('alice', image.id, { edit: null, now: 6 });
    await catalog.describe(described, complete);
    assert.deepEqual(await catalog.get('alice', image.id), undone);
    assert.deepEqual(
      (await catalog.listUndescribed(5)).map(({ id }) => id),
      [image.id],
    );
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
      for (const image of missing) await catalog.describe(image, { ...partial, appearance });
      assert.deepEqual(await catalog.listUndescribed(100), []);
    },
} satisfies Contract<CatalogRepository>;
