import {
  AlbumFull,
  CatalogRules,
  ContributeImage,
  ReadSelection,
  type CatalogLimits,
  type Contribution,
  type Image,
} from '@cairn/images';
import { anAlbum, anImage, anUpload, assertStored, several } from '@cairn/testkit';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryLinkRepository } from '../access/memory-link-repository.js';
import { ManualClock } from '../kernel/manual-clock.js';
import { MemoryAlbumRepository } from './memory-album-repository.js';
import { MemoryContributionRepository } from './memory-contribution-repository.js';
import { MemoryFolderDefaultRepository } from './memory-folder-default-repository.js';
import { MemoryBlobStore } from '../blobs/memory-blob-store.js';
import { MemoryCatalogRepository } from './memory-catalog-repository.js';
import { MemoryImageProcessor } from './memory-image-processor.js';
import { SequenceIdGenerator } from '../kernel/sequence-id-generator.js';

const MAX_IMAGES = 10_000;
const folder = { owner: 'alice', type: 'folder', id: 'trip/2026' } as const;
const album = { owner: 'alice', type: 'album', id: 'summer' } as const;
const smart = { owner: 'alice', type: 'album', id: 'lakes' } as const;

function opened() {
  const clock = new ManualClock(1_800_000_000_000);
  const catalog = new MemoryCatalogRepository();
  const albums = new MemoryAlbumRepository(catalog);
  const ports = {
    catalog,
    byteQuotas: catalog.byteQuotas,
    albums,
    contributions: new MemoryContributionRepository({ catalog, albums, links: new MemoryLinkRepository() }),
    folderDefaults: new MemoryFolderDefaultRepository(),
    blobs: new MemoryBlobStore(clock),
    processor: new MemoryImageProcessor(),
    clock,
    ids: new SequenceIdGenerator(),
  };
  const using = (limits: Partial<CatalogLimits> = {}) =>
    new ContributeImage({ ...ports, rules: new CatalogRules(limits) });
  return { ...ports, using, contribute: using(), selection: new ReadSelection(ports) };
}

/** A photo by the link `L`; whether it may be stored is asked last. */
const aPhoto = (given: Partial<Contribution> = {}): Contribution => ({
  bytes: anUpload().bytes,
  addedBy: 'link:L',
  details: async () => ({ name: 'lake.jpg', tags: ['sea'] }),
  confirm: async () => undefined,
  ...given,
});

const nothingRead: Contribution['bytes'] = {
  [Symbol.asyncIterator]: () => {
    throw new Error('bytes were read');
  },
};

describe('an image that a guest adds', () => {
  let stores: ReturnType<typeof opened>;

  const inAlbum = async (): Promise<readonly string[]> =>
    (await stores.albums.images(album, { limit: MAX_IMAGES })).items.map(({ id }) => id);
  const expectNothing = async (): Promise<void> => {
    await assertStored(stores, 0);
    expect(await stores.catalog.usage('alice')).toEqual({ imageCount: 0 });
  };

  beforeEach(async () => {
    stores = opened();
    await stores.albums.add(anAlbum({ id: album.id }), { imageIds: [], maxImages: MAX_IMAGES });
    const query = anAlbum({ id: smart.id, query: { tags: ['lake'] } });
    await stores.albums.add(query, { imageIds: [], maxImages: MAX_IMAGES });
  });

  it('goes into the folder, is private and of an address that nobody guesses, and tells who added it', async () => {
    const image = await stores.contribute.execute(folder, aPhoto());
    expect(image).toMatchObject({
      owner: 'alice',
      path: 'trip/2026',
      tags: ['sea'],
      visibility: 'private',
      addedBy: 'link:L',
    });
    expect(image.fileName).toMatch(/^lake-[0-9A-Za-z]{22}\.jpg$/);
    expect(await stores.catalog.get('alice', image.id)).toEqual(image);
    expect(await inAlbum()).toEqual([]);
  });

  it('goes into the top folder and to the end of the album', async () => {
    const images: Image[] = [];
    for (const photo of several(3, () => aPhoto()))
      images.push(await stores.contribute.execute(album, photo));
    expect(images.map(({ path }) => path)).toEqual(['', '', '']);
    expect(await inAlbum()).toEqual(images.map(({ id }) => id));
  });

  it.each([
    ['that fills itself', smart, 'album-by-query'],
    ['that is gone', { ...album, id: 'gone' }, 'album-not-found'],
    ['of somebody else', { ...album, owner: 'bob' }, 'album-not-found'],
  ])('is not even read for an album %s', async (_, place, code) => {
    const refused = stores.contribute.execute(place, aPhoto({ bytes: nothingRead }));
    await expect(refused).rejects.toMatchObject({ code });
    await expectNothing();
  });

  it('is not even read for a full album or quota', async () => {
    await stores.catalog.add(anImage(), MAX_IMAGES);
    const stored = await stores.albums.get(album);
    stores.albums.get = async () => ({ ...stored, imageCount: MAX_IMAGES });
    const [byAlbum, byQuota] = [stores.using({ imageQuota: 20_000 }), stores.using({ imageQuota: 1 })];
    const unread = aPhoto({ bytes: nothingRead });
    await expect(byAlbum.execute(album, unread)).rejects.toMatchObject({ code: 'album-full' });
    await expect(byQuota.execute(folder, unread)).rejects.toMatchObject({ code: 'quota-exceeded' });
  });

  it.each([
    ['full', 'album-full'],
    ['deleted', 'album-not-found'],
  ])('leaves nothing behind when the album is %s meanwhile', async (what, code) => {
    const confirm = async (): Promise<void> => {
      if (what === 'deleted') await stores.albums.remove(album);
      else stores.albums.addOrFind = async () => Promise.reject(new AlbumFull(MAX_IMAGES));
    };
    await expect(stores.contribute.execute(album, aPhoto({ confirm }))).rejects.toMatchObject({ code });
    await expectNothing();
  });

  it('leaves nothing behind when it may not be stored any more, or its tags are wrong', async () => {
    const confirm = async (): Promise<never> => {
      throw new Error('revoked');
    };
    for (const place of [folder, album])
      await expect(stores.contribute.execute(place, aPhoto({ confirm }))).rejects.toThrow('revoked');
    const details = async () => ({ name: 'a.jpg', tags: ['x'.repeat(65)] });
    const wrong = stores.contribute.execute(folder, aPhoto({ details }));
    await expect(wrong).rejects.toMatchObject({ code: 'invalid-input' });
    await expectNothing();
  });

  it('can be added where a selection says so', async () => {
    const image = await stores.contribute.execute(folder, aPhoto());
    const takes = async (place: { readonly type: 'album' | 'folder' | 'image'; readonly id: string }) =>
      (await stores.selection.title({ owner: 'alice', ...place })).takesImages;
    expect(await takes(folder)).toBe(true);
    expect(await takes(album)).toBe(true);
    expect(await takes(smart)).toBe(false);
    expect(await takes({ type: 'image', id: image.id })).toBe(false);
  });
});
