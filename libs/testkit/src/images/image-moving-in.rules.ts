import { assert } from '../assert.js';
import type { FormerRecord } from '@cairn/images';
import type { Contract } from '../contract.js';
import { anUpload, assertSameImage, imageCatalog, type ImageCatalogPorts } from './image-catalog.js';

const former = (id: string, fileName: string): FormerRecord => ({
  id,
  fileName,
  createdAt: 1_000,
  updatedAt: 2_000,
  description: { uploadSha256: 'a'.repeat(64), removed: ['gps'], capturedAt: '2026-01-02T03:04:05' },
});

/** What is kept of the record that an image had in another installation. */
export const imageMovingInRules = {
  'an image that moves in keeps id, name, times and description, whoever may have its file': async ({
    open,
  }) => {
    const images = imageCatalog(await open());
    const names = { public: 'lake-0a1B2c3D.jpg', private: 'lake.jpg' };
    for (const [visibility, fileName] of Object.entries(names)) {
      const record = former(`${visibility}0123456789`, fileName);
      const details = async () => ({ name: fileName, path: 'a', visibility, former: record });
      const image = await images.upload.execute({ ...anUpload({ details: {} }), details });
      const { id, createdAt, updatedAt, description } = image;
      assert.deepEqual({ id, fileName: image.fileName, createdAt, updatedAt, description }, record);
      assertSameImage(await images.read.execute('alice', id), image);
    }
  },

  'an image that moves in takes no address of another one, and no name that is none of its type': async ({
    open,
  }) => {
    const images = imageCatalog(await open());
    const taken = await images.upload.execute(anUpload({ details: { path: 'a' } }));
    for (const fileName of [taken.fileName, '../x.jpg', '.x.jpg', 'photo.svg', 'a/b.jpg']) {
      const record = former(`id${fileName.length}x${fileName.codePointAt(1)}`, fileName);
      const details = async () => ({ name: fileName, path: 'a', former: record });
      const image = await images.upload.execute({ ...anUpload({ details: {} }), details });
      assert.match(image.fileName, /^[^./][^/]*\.jpg$/);
      assert.notEqual(image.fileName, fileName);
    }
    assertSameImage(await images.read.execute('alice', taken.id), taken);
  },

  'what is known of a photo from elsewhere counts where the file says nothing': async ({ open }) => {
    const images = imageCatalog(await open());
    const facts = { position: { longitude: 8, latitude: 47 }, capturedAt: '2025-01-01T00:00:00' };
    const details = async () => ({ name: 'x.jpg', facts });
    const { id } = await images.upload.execute({ ...anUpload({ details: {} }), details });
    const image = await images.read.execute('alice', id);
    const { position, capturedAt } = { ...image.description };
    assert.deepEqual({ position, capturedAt }, facts);
  },

  'a time and a position from elsewhere that cannot be are left out': async ({ open }) => {
    const images = imageCatalog(await open());
    const facts = { position: { longitude: 0, latitude: 0 }, capturedAt: '2025-02-30T00:00:00' };
    const record = former('id1', 'y.jpg');
    const moved = { ...record, description: { uploadSha256: 'a'.repeat(64), removed: [], ...facts } };
    for (const known of [
      { name: 'x.jpg', facts },
      { name: 'y.jpg', former: moved },
    ]) {
      const details = async () => known;
      const { id } = await images.upload.execute({ ...anUpload({ details: {} }), details });
      const { position, capturedAt } = { ...(await images.read.execute('alice', id)).description };
      assert.deepEqual({ position, capturedAt }, { position: undefined, capturedAt: undefined });
    }
  },
} satisfies Contract<ImageCatalogPorts>;
