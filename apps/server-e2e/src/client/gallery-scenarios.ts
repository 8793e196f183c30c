import type { Visibility } from '@cairn/client';
import { failureOf, same, type Scenario } from './scenario.js';

/** Finding and changing many images. */
export const galleryScenarios: Readonly<Record<string, Scenario>> = {
  'images are listed by folder, tags and words, page by page, and counted': async ({ client, photo }) => {
    const { images } = client;
    const put = async (name: string, path: string, tags: readonly string[]): Promise<string> =>
      (await images.upload(photo, { name, path, tags })).id;
    const lake = await put('lake.jpg', 'gallery/2026', ['water', 'summer']);
    const hut = await put('hut.jpg', 'gallery/2026/june', ['summer']);
    const snow = await put('snow.jpg', 'gallery/2025', []);
    const path = 'gallery';
    const idsOf = async (options: Parameters<typeof images.list>[0]): Promise<readonly string[]> =>
      (await images.list({ path, pageSize: 1, ...options }).all()).map(({ id }) => id);
    same(await idsOf({}), [snow, hut, lake]);
    same(await idsOf({ path: 'gallery/2026', recursive: false }), [lake]);
    same(await idsOf({ tags: ['water', 'summer'], tagMatch: 'any', sort: 'oldest' }), [lake, hut]);
    same(await idsOf({ q: 'sno', type: ['image/jpeg'] }), [snow]);
    same(await idsOf({ to: '2020-01-01' }), []);
    const page = await images.page({ path, limit: 2, include: ['file'] });
    same([page.images.length, page.images[0]?.file?.type], [2, 'image/jpeg']);
    same(
      (await images.page({ path, cursor: page.nextCursor })).images.map(({ id }) => id),
      [lake],
    );
    same(await images.tags({ q: 'summ' }), [{ tag: 'summer', count: 2 }]);
    same(await images.folders({ parent: path, pageSize: 1 }).all(), [
      { path: 'gallery/2025', count: 1 },
      { path: 'gallery/2026', count: 2 },
    ]);
    await images.deleteMany([lake, hut, snow]);
  },
  'images are tagged and deleted, one and many': async ({ client, photo }) => {
    const { images } = client;
    const [one, other] = [await images.upload(photo), await images.upload(photo)].map(({ id }) => id);
    if (one === undefined || other === undefined) throw new Error('not uploaded');
    same((await images.update(one, { tags: ['a'] })).tags, ['a']);
    const tagged = await images.tagMany([one, other, 'none'], { add: ['b'], remove: ['a'] });
    same([tagged.changed.toSorted(), tagged.missing], [[one, other].toSorted(), ['none']]);
    same((await images.get(one)).tags, ['b']);
    const wrong = await failureOf(images.update(one, { tags: ['x,y'] }));
    same([wrong.kind, wrong.errors.length], ['invalid', 1]);
    const deleted = await images.deleteMany([one, other, 'none']);
    same([deleted.deleted.toSorted(), deleted.missing], [[one, other].toSorted(), ['none']]);
    same(await images.deleteMany([]), { deleted: [], missing: [] });
  },
  'images are uploaded as private, shown to others, one and many, and found by that': async ({
    client,
    photo,
  }) => {
    const { images } = client;
    const path = 'shown';
    const one = await images.upload(photo, { path, visibility: 'private' });
    const other = await images.upload(photo, { path });
    const idsOf = async (visibility: readonly Visibility[]): Promise<readonly string[]> =>
      (await images.list({ path, visibility: [...visibility] }).all()).map(({ id }) => id);
    same(await idsOf(['private', 'unlisted']), [one.id]);
    await images.update(one.id, { visibility: 'unlisted' });
    same((await images.get(one.id, { include: ['visibility'] })).visibility, 'unlisted');
    const shown = await images.showMany([one.id, other.id, 'none'], 'private');
    same([shown.changed.toSorted(), shown.missing], [[one.id, other.id].toSorted(), ['none']]);
    same(await images.showMany([one.id], 'private'), { changed: [], missing: [] });
    same(await idsOf(['public']), []);
    const page = await images.page({ path, include: ['visibility'] });
    same(page.images.map(({ visibility }) => visibility), ['private', 'private']); // prettier-ignore
    await images.deleteMany([one.id, other.id]);
  },
  'a folder has a default for uploads, which is removed': async ({ client, photo }) => {
    const { images } = client;
    same(await images.setFolderDefault('/with default/', 'private'), {
      path: 'with default',
      visibility: 'private',
    });
    const { id } = await images.upload(photo, { path: 'with default/below' });
    same((await images.get(id, { include: ['visibility'] })).visibility, 'private');
    const listed = async () => (await images.folderDefaults()).filter(({ path }) => path === 'with default');
    same(await listed(), [{ path: 'with default', visibility: 'private' }]);
    await images.setFolderDefault('with default', null);
    same(await listed(), []);
    await images.delete(id);
  },
};
