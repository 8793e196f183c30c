import { createHash } from 'node:crypto';
import { createApplication, type Application } from '@cairn/composition';
import { ChangeAlbum, DeleteImage, ReadByteQuota, ReadImage, RestoreImage } from '@cairn/images';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CreateSpace, ownerCaller } from '@cairn/spaces';
import { SpaceRepository } from '@cairn/spaces/spi';
import { Refused } from '../../transfer/refused.js';
import { NO_SETTINGS } from '../../transfer/image-record.js';
import type { NewAlbum, NewImage, NewSpace } from './destination.js';
import { StoreDestination } from './store-destination.js';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const exported: NewImage = {
  name: 'a.png',
  path: '',
  settings: { ...NO_SETTINGS, tags: [], visibility: 'public' },
  bytes: Buffer.from(PIXEL, 'base64'),
  facts: { tags: [], capturedAt: undefined, position: undefined },
  edit: undefined,
  record: {
    path: '',
    settings: { ...NO_SETTINGS, tags: [], visibility: 'public' },
    sha256: '',
    metadata: 'keep',
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
    expect(await other.findImage('image1')).toEqual({ id, inTrash: false });
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
    expect(await destination.findImage('image1')).toEqual({ id: 'image1', inTrash: true });
    await destination.restore('image1');
    expect(await destination.findImage('image1')).toEqual({ id: 'image1', inTrash: false });
    await expect(destination.restore('image1')).rejects.toBeInstanceOf(Refused);
  });

  it('lets images of an export with the same bytes share them, however they come', async () => {
    const { record } = exported;
    const images = ['one', 'two', 'three'].map((id) => ({
      ...exported,
      path: id,
      record: record && { ...record, former: { ...record.former, id } },
    }));
    const ids = await Promise.all(images.map((image) => destination.addImage(image)));
    expect(ids).toEqual(['one', 'two', 'three']);
    const { used } = await application.get(ReadByteQuota).execute('ann');
    expect(used).toBe(exported.bytes.length);
    expect(await destination.findBytes({ sha256: sha256Of(exported.bytes), path: 'two' })).toEqual(
      expect.objectContaining({ id: 'two', inTrash: false }),
    );
  });

  const space = (more: Partial<NewSpace>): NewSpace => ({
    id: 'huts',
    title: 'Huts',
    description: 'My huts',
    settings: {},
    format: 'ndjson',
    ...more,
  });
  const feature = (id: string): Uint8Array =>
    Buffer.from(`{"type":"Feature","id":"${id}","geometry":null,"properties":{}}\n`);
  async function* features(...parts: readonly (Uint8Array | Error)[]): AsyncGenerator<Uint8Array> {
    for (const part of parts) {
      if (part instanceof Error) throw part;
      yield part;
    }
  }
  const stored = () => application.get(SpaceRepository).get('huts');

  it('leaves a space that somebody made as it is, whatever it says of itself', async () => {
    const own = { id: 'huts', title: 'Mine', description: '(being imported by cairn)' };
    await application.get(CreateSpace).execute(ownerCaller({ owner: 'ann' }), own);
    expect(await destination.addSpace(space({}), features(feature('a')))).toBeUndefined();
    expect(await stored()).toMatchObject(own);
  });

  it('begins a space anew at which it was killed, with the settings of the export once all is there', async () => {
    const settings = { client: { theme: 'dark' }, readOnly: true, active: false, cacheTTL: 5 };
    const broken = features(feature('a'), new Error('killed'));
    await expect(destination.addSpace(space({ settings }), broken)).rejects.toThrow();
    expect(await stored()).toMatchObject({ description: 'My huts' });
    const counts = await destination.addSpace(space({ settings }), features(feature('b'), feature('c')));
    expect(counts).toEqual({ stored: 2, failed: 0 });
    expect((await stored()).settings).toEqual(settings);
    expect(await destination.addSpace(space({ settings }), features(feature('d')))).toBeUndefined();
  });
});
