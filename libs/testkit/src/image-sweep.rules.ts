import { strict as assert } from 'node:assert';
import { addressOf } from '@cairn/images';
import { assertSame, gathered, inPieces, put } from './blob-bytes.js';
import { several } from './builders.js';
import type { Contract } from './contract.js';
import { anUpload, assertStored, imageCatalog, type ImageCatalogPorts } from './image-catalog.js';
import { fixtures } from './image-fixtures.js';
import { sabotaged } from './saboteurs.js';

const MINUTE_MS = 60_000;
const { bytes } = fixtures.jpeg;

/** What the sweep of an image catalog tidies, leaves alone and reports. A negative grace makes everything old. */
export const imageSweepRules = {
  'a sweep deletes old blobs that no image needs, and no others': async ({ open }) => {
    const ports = await open();
    const images = imageCatalog(ports);
    const needed = await Promise.all(several(3, () => images.upload.execute(anUpload())));
    for (const key of ['0', 'Orphan', 'orphan', 'zzz']) await put(ports.blobs, key, bytes);
    assert.deepEqual(await images.sweep.execute(MINUTE_MS), {
      orphansDeleted: 0,
      stagedDiscarded: 0,
      missing: [],
    });
    assert.equal((await ports.blobs.list(10, undefined)).length, 7);
    assert.equal((await images.sweep.execute(-MINUTE_MS)).orphansDeleted, 4);
    await assertStored(ports, 3);
    for (const image of needed) {
      const served = await images.openFile.execute(addressOf(image));
      assertSame(await gathered(await served.read()), bytes);
    }
    assert.equal((await images.sweep.execute(-MINUTE_MS)).orphansDeleted, 0);
  },

  'a sweep discards old uploads that were never finished, and no others': async ({ open }) => {
    const ports = await open();
    const { sweep } = imageCatalog(ports);
    for (let count = 0; count < 3; count += 1) await ports.blobs.stage(inPieces(bytes), bytes.length);
    assert.equal((await sweep.execute(MINUTE_MS)).stagedDiscarded, 0);
    assert.equal((await sweep.execute(-MINUTE_MS)).stagedDiscarded, 3);
    assert.equal((await sweep.execute(-MINUTE_MS)).stagedDiscarded, 0);
  },

  'a sweep reports images whose bytes are gone and changes nothing about them': async ({ open }) => {
    const ports = await open();
    const images = imageCatalog(ports);
    const uploaded = await Promise.all(several(5, () => images.upload.execute(anUpload())));
    const lost = uploaded.slice(1, 3);
    for (const image of lost) await ports.blobs.delete(image.file.blobKey);
    const { missing } = await images.sweep.execute(-MINUTE_MS);
    const expected = lost.map(({ id, file }) => ({ blobKey: file.blobKey, imageId: id }));
    assert.deepEqual(
      missing,
      expected.sort((left, right) => (left.blobKey < right.blobKey ? -1 : 1)),
    );
    for (const image of uploaded) assert.deepEqual(await images.read.execute('alice', image.id), image);
    assert.equal((await images.readQuota.execute('alice')).imageCount, 5);
  },

  'a sweep judges by what is there when it judges, not by a listing overtaken meanwhile': async ({
    open,
  }) => {
    const ports = await open();
    const images = imageCatalog(ports);
    const [kept, deleted] = [
      await images.upload.execute(anUpload()),
      await images.upload.execute(anUpload()),
    ];
    await images.remove.execute('alice', deleted.id);
    const reference = { blobKey: deleted.file.blobKey, imageId: deleted.id };
    for (const overtaken of [
      { ...ports, catalog: sabotaged(ports.catalog, { listBlobs: async () => [] }) },
      {
        ...ports,
        catalog: sabotaged(ports.catalog, { listBlobs: async (_, after) => (after ? [] : [reference]) }),
      },
      { ...ports, blobs: sabotaged(ports.blobs, { list: async () => [] }) },
    ]) {
      const report = await imageCatalog(overtaken).sweep.execute(-MINUTE_MS);
      assert.deepEqual(report, { orphansDeleted: 0, stagedDiscarded: 0, missing: [] });
    }
    assert.deepEqual(await images.read.execute('alice', kept.id), kept);
    await assertStored(ports, 1);
  },

  'uploads and deletes in progress are left alone by a sweep, and are no loss to it': async ({ open }) => {
    const ports = await open();
    const images = imageCatalog(ports);
    const passing = await Promise.all(several(10, () => images.upload.execute(anUpload())));
    const [sweeps, uploads] = await Promise.all([
      Promise.all(several(5, () => images.sweep.execute(MINUTE_MS))),
      Promise.allSettled(several(20, () => images.upload.execute(anUpload()))),
      Promise.all(passing.map((image) => images.remove.execute('alice', image.id))),
    ]);
    for (const report of sweeps) {
      assert.deepEqual(report, { orphansDeleted: 0, stagedDiscarded: 0, missing: [] });
    }
    assert.ok(uploads.every(({ status }) => status === 'fulfilled'));
    await assertStored(ports, 20);
  },
} satisfies Contract<ImageCatalogPorts>;
