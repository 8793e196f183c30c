import { createApplication, type Application } from '@cairn/composition';
import { ChangeAlbum, DeleteImage, ReadImage, RestoreImage } from '@cairn/images';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Refused, type NewAlbum, type NewImage } from './destination.js';
import { StoreDestination } from './store-destination.js';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const exported: NewImage = {
  name: 'a.png',
  path: '',
  tags: [],
  visibility: 'public',
  bytes: Buffer.from(PIXEL, 'base64'),
  facts: { tags: [], capturedAt: undefined, position: undefined },
  record: {
    path: '',
    tags: [],
    visibility: 'public',
    sha256: '',
    former: { id: 'image1', fileName: 'a.png', createdAt: 1, updatedAt: 2 },
  },
};

const album: NewAlbum = {
  id: 'album1',
  title: 'Trip',
  description: '',
  order: 'manual',
  images: [],
  coverId: undefined,
  query: undefined,
  createdAt: 1,
  updatedAt: 2,
};

describe('an import into the stores', () => {
  let application: Application;
  let destination: StoreDestination;

  beforeEach(async () => {
    application = await createApplication({
      database: { kind: 'memory' },
      blobs: { kind: 'memory' },
      images: { kind: 'memory' },
      background: 'off',
    });
    destination = new StoreDestination(application, 'ann');
  });

  afterEach(() => application.close());

  it('gives what another account has an id of its own, which is the same each time', async () => {
    await destination.addImage(exported);
    await destination.addAlbum(album);
    await application.get(DeleteImage).execute('ann', 'image1');
    const other = new StoreDestination(application, 'bob');
    expect(await other.findImage('image1')).toBeUndefined();
    const id = await other.addImage({ ...exported, name: 'moved.png' });
    expect(id).toMatch(/^[0-9a-f]{22}$/);
    expect(await other.findImage('image1')).toBe(id);
    expect(await application.get(ReadImage).execute('bob', id)).toMatchObject({ createdAt: 1, updatedAt: 2 });
    expect([await other.addAlbum(album), await other.addAlbum(album)]).toEqual([true, false]);
    await application.get(DeleteImage).execute('bob', id);
    await expect(other.addImage(exported)).rejects.toBeInstanceOf(Refused);
    await application.get(RestoreImage).execute('ann', 'image1');
    await application.get(RestoreImage).execute('bob', id);
  });

  it('takes no id of what is in the trash, so that it can still be restored', async () => {
    expect(await destination.addImage(exported)).toBe('image1');
    expect(await destination.addAlbum(album)).toBe(true);
    await application.get(DeleteImage).execute('ann', 'image1');
    await application.get(ChangeAlbum).remove({ owner: 'ann', id: 'album1' });
    await expect(destination.addImage(exported)).rejects.toBeInstanceOf(Refused);
    await expect(destination.addAlbum(album)).rejects.toBeInstanceOf(Refused);
    await application.get(RestoreImage).execute('ann', 'image1');
    expect(await destination.findImage('image1')).toBe('image1');
  });
});
