import { assert } from '../assert.js';
import { discardUpload } from '@cairn/images';
import type { Contract } from '../contract.js';
import {
  anUpload,
  assertSameImage,
  assertStored,
  imageCatalog,
  type ImageCatalogPorts,
} from './image-catalog.js';
import { fixtures } from './image-fixtures.js';
import { assertQuotaExceeded, rejection } from '../outcomes.js';

const { bytes, format } = fixtures.png;

/** How bytes are received before it is known what is to become of them. */
export const imageReceivingRules = {
  'a received upload tells what it is, is in no catalog, and leaves nothing when it is given up': async ({
    open,
  }) => {
    const ports = await open();
    const { receive, readQuota } = imageCatalog(ports);
    const { owner, blob, format: found } = await receive.execute(anUpload({ bytes }));
    assert.deepEqual([owner, found, blob.sizeInBytes], ['alice', format, bytes.length]);
    assert.match(blob.sha256, /^[0-9a-f]{64}$/);
    assert.equal((await readQuota.execute('alice')).imageCount, 0);
    assert.deepEqual(await ports.blobs.area('originals').list(1, undefined), []);
    await blob.discard();
    await assertStored(ports, 0);
  },

  'a received upload is admitted once, with the first details that are right': async ({ open }) => {
    const ports = await open();
    const { receive, admit, read } = imageCatalog(ports);
    const received = await receive.execute(anUpload({ bytes }));
    const wrong = await rejection(admit.execute(received, { name: 'a.png', path: 'a//b' }));
    assert.equal(wrong.code, 'invalid-input');
    const image = await admit.execute(received, { name: 'a.png', path: 'a/b', tags: ['sea'] });
    assert.deepEqual([image.path, image.fileName, image.tags], ['a/b', 'a.png', ['sea']]);
    assertSameImage(await read.execute('alice', image.id), image);
    await assert.rejects(admit.execute(received, { name: 'b.png' }));
    await discardUpload(received);
    await assertStored(ports, 1);
  },

  'a quota that fills up after an upload was received refuses it, and nothing is left': async ({ open }) => {
    const ports = await open();
    const { upload, receive, admit } = imageCatalog(ports, { imageQuota: 1 });
    const received = await receive.execute(anUpload({ bytes }));
    await upload.execute(anUpload());
    await assertQuotaExceeded(admit.execute(received, { name: 'late.png' }), { imageCount: 1, quota: 1 });
    await assertStored(ports, 1);
  },

  'an upload tells who added it, unless it was the account; nobody adds without a form that is known':
    async ({ open }) => {
      const ports = await open();
      const { upload, update, read, receive } = imageCatalog(ports);
      const own = await upload.execute(anUpload());
      assert.equal('addedBy' in own, false);
      for (const addedBy of ['user:U1', 'key:K_-1', `link:${'x'.repeat(59)}`]) {
        const image = await upload.execute(anUpload({ addedBy }));
        assert.equal(image.addedBy, addedBy);
        await update.execute('alice', image.id, {
          path: 'new',
          name: 'other',
          tags: [],
          visibility: 'private',
        });
        assert.equal((await read.execute('alice', image.id)).addedBy, addedBy);
      }
      for (const addedBy of ['', 'link:', 'link', 'album:A', 'LINK:A', ' link:A', `link:${'x'.repeat(60)}`])
        assert.equal(
          (await rejection(receive.execute(anUpload({ addedBy })))).code,
          'invalid-input',
          addedBy,
        );
      await assertStored(ports, 4);
    },
} satisfies Contract<ImageCatalogPorts>;
