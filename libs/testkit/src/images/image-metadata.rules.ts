import { assert } from '../assert.js';
import { addressOf } from '@cairn/images';
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
import { rejection } from '../outcomes.js';
import { barePhoto, photoFacts, photoJpeg } from './photo-fixtures.js';

const removed = ['comment', 'exif', 'gps', 'serial-number', 'trailing-data', 'xmp'];

/** What becomes of the metadata of uploads. */
export const imageMetadataRules = {
  'metadata is cut out of what is served, and what it told is known to the owner': async ({ open }) => {
    const ports = await open();
    const images = imageCatalog(ports);
    const plain = await images.upload.execute(anUpload({ bytes: barePhoto, name: 'plain.jpg' }));
    const image = await images.upload.execute(anUpload({ bytes: photoJpeg() }));
    const { sha256, sizeInBytes } = plain.file;
    assert.deepEqual(
      { sha256: image.file.sha256, sizeInBytes: image.file.sizeInBytes },
      { sha256, sizeInBytes },
    );
    const served = await images.openFile.execute(addressOf(image));
    assertSame(await gathered(await served.read()), barePhoto);
    const { uploadSha256, ...told } = image.description ?? { uploadSha256: '' };
    assert.match(uploadSha256, /^[0-9a-f]{64}$/);
    assert.notEqual(uploadSha256, sha256);
    assert.deepEqual(told, { removed, ...photoFacts, uploadSizeInBytes: photoJpeg().length });
    assertSameImage(await images.read.execute('alice', image.id), image);
    assert.deepEqual(plain.description, { uploadSha256: sha256, removed: [] });
    await assertStored(ports, 2);
  },

  'a file whose metadata is hidden is stored whole, and served as if it had been cut, in every part': async ({
    open,
  }) => {
    const ports = await open();
    const images = imageCatalog(ports, { metadata: 'hide' });
    const whole = photoJpeg(6);
    const [image, cut] = [
      await images.upload.execute(anUpload({ bytes: whole })),
      await images.upload.execute(
        anUpload({ bytes: whole, name: 'cut.jpg', details: { metadata: 'remove' } }),
      ),
    ];
    const { blobKey, whole: stored, ...file } = image.file;
    assert.deepEqual({ ...file, blobKey: cut.file.blobKey }, cut.file);
    assert.deepEqual(image.description, cut.description);
    assert.equal(stored?.sizeInBytes, whole.length);
    assert.equal(stored.sha256, image.description?.uploadSha256);
    assertSame(await gathered(await ports.blobs.area('originals').get(blobKey)), whole);
    const read = await images.read.execute('alice', image.id);
    assert.deepEqual(read.file, image.file);
    const served = await images.openFile.execute(addressOf(image));
    const bytes = await gathered(await (await images.openFile.execute(addressOf(cut))).read());
    assertSame(await gathered(await served.read()), bytes);
    assert.equal(served.findPath(), undefined);
    for (let start = 0; start < bytes.length; start += 7) {
      const range = { start, end: Math.min(bytes.length - 1, start + (start % 300)) };
      const part = bytes.subarray(range.start, range.end + 1);
      assertSame(await gathered(await served.read(range)), part);
    }
    const original = images.openFile.openWhole(read);
    assert.deepEqual([original.file.sizeInBytes, original.file.sha256], [stored.sizeInBytes, stored.sha256]);
    assertSame(await gathered(await original.read()), whole);
    await assertStored(ports, 2);
  },

  'a file without metadata is stored as it is, hidden or not': async ({ open }) => {
    const ports = await open();
    const images = imageCatalog(ports, { metadata: 'hide' });
    const { id } = await images.upload.execute(anUpload({ bytes: barePhoto }));
    assert.equal((await images.read.execute('alice', id)).file.whole, undefined);
    await assertStored(ports, 1);
  },

  'an orientation is kept where metadata is cut out': async ({ open }) => {
    const images = imageCatalog(await open());
    const image = await images.upload.execute(anUpload({ bytes: photoJpeg(6) }));
    assert.equal(image.file.orientation, 6);
    const served = await images.openFile.execute(addressOf(image));
    const bytes = await gathered(await served.read());
    const again = await images.upload.execute(anUpload({ bytes, name: 'again.jpg' }));
    assert.equal(again.file.orientation, 6);
    assert.equal(again.file.sha256, image.file.sha256);
    assert.deepEqual(again.description?.removed, []);
  },

  'an upload keeps its metadata when it says so, or when neither it nor its folder says and the rules do':
    async ({ open }) => {
      const ports = await open();
      const bytes = photoJpeg(3);
      await ports.folderDefaults.put('alice', { path: 'w', visibility: 'public', metadata: 'hide' }, 10);
      for (const [metadata, choice, expected, path] of [
        [undefined, 'keep', 'kept', 'elsewhere'],
        ['keep', 'remove', 'kept', ''],
        ['remove', 'keep', 'cut', ''],
        ['hide', 'keep', 'cut', ''],
        [undefined, 'keep', 'cut', 'w/below'],
        ['keep', 'remove', 'kept', 'w'],
      ] as const) {
        const images = imageCatalog(ports, { metadata: choice });
        const image = await images.upload.execute(anUpload({ bytes, details: { metadata, path } }));
        const served = await images.openFile.execute(addressOf(image));
        const isKept = Buffer.compare(await gathered(await served.read()), bytes) === 0;
        assert.equal(isKept ? 'kept' : 'cut', expected);
        const { description } = await images.read.execute('alice', image.id);
        assert.deepEqual(description?.removed, isKept ? [] : removed);
        assert.deepEqual(description.position, photoFacts.position);
        assert.equal(image.file.whole !== undefined, metadata === 'hide' || path === 'w/below');
      }
      const wrong = anUpload({ details: { metadata: 'some' } });
      assert.equal((await rejection(imageCatalog(ports).upload.execute(wrong))).code, 'invalid-input');
      await assertStored(ports, 6);
    },

  'a photo that is deleted and uploaded again has its old address': async ({ open }) => {
    const images = imageCatalog(await open());
    await images.upload.execute(anUpload({ bytes: fixtures.jpeg.bytes }));
    const image = await images.upload.execute(anUpload({ bytes: photoJpeg(6) }));
    await images.remove.execute('alice', image.id);
    const again = await images.upload.execute(anUpload({ bytes: photoJpeg(6) }));
    assert.equal(addressOf(again), addressOf(image));
  },
} satisfies Contract<ImageCatalogPorts>;
