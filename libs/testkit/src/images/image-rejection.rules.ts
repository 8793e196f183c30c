import { assert } from '../assert.js';
import { InvalidInput, StorageFull } from '@cairn/kernel';
import { several } from '../builders.js';
import type { Contract } from '../contract.js';
import { anUpload, assertStored, imageCatalog, type ImageCatalogPorts } from './image-catalog.js';
import { bombPng, broken, fixtures, hugeScreenGif } from './image-fixtures.js';
import { assertAll, assertQuotaExceeded, rejection, settle } from '../outcomes.js';
import { sabotaged } from '../saboteurs.js';

class Interrupted extends Error {}

/** Rules for rejected uploads: nothing of them is kept. */
export const imageRejectionRules = {
  'a bad path and bad tags are reported together, and nothing is left': async ({ open }) => {
    const ports = await open();
    const details = { path: 'a//..', tags: ['x'.repeat(65), 'tab\tbed', 'fine'] };
    const error = await rejection(imageCatalog(ports).upload.execute(anUpload({ details })));
    assert.ok(error instanceof InvalidInput, error.code);
    assert.deepEqual(
      error.faults.map(({ pointer, code }) => `${pointer} ${code}`),
      ['/path empty-segment', '/path dot-segment', '/tags tag-too-long', '/tags invalid-character'],
    );
    await assertStored(ports, 0);
  },

  'details that cannot be had fail the upload as they failed, and nothing is left': async ({ open }) => {
    const ports = await open();
    const error = new Interrupted();
    const upload = { ...anUpload(), details: () => Promise.reject(error) };
    await assert.rejects(imageCatalog(ports).upload.execute(upload), (thrown) => thrown === error);
    await assertStored(ports, 0);
  },

  'bytes that break off fail the upload as they failed, and nothing is left': async ({ open }) => {
    const ports = await open();
    const error = new Interrupted();
    const bytes = async function* (): AsyncGenerator<Uint8Array> {
      yield fixtures.jpeg.bytes.subarray(0, 100);
      throw error;
    };
    const upload = { ...anUpload(), bytes: bytes() };
    await assert.rejects(imageCatalog(ports).upload.execute(upload), (thrown) => thrown === error);
    await assertStored(ports, 0);
  },

  'a file past the limit is FileTooLarge, is read no further, and nothing is left': async ({ open }) => {
    const ports = await open();
    let given = 0;
    const bytes = async function* (): AsyncGenerator<Uint8Array> {
      for (; given < 1_000; given += 1) yield new Uint8Array(1_000);
    };
    const { upload } = imageCatalog(ports, { maxFileBytes: 10_000 });
    const error = await rejection(upload.execute({ ...anUpload(), bytes: bytes() }));
    assert.equal(error.code, 'file-too-large');
    assert.ok(given < 100, `${given} kB were read`);
    await assertStored(ports, 0);
    const largest = fixtures.jpeg.bytes;
    await imageCatalog(ports, { maxFileBytes: largest.length }).upload.execute(anUpload());
    const { upload: tighter } = imageCatalog(ports, { maxFileBytes: largest.length - 1 });
    assert.equal((await rejection(tighter.execute(anUpload()))).code, 'file-too-large');
    await assertStored(ports, 1);
  },

  'what is no image of an accepted type, or a damaged one, is refused, and nothing is left': async ({
    open,
  }) => {
    const ports = await open();
    const { notAnImage, emptyFile, html, svg, magicOnlyJpeg, truncatedPng, truncatedWebp } = broken;
    for (const { bytes, code } of [
      notAnImage,
      emptyFile,
      html,
      svg,
      magicOnlyJpeg,
      truncatedPng,
      truncatedWebp,
    ]) {
      const upload = anUpload({ bytes, name: 'photo.jpg' });
      assert.equal((await rejection(imageCatalog(ports).upload.execute(upload))).code, code);
    }
    await assertStored(ports, 0);
  },

  'too many pixels, frames counted, are TooManyPixels, and nothing is left': async ({ open }) => {
    const ports = await open();
    const { bytes, format } = fixtures.animatedGif;
    const pixels = format.width * format.height * format.frames;
    for (const [limits, image] of [
      [{}, bombPng.bytes],
      [{}, hugeScreenGif.bytes],
      [{ maxPixels: pixels - 1 }, bytes],
      [{ maxSidePixels: format.width - 1 }, bytes],
    ] as const) {
      const upload = imageCatalog(ports, limits).upload.execute(anUpload({ bytes: image }));
      assert.equal((await rejection(upload)).code, 'too-many-pixels');
    }
    await assertStored(ports, 0);
    const fitting = imageCatalog(ports, { maxPixels: pixels, maxSidePixels: format.width });
    await fitting.upload.execute(anUpload({ bytes }));
  },

  'a reached quota refuses an upload before any byte is read': async ({ open }) => {
    const ports = await open();
    let asked = 0;
    const bytes = async function* (): AsyncGenerator<Uint8Array> {
      asked += 1;
      yield fixtures.jpeg.bytes;
    };
    const { upload } = imageCatalog(ports, { imageQuota: 1 });
    await upload.execute(anUpload());
    const refused = upload.execute({ ...anUpload(), bytes: bytes() });
    await assertQuotaExceeded(refused, { imageCount: 1, quota: 1 });
    assert.equal(asked, 0);
    await assertStored(ports, 1);
  },

  'a catalog without room refuses an upload as StorageFull, and nothing is left': async ({ open }) => {
    const ports = await open();
    const add = async (): Promise<never> => {
      throw new StorageFull('The disk is full.');
    };
    const full = { ...ports, catalog: sabotaged(ports.catalog, { add }) };
    assert.equal((await rejection(imageCatalog(full).upload.execute(anUpload()))).code, 'storage-full');
    await assertStored(ports, 0);
  },

  'of 50 uploads at once with room for 10 exactly 10 are stored, bytes and all': async ({ open }) => {
    const ports = await open();
    const images = imageCatalog(ports, { imageQuota: 10 });
    for (const [round, owner] of several(3, (number) => `owner-${number}`).entries()) {
      const attempts = several(50, () => images.upload.execute(anUpload({ owner })));
      const { values, refusals } = await settle(attempts);
      assert.equal(values.length, 10);
      assertAll(refusals, 40, 'quota-exceeded');
      assert.deepEqual(await images.readQuota.execute(owner), { imageCount: 10, quota: 10 });
      await assertStored(ports, 10 * (round + 1));
    }
  },
} satisfies Contract<ImageCatalogPorts>;
