import { ReadSelection } from '@cairn/images';
import type { ImageSort } from '@cairn/images/spi';
import { anAlbum, anImage } from '@cairn/testkit';
import { describe, expect, it } from '@jest/globals';
import { MemoryAlbumRepository } from './memory-album-repository.js';
import { MemoryCatalogRepository } from './memory-catalog-repository.js';

const ENOUGH = 100;
/** The parts that make names unguessable. */
const RANDOM = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(22));

async function opened(sort: ImageSort = 'name') {
  const catalog = new MemoryCatalogRepository();
  const albums = new MemoryAlbumRepository(catalog);
  const images = RANDOM.map((random, index) =>
    anImage({ path: 'trip', fileName: `lake-${random}.jpg`, takenAt: `2024-07-0${9 - index}T12:00:00` }),
  );
  const outside = anImage({ path: 'home', fileName: 'lake.jpg' });
  for (const image of [...images, outside]) await catalog.add(image, ENOUGH);
  const album = anAlbum({ query: { path: 'trip', sort } });
  await albums.add(album, { imageIds: [], maxImages: ENOUGH });
  const selection = { owner: album.owner, type: 'album', id: album.id } as const;
  return { catalog, read: new ReadSelection({ albums, catalog }), selection, images, outside };
}

describe('a selection in the order of times', () => {
  it('is read page by page, by cursors that neither tell the times nor search for them', async () => {
    const { read, selection, images } = await opened('taken');
    const cursors: (string | undefined)[] = [];
    do cursors.push((await read.images(selection, { limit: 1, cursor: cursors.at(-1) })).nextCursor);
    while (cursors.at(-1) !== undefined);
    const ids = images.map(({ id }) => id);
    expect(cursors).toEqual([...ids.slice(0, -1), undefined]);
    const forged = `${ids[0] ?? ''}~${Date.parse('2024-07-08T00:00:00Z')}`;
    await expect(read.images(selection, { limit: 9, cursor: forged })).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });
});

describe('a folder', () => {
  it('is read in the order in which its photos were taken', async () => {
    const { read, selection, images } = await opened();
    const folder = { owner: selection.owner, type: 'folder', id: 'trip' } as const;
    const ids = images.map(({ id }) => id).reverse();
    const first = await read.images(folder, { limit: 3 });
    expect([first.images.map(({ id }) => id), first.nextCursor]).toEqual([ids.slice(0, 3), ids[2]]);
    const { images: others, nextCursor } = await read.images(folder, { limit: 3, cursor: first.nextCursor });
    expect([others.map(({ id }) => id), nextCursor]).toEqual([ids.slice(3), undefined]);
  });
});

describe('a selection in the order of names', () => {
  it('is read page by page, by cursors that tell nothing of the names', async () => {
    const { read, selection, images } = await opened();
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await read.images(selection, { limit: 1, cursor });
      found.push(...page.images.map(({ id }) => id));
      cursor = page.nextCursor;
      expect(RANDOM.filter((random) => cursor?.includes(random))).toEqual([]);
    } while (cursor !== undefined);
    expect(found).toEqual(images.map(({ id }) => id));
  });

  it('refuses cursors with which names could be searched for, and of images that are not in it', async () => {
    const { catalog, read, selection, images, outside } = await opened();
    const { id } = images[0] ?? outside;
    const from = async (cursor: string): Promise<number> =>
      (await read.images(selection, { limit: 9, cursor })).images.length;
    expect(await from(id)).toBe(3);
    for (const cursor of [`${id}~lake-b`, '0~lake-b', '', outside.id, 'absent'])
      await expect(from(cursor)).rejects.toMatchObject({ code: 'invalid-input' });
    await catalog.removeAll(selection.owner, [id]);
    await expect(from(id)).rejects.toMatchObject({ code: 'invalid-input' });
  });
});
