import {
  CatalogRules,
  ContributeImage,
  DeleteImage,
  UploadImage,
  type CatalogLimits,
  type Contribution,
  type Image,
} from '@cairn/images';
import { TrashRules } from '@cairn/kernel';
import {
  anAlbum,
  anUpload,
  assertStored,
  fixtures,
  imageCatalog,
  photoJpeg,
  PRIVATE_TEXT,
} from '@cairn/testkit';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { openImageCatalog } from './image-catalog.spec.kit.js';
import { MemoryAlbumRepository } from './memory-album-repository.js';
import { MemoryLinkRepository } from '../access/memory-link-repository.js';
import { MemoryContributionRepository } from './memory-contribution-repository.js';
import { MemoryCatalogRepository } from './memory-catalog-repository.js';

const MAX_IMAGES = 100;
const folder = { owner: 'alice', type: 'folder', id: 'party' } as const;
const album = { owner: 'alice', type: 'album', id: 'summer' } as const;
const places = [folder, album];

async function opened() {
  const catalog = new MemoryCatalogRepository();
  const ports = { ...(await openImageCatalog()), catalog, byteQuotas: catalog.byteQuotas };
  const albums = new MemoryAlbumRepository(catalog);
  await albums.add(anAlbum({ id: album.id }), { imageIds: [], maxImages: MAX_IMAGES });
  const links = new MemoryLinkRepository();
  const contributions = new MemoryContributionRepository({ catalog, albums, links });
  const under = (limits: Partial<CatalogLimits> = {}) => {
    const all = { ...ports, albums, contributions, rules: new CatalogRules(limits) };
    return { contribute: new ContributeImage(all), upload: new UploadImage(all) };
  };
  return { ...ports, albums, under, ...under() };
}

/** A photo whose private metadata is another, and whose pixels are the same. */
const photoOf = (text: string): Uint8Array =>
  Uint8Array.from(
    Buffer.from(Buffer.from(photoJpeg()).toString('latin1').replaceAll(PRIVATE_TEXT, text), 'latin1'),
  );
const [photo, sibling] = [photoOf('SN-0042-private'), photoOf('SN-9999-private')];

describe('an image that a guest adds again', () => {
  let stores: Awaited<ReturnType<typeof opened>>;
  let reused: number;
  beforeEach(async () => {
    stores = await opened();
    reused = 0;
  });

  /** Sends a photo by a link. */
  const sent = (given: Partial<Contribution> & { readonly photo?: Uint8Array } = {}): Contribution => ({
    bytes: anUpload({ bytes: given.photo ?? photo }).bytes,
    addedBy: 'link:L',
    existing: 'reuse',
    reused: () => void (reused += 1),
    details: async () => ({ name: 'lake.jpg', tags: ['sea'] }),
    ...given,
  });
  const held = async (): Promise<readonly string[]> =>
    (await stores.albums.images(album, { limit: MAX_IMAGES })).items.map(({ id }) => id);
  const owned = async (path: string, bytes = photo): Promise<Image> =>
    await stores.upload.execute(anUpload({ bytes, details: { path } }));

  it.each(places)('is the one that is there, in its $type', async (place) => {
    const first = await stores.contribute.execute(place, sent());
    const tags = ['lake'];
    const again = sent({ details: async () => ({ name: 'other.jpg', tags }) });
    const second = await stores.contribute.execute(place, again);
    expect([second.id, second.tags, reused]).toEqual([first.id, ['sea', 'lake'], 1]);
    expect(await held()).toEqual(place.type === 'album' ? [first.id] : []);
    await assertStored(stores, 1);
  });

  it.each(places)('is one image however many come at once, in its $type', async (place) => {
    const images = Array.from({ length: 6 }, () => stores.contribute.execute(place, sent()));
    expect(new Set((await Promise.all(images)).map(({ id }) => id)).size).toBe(1);
    expect(reused).toBe(5);
    await assertStored(stores, 1);
  });

  it('is found below the folder, and one of the owner keeps its tags', async () => {
    const image = await owned('party/night');
    const found = await stores.contribute.execute(folder, sent());
    expect([found.id, found.tags, reused]).toEqual([image.id, [], 1]);
    await assertStored(stores, 1);
  });

  it.each(places)('tells nothing of images outside of its $type, nor in the trash', async (place) => {
    const outside = [await owned(''), await owned('partygoers'), await owned('private')];
    const removed = await owned('party');
    await stores.albums.place(album, { imageIds: [removed.id], now: 1, maxImages: MAX_IMAGES });
    await new DeleteImage({ ...stores, trash: new TrashRules(1) }).execute('alice', removed.id);
    const image = await stores.contribute.execute(place, sent());
    expect(reused).toBe(0);
    expect([...outside, removed].map(({ id }) => id)).not.toContain(image.id);
    expect(outside.map(({ file }) => file.blobKey)).not.toContain(image.file.blobKey);
    const { used } = await stores.byteQuotas.usage('alice', 0);
    expect(used).toBe(4 * image.file.sizeInBytes + removed.file.sizeInBytes);
  });

  it.each(['remove', 'hide'] as const)(
    'is answered alike whatever was cut out of the one that is there, with %s',
    async (metadata) => {
      const { contribute } = stores.under({ metadata });
      const first = await contribute.execute(folder, sent());
      for (const guess of [photo, sibling, fixtures.jpeg.bytes])
        expect((await contribute.execute(folder, sent({ photo: guess }))).id).toBe(first.id);
      expect(reused).toBe(3);
      expect(first.description?.uploadSha256).not.toBe(first.file.sha256);
      await assertStored(stores, 1);
    },
  );

  it('does not tell whether a guess of metadata is right, where files keep theirs', async () => {
    const { contribute } = stores.under({ metadata: 'keep' });
    await contribute.execute(folder, sent());
    await contribute.execute(folder, sent());
    expect(reused).toBe(0);
    const bare = fixtures.jpeg.bytes;
    await contribute.execute(folder, sent({ photo: bare }));
    await contribute.execute(folder, sent({ photo: bare }));
    expect(reused).toBe(1);
  });

  it('does not find a file that was kept whole by a guess of it', async () => {
    const kept = await stores.upload.execute(
      anUpload({ bytes: photo, details: { path: 'party', metadata: 'keep' } }),
    );
    expect((await stores.contribute.execute(folder, sent())).id).not.toBe(kept.id);
  });

  it('is another image for somebody who does not see what is there', async () => {
    for (const place of places) {
      await stores.contribute.execute(place, sent({ existing: undefined }));
      await stores.contribute.execute(place, sent({ existing: undefined }));
    }
    expect([reused, (await held()).length]).toEqual([0, 2]);
    await assertStored(stores, 4);
  });

  it('stays while its first copy is deleted, and comes back when it is sent again', async () => {
    const first = await stores.contribute.execute(album, sent());
    await imageCatalog(stores).remove.execute('alice', first.id);
    expect((await stores.contribute.execute(album, sent())).id).not.toBe(first.id);
    await assertStored(stores, 1);
  });
});
