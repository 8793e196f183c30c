import { assert } from '../assert.js';
import { addressOf, type Image } from '@cairn/images';
import { hostedFileOf, several } from '../builders.js';
import { assertSame, gathered } from '../blobs/blob-bytes.js';
import type { Contract } from '../contract.js';
import {
  anUpload,
  assertSameImage,
  assertStored,
  imageCatalog,
  type ImageCatalogPorts,
} from './image-catalog.js';
import { fixtures } from './image-fixtures.js';
import { imageByteRules } from './image-bytes.rules.js';
import { imageMetadataRules } from './image-metadata.rules.js';
import { imageMovingInRules } from './image-moving-in.rules.js';
import { imageRemarkRules } from './image-remarks.rules.js';
import { imageReceivingRules } from './image-receiving.rules.js';
import { imageRejectionRules } from './image-rejection.rules.js';
import { imageSweepRules } from './image-sweep.rules.js';
import { imageVisibilityRules } from './image-visibility.rules.js';
import { assertListed } from '../listings.js';
import { rejection } from '../outcomes.js';

/** Behaviour of the image catalog over any set of adapters. */
export const imageCatalogContract = {
  'an uploaded image is read, listed, counted and served with its very bytes': async ({ open }) => {
    const ports = await open();
    const images = imageCatalog(ports);
    const { bytes, format } = fixtures.rotatedJpeg;
    const earliest = ports.clock.now();
    const image = await images.upload.execute(
      anUpload({ bytes, details: { path: '/a/b/', tags: ['x', 'sea'] } }),
    );
    const { id, file, description, createdAt, updatedAt, ...rest } = image;
    assert.match(id, /^[0-9A-Za-z]{22}$/);
    const placed = { owner: 'alice', path: 'a/b', fileName: 'photo.jpg' };
    assert.deepEqual(rest, { ...placed, tags: ['x', 'sea'], visibility: 'public' });
    const { blobKey, sizeInBytes, sha256, ...identified } = file;
    assert.deepEqual([identified, sizeInBytes], [format, bytes.length]);
    assert.match(`${blobKey} ${sha256}`, /^[0-9A-Za-z]{32} [0-9a-f]{64}$/);
    assert.deepEqual(description, { uploadSha256: sha256, removed: [] });
    assert.ok(earliest <= createdAt && createdAt === updatedAt && updatedAt <= ports.clock.now());
    assertSameImage(await images.read.execute('alice', id), image);
    const { items, ...page } = await images.list.execute('alice', 'sea', { limit: 5 });
    assert.deepEqual([items.length, page], [1, {}]);
    for (const item of items) assertSameImage(item, image);
    assert.equal((await images.readQuota.execute('alice')).imageCount, 1);
    const served = await images.openFile.execute('a/b/photo.jpg');
    assert.deepEqual(served.file, hostedFileOf(image));
    assertSame(await gathered(await served.read()), bytes);
    assertSame(await gathered(await served.read({ start: 3, end: 9 })), bytes.subarray(3, 10));
    await assertStored(ports, 1);
  },

  'path and tags may be left out': async ({ open }) => {
    const images = imageCatalog(await open());
    const image = await images.upload.execute(anUpload({ details: {} }));
    assert.deepEqual([image.path, image.tags, addressOf(image)], ['', [], 'photo.jpg']);
    assertSameImage(await images.read.execute('alice', image.id), image);
    assert.deepEqual((await images.openFile.execute('photo.jpg')).file, hostedFileOf(image));
  },

  'the bytes decide the type and the extension, not the name': async ({ open }) => {
    const images = imageCatalog(await open());
    for (const { bytes, format } of Object.values(fixtures)) {
      const image = await images.upload.execute(anUpload({ bytes, name: 'C:\\photos\\../evil.php' }));
      assert.equal(image.file.contentType, format.contentType);
      const extension = format.contentType.replace('image/', '').replace('jpeg', 'jpg');
      assert.match(image.fileName, new RegExp(`^evil(-[0-9A-Za-z]{8})?\\.${extension}$`));
      assert.deepEqual((await images.openFile.execute(addressOf(image))).file, hostedFileOf(image));
    }
  },

  'a taken name gets a suffix, whoever took it, and every address keeps its bytes': async ({ open }) => {
    const images = imageCatalog(await open());
    const first = await images.upload.execute(anUpload());
    const bytes = fixtures.rotatedJpeg.bytes;
    const others = await Promise.all(
      ['alice', 'bob', 'bob'].map((owner) => images.upload.execute(anUpload({ owner, bytes }))),
    );
    const names = new Set([first, ...others].map((image) => image.fileName));
    assert.equal(names.size, 4);
    for (const { fileName } of others) assert.match(fileName, /^photo-[0-9A-Za-z]{8}\.jpg$/);
    for (const image of [first, ...others]) {
      const served = await images.openFile.execute(addressOf(image));
      assertSame(await gathered(await served.read()), image === first ? fixtures.jpeg.bytes : bytes);
    }
  },

  'an address is never given to other bytes or another owner, even when its image is gone': async ({
    open,
  }) => {
    const images = imageCatalog(await open());
    const first = await images.upload.execute(anUpload());
    await images.remove.execute('alice', first.id);
    for (const upload of [anUpload({ bytes: fixtures.rotatedJpeg.bytes }), anUpload({ owner: 'bob' })]) {
      assert.notEqual(addressOf(await images.upload.execute(upload)), addressOf(first));
      assert.equal((await rejection(images.openFile.execute(addressOf(first)))).code, 'file-not-found');
    }
  },

  'deleted bytes get their old address when their owner uploads them to the same place again': async ({
    open,
  }) => {
    const ports = await open();
    const images = imageCatalog(ports);
    const plain = await images.upload.execute(anUpload());
    const suffixed = await images.upload.execute(anUpload());
    const elsewhere = await images.upload.execute(anUpload({ details: { path: 'holiday/sea' } }));
    for (const { id } of [plain, suffixed, elsewhere]) await images.remove.execute('alice', id);
    const again = await Promise.all([1, 2, 3].map(() => images.upload.execute(anUpload())));
    const addresses = again.map(addressOf);
    assert.equal(new Set(addresses).size, 3);
    for (const { path, fileName } of [plain, suffixed])
      assert.ok(addresses.includes(addressOf({ path, fileName })), fileName);
    for (const image of again) {
      const served = await images.openFile.execute(addressOf(image));
      assertSame(await gathered(await served.read()), fixtures.jpeg.bytes);
    }
    await assertStored(ports, 3);
  },

  'a deleted image is gone for everyone at once, its bytes too, and its place is free': async ({ open }) => {
    const ports = await open();
    const images = imageCatalog(ports, { imageQuota: 1 });
    const image = await images.upload.execute(anUpload());
    assertSameImage(await images.remove.execute('alice', image.id), image);
    for (const attempt of [
      () => images.read.execute('alice', image.id),
      () => images.remove.execute('alice', image.id),
    ]) {
      assert.equal((await rejection(attempt())).code, 'image-not-found');
    }
    assert.equal((await rejection(images.openFile.execute(addressOf(image)))).code, 'file-not-found');
    assert.deepEqual(await images.list.execute('alice', 'sea', { limit: 5 }), { items: [] });
    await assertStored(ports, 0);
    await images.upload.execute(anUpload());
  },

  'another owner’s image is treated like one that never existed': async ({ open }) => {
    const ports = await open();
    const images = imageCatalog(ports);
    const { id } = await images.upload.execute(anUpload());
    const absent = await rejection(images.read.execute('bob', 'never-existed'));
    assert.equal(absent.code, 'image-not-found');
    assert.deepEqual(await rejection(images.read.execute('bob', id)), absent);
    assert.deepEqual(await rejection(images.remove.execute('bob', id)), absent);
    assert.deepEqual(await images.list.execute('bob', 'sea', { limit: 5 }), { items: [] });
    assert.deepEqual(await images.readQuota.execute('bob'), { imageCount: 0, quota: 10_000 });
    await assertStored(ports, 1);
  },

  'images are listed by tag newest first, however the tag is written': async ({ open }) => {
    const images = imageCatalog(await open());
    const uploaded: Image[] = [];
    for (const tags of [[' caf\u00e9 '], ['x', 'cafe\u0301', 'x'], ['Caf\u00e9'], ['caf\u00e9', '']]) {
      uploaded.push(await images.upload.execute(anUpload({ details: { tags } })));
    }
    assert.deepEqual(
      uploaded.map((image) => image.tags),
      [['caf\u00e9'], ['x', 'caf\u00e9'], ['Caf\u00e9'], ['caf\u00e9']],
    );
    const expected = uploaded
      .filter((image) => image.tags.includes('caf\u00e9'))
      .sort((left, right) => right.createdAt - left.createdAt || (left.id < right.id ? 1 : -1));
    for (const tag of ['caf\u00e9', ' cafe\u0301\n']) {
      await assertListed(
        (page) => images.list.execute('alice', tag, page),
        expected.map((image) => image.id),
      );
    }
  },

  'a quota is the default one until the owner has their own': async ({ open }) => {
    const images = imageCatalog(await open(), { imageQuota: 3 });
    await images.upload.execute(anUpload());
    assert.deepEqual(await images.readQuota.execute('alice'), { imageCount: 1, quota: 3 });
    await images.setQuota.execute('alice', 1);
    assert.deepEqual(await images.readQuota.execute('alice'), { imageCount: 1, quota: 1 });
    for (const quota of [-1, 1.5, Number.NaN, Infinity]) {
      assert.equal((await rejection(images.setQuota.execute('alice', quota))).code, 'invalid-input');
    }
    assert.equal((await rejection(images.upload.execute(anUpload()))).code, 'quota-exceeded');
    assert.deepEqual(await images.readQuota.execute('bob'), { imageCount: 0, quota: 3 });
    await images.setQuota.execute('alice', undefined);
    assert.deepEqual(await images.readQuota.execute('alice'), { imageCount: 1, quota: 3 });
  },

  'a file deleted between its opening and its reading is FileNotFound, lost bytes are not': async ({
    open,
  }) => {
    const ports = await open();
    const images = imageCatalog(ports);
    const [deleted, lost] = [
      await images.upload.execute(anUpload()),
      await images.upload.execute(anUpload()),
    ];
    const [first, second] = [
      await images.openFile.execute(addressOf(deleted)),
      await images.openFile.execute(addressOf(lost)),
    ];
    await images.remove.execute('alice', deleted.id);
    await ports.blobs.area('originals').delete(lost.file.blobKey);
    assert.equal((await rejection(first.read())).code, 'file-not-found');
    assert.equal((await rejection(second.read())).code, 'blob-not-found');
  },

  'acknowledged changes are there after a restart': async ({ open, reopen }) => {
    const ports = await open();
    const images = imageCatalog(ports);
    const uploaded = await Promise.all(several(5, () => images.upload.execute(anUpload())));
    const [deleted, ...kept] = uploaded;
    assert.ok(deleted);
    await images.remove.execute('alice', deleted.id);
    const again = await reopen(ports);
    const { openFile, read } = imageCatalog(again);
    for (const image of kept) {
      assertSameImage(await read.execute('alice', image.id), image);
      const served = await openFile.execute(addressOf(image));
      assertSame(await gathered(await served.read()), fixtures.jpeg.bytes);
    }
    assert.equal((await rejection(read.execute('alice', deleted.id))).code, 'image-not-found');
    await assertStored(again, 4);
  },

  ...imageByteRules,
  ...imageMetadataRules,
  ...imageReceivingRules,
  ...imageRejectionRules,
  ...imageSweepRules,
  ...imageVisibilityRules,
  ...imageMovingInRules,
  ...imageRemarkRules,
} satisfies Contract<ImageCatalogPorts>;
