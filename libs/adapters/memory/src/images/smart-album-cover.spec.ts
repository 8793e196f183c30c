import { ChangeAlbum, ReadAlbums } from '@cairn/images';
import { TrashRules } from '@cairn/kernel';
import { anAlbum, anImage } from '@cairn/testkit';
import { expect, it } from '@jest/globals';
import { ManualClock } from '../kernel/manual-clock.js';
import { SequenceIdGenerator } from '../kernel/sequence-id-generator.js';
import { MemoryAlbumRepository } from './memory-album-repository.js';
import { MemoryCatalogRepository } from './memory-catalog-repository.js';

it('the cover of an album that fills itself is one as long as it matches', async () => {
  const catalog = new MemoryCatalogRepository();
  const albums = new MemoryAlbumRepository(catalog);
  const ports = { albums, catalog, clock: new ManualClock(), ids: new SequenceIdGenerator() };
  const [read, change] = [new ReadAlbums(ports), new ChangeAlbum({ ...ports, trash: new TrashRules(0) })];
  const image = anImage({ tags: ['sea'] });
  await catalog.add(image, 9);
  const album = anAlbum({ query: { tags: ['sea'] } });
  const key = { owner: album.owner, id: album.id };
  await albums.add(album, { imageIds: [], maxImages: 9 });
  const covers = async (): Promise<readonly (string | undefined)[]> => {
    const [listed] = (await read.list(album.owner, { limit: 9 })).items;
    const { album: shown, cover } = await read.execute(key);
    return [shown.coverId, cover?.id, listed?.cover?.id];
  };
  expect((await change.execute(key, { coverId: image.id })).cover?.id).toBe(image.id);
  expect(await covers()).toEqual([image.id, image.id, image.id]);
  const tag = (...tags: string[]): Promise<unknown> =>
    catalog.changeTags(album.owner, [image.id], { change: { kind: 'set', tags }, now: 1 });
  await tag('hill');
  expect(await covers()).toEqual([undefined, undefined, undefined]);
  expect((await change.execute(key, { title: 'Sea' })).cover).toBeUndefined();
  await tag('hill', 'sea');
  expect(await covers()).toEqual([image.id, image.id, image.id]);
});
