import { assert } from '../assert.js';
import type { Image } from '@cairn/images';
import type { CatalogRepository } from '@cairn/images/spi';
import { anImage, several } from '../builders.js';
import type { Contract } from '../contract.js';
import { aDisposal, ENOUGH } from '../trash/trash-ports.js';
import { rejection, settle } from '../outcomes.js';

let hashes = 0;

/** A SHA-256 that nothing else has. */
const aHash = (): string => (hashes += 1).toString(16).padStart(64, 'c');

/** An image whose upload had another hash, and a size unless it is not known. */
const cut = (uploadSha256: string, uploadSizeInBytes?: number, given: Partial<Image> = {}): Image => {
  const image = anImage();
  const description = { uploadSha256, removed: ['exif'], ...(uploadSizeInBytes && { uploadSizeInBytes }) };
  return { ...image, ...given, description };
};

const whole = (sha256: string, given: Partial<Omit<Image, 'file'>> = {}): Image =>
  anImage({ ...given, file: { sha256 } });

/** Rules for how a `CatalogRepository` knows uploaded bytes again. */
export const knownFilesContract = {
  'an image is found by the hash of what was uploaded, and by that of what is served': async ({ open }) => {
    const catalog = await open();
    const [uploaded, served, other] = [aHash(), aHash(), aHash()];
    const image = { ...cut(uploaded, 9, { path: 'a/b' }) };
    await catalog.add({ ...image, file: { ...image.file, sha256: served } }, ENOUGH);
    const known = { id: image.id, path: 'a/b', inTrash: false };
    for (const sha256 of [uploaded, served])
      assert.deepEqual(await catalog.knownFiles('alice', [sha256, other]), [{ sha256, ...known }]);
    assert.deepEqual(await catalog.knownFiles('alice', [other]), []);
    assert.deepEqual(await catalog.knownFiles('alice', []), []);
    assert.deepEqual(await catalog.knownFiles('bob', [uploaded, served]), []);
  },

  'a description that comes later changes the hash that an image is found by': async ({ open }) => {
    const catalog = await open();
    const [sha256, uploadSha256] = [aHash(), aHash()];
    const image = whole(sha256);
    await catalog.add(image, ENOUGH);
    await catalog.describe(image, { uploadSha256, removed: [] });
    const [found] = await catalog.knownFiles('alice', [uploadSha256]);
    assert.equal(found?.id, image.id);
  },

  'every image with the bytes is found, those in the trash last, until they are gone for good': async ({
    open,
  }) => {
    const catalog = await open();
    const sha256 = aHash();
    const images = several(3, (number) => whole(sha256, { path: `folder ${number}` }));
    for (const image of images) await catalog.add(image, ENOUGH);
    const [first, second, third] = images;
    assert.ok(first && second && third);
    await catalog.remove('alice', first.id, aDisposal());
    await catalog.remove('alice', third.id);
    assert.deepEqual(await catalog.knownFiles('alice', [sha256]), [
      { sha256, id: second.id, path: second.path, inTrash: false },
      { sha256, id: first.id, path: first.path, inTrash: true },
    ]);
    await catalog.restore('alice', first.id, { defaultQuota: ENOUGH, now: Date.now() });
    const found = await catalog.knownFiles('alice', [sha256]);
    assert.deepEqual(
      found.map(({ inTrash }) => inTrash),
      [false, false],
    );
  },

  'an image with a cut upload is found in the trash by both hashes': async ({ open }) => {
    const catalog = await open();
    const uploaded = aHash();
    const image = cut(uploaded, 7, { path: 'x' });
    await catalog.add(image, ENOUGH);
    await catalog.remove('alice', image.id, aDisposal());
    for (const sha256 of [uploaded, image.file.sha256])
      assert.deepEqual(await catalog.knownFiles('alice', [sha256]), [
        { sha256, id: image.id, path: 'x', inTrash: true },
      ]);
  },

  'a thousand hashes are one question': async ({ open }) => {
    const catalog = await open();
    const asked = several(1_000, aHash);
    const there = asked.filter((_, index) => index % 250 === 7);
    const images = there.map((sha256) => whole(sha256));
    for (const image of images) await catalog.add(image, ENOUGH);
    const found = await catalog.knownFiles('alice', asked);
    assert.deepEqual(found.map(({ sha256 }) => sha256).sort(), there.toSorted());
  },

  'sizes are those of uploads, also in the trash': async ({ open }) => {
    const catalog = await open();
    const images = [cut(aHash(), 700), anImage({ file: { sizeInBytes: 500 } })];
    const removed = anImage({ file: { sizeInBytes: 600 } });
    for (const image of [...images, removed]) await catalog.add(image, ENOUGH);
    await catalog.remove('alice', removed.id, aDisposal());
    assert.deepEqual(await catalog.knownSizes('alice', [900, 700, 600, 500, 500, 12_345]), [500, 600, 700]);
    assert.deepEqual(await catalog.knownSizes('alice', []), []);
    assert.deepEqual(await catalog.knownSizes('bob', [500]), []);
  },

  'any size may be there while there is an upload whose size was not kept': async ({ open }) => {
    const catalog = await open();
    const image = cut(aHash());
    await catalog.add(image, ENOUGH);
    assert.deepEqual(await catalog.knownSizes('alice', [3, 1, 2]), [1, 2, 3]);
    await catalog.remove('alice', image.id, aDisposal());
    assert.deepEqual(await catalog.knownSizes('alice', [3]), [3]);
  },

  'addOrFind of bytes that are in the folder returns their image, and stores nothing': async ({ open }) => {
    const catalog = await open();
    const uploaded = aHash();
    const image = cut(uploaded, 5);
    assert.deepEqual(await catalog.addOrFind(image, 1), image);
    const again = cut(uploaded, 5);
    assert.deepEqual(await catalog.addOrFind(again, 1), image, 'also if the quota is used up');
    assert.equal(await catalog.needsBlob(again.file.blobKey), false);
    assert.deepEqual(await catalog.usage('alice'), { imageCount: 1 });
  },

  'addOrFind adds bytes that are in another folder, of another owner, or in the trash': async ({ open }) => {
    const catalog = await open();
    const sha256 = aHash();
    const removed = whole(sha256);
    await catalog.add(removed, ENOUGH);
    await catalog.remove('alice', removed.id, aDisposal());
    const images = [
      whole(sha256),
      whole(sha256, { path: 'elsewhere' }),
      whole(sha256, { path: 'holiday/below' }),
      whole(sha256, { owner: 'bob' }),
    ];
    for (const image of images) assert.deepEqual(await catalog.addOrFind(image, ENOUGH), image);
  },

  'addOrFind past the quota, or of an address that is taken, is refused like add': async ({ open }) => {
    const catalog = await open();
    const image = anImage();
    await catalog.addOrFind(image, 1);
    assert.equal((await rejection(catalog.addOrFind(anImage(), 1))).code, 'quota-exceeded');
    const { path, fileName } = image;
    const other = anImage({ path, fileName });
    assert.equal((await rejection(catalog.addOrFind(other, ENOUGH))).code, 'address-taken');
  },

  'addOrFind by what is served finds the image that serves the same bytes, whatever was cut out of them':
    async ({ open }) => {
      const catalog = await open();
      const served = aHash();
      const serving = (image: Image): Image => ({ ...image, file: { ...image.file, sha256: served } });
      const image = serving(cut(aHash(), 5));
      await catalog.add(image, ENOUGH);
      const found = await catalog.addOrFind(serving(cut(aHash(), 6)), 1, { now: 0, compared: 'served' });
      assert.deepEqual(found, image);
      const plain = whole(aHash());
      await catalog.add(plain, ENOUGH);
      const { sha256 } = plain.file;
      const again = await catalog.addOrFind(whole(sha256), 1, { now: 0, compared: 'served' });
      assert.deepEqual(again, plain);
      // The same upload, of which others are shown something else.
      const { uploadSha256 = '' } = image.description ?? {};
      for (const other of [cut(uploadSha256), whole(uploadSha256), cut(sha256)])
        assert.equal((await catalog.addOrFind(other, ENOUGH, { now: 0, compared: 'served' })).id, other.id);
    },

  'of many that add the same bytes to a folder at once one does, and the others find its image': async ({
    open,
  }) => {
    const catalog = await open();
    for (let round = 0; round < 5; round += 1) {
      const compared = round % 2 === 0 ? 'uploaded' : 'served';
      const sha256 = aHash();
      const images = several(8, () => (compared === 'served' ? whole(sha256) : cut(sha256, 8)));
      const { values } = await settle(
        images.map((image) => catalog.addOrFind(image, ENOUGH, { now: 0, compared })),
      );
      assert.equal(values.length, 8);
      assert.equal(new Set(values.map(({ id }) => id)).size, 1);
      assert.equal((await catalog.knownFiles('alice', [sha256])).length, 1);
      assert.equal((await catalog.usage('alice')).imageCount, round + 1);
    }
  },
} satisfies Contract<CatalogRepository>;
