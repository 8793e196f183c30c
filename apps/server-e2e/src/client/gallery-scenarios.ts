import type { Query, Visibility } from '@cairn/client';
import { failureOf, same, type Scenario } from './scenario.js';

/** Finding and changing many images. */
export const galleryScenarios: Readonly<Record<string, Scenario>> = {
  'images are listed by folder, tags and words, page by page, and counted': async ({ client, photo }) => {
    const put = async (name: string, path: string, tags: readonly string[]): Promise<string> =>
      (await client.upload(photo, { name, path, tags })).id;
    const lake = await put('lake.jpg', 'gallery/2026', ['water', 'summer']);
    const hut = await put('hut.jpg', 'gallery/2026/june', ['summer']);
    const snow = await put('snow.jpg', 'gallery/2025', []);
    const path = 'gallery';
    const idsOf = async (options: Query<'GET /api/images'>): Promise<readonly string[]> =>
      (await client.list('GET /api/images', { query: { path, limit: 1, ...options } }).all()).map(
        ({ id }) => id,
      );
    same(await idsOf({}), [snow, hut, lake]);
    same(await idsOf({ path: 'gallery/2026', recursive: false }), [lake]);
    same(await idsOf({ tags: ['water', 'summer'], tagMatch: 'any', sort: 'oldest' }), [lake, hut]);
    same(await idsOf({ q: 'sno', type: ['image/jpeg'] }), [snow]);
    same(await idsOf({ to: '2020-01-01' }), []);
    const page = await client.call('GET /api/images', { query: { path, limit: 2, include: ['file'] } });
    same([page.images.length, page.images[0]?.file?.type], [2, 'image/jpeg']);
    same(
      (await client.call('GET /api/images', { query: { path, cursor: page.nextCursor } })).images.map(
        ({ id }) => id,
      ),
      [lake],
    );
    same((await client.call('GET /api/tags', { query: { q: 'summ' } })).tags, [{ tag: 'summer', count: 2 }]);
    same(await client.list('GET /api/paths', { query: { parent: path, limit: 1 } }).all(), [
      { path: 'gallery/2025', count: 1 },
      { path: 'gallery/2026', count: 2 },
    ]);
    await client.call('POST /api/images/bulk/delete', { body: { ids: [lake, hut, snow] } });
  },
  'images are tagged and deleted, one and many': async ({ client, photo }) => {
    const [one, other] = [await client.upload(photo), await client.upload(photo)].map(({ id }) => id);
    if (one === undefined || other === undefined) throw new Error('not uploaded');
    same((await client.call('PATCH /api/images/{id}', { params: { id: one }, body: { tags: ['a'] } })).tags, [
      'a',
    ]);
    const tagged = await client.call('POST /api/images/bulk/tags', {
      body: { ids: [one, other, 'none'], add: ['b'], remove: ['a'] },
    });
    if (!('changed' in tagged)) throw new Error('a job');
    same([tagged.changed.toSorted(), tagged.missing], [[one, other].toSorted(), ['none']]);
    same((await client.call('GET /api/images/{id}', { params: { id: one } })).tags, ['b']);
    const wrong = await failureOf(
      client.call('PATCH /api/images/{id}', { params: { id: one }, body: { tags: ['x,y'] } }),
    );
    same([wrong.kind, wrong.errors.length], ['invalid', 1]);
    const deleted = await client.call('POST /api/images/bulk/delete', {
      body: { ids: [one, other, 'none'] },
    });
    if (!('deleted' in deleted)) throw new Error('a job');
    same([deleted.deleted.toSorted(), deleted.missing], [[one, other].toSorted(), ['none']]);
  },
  'images are uploaded as private, shown to others, one and many, and found by that': async ({
    client,
    photo,
  }) => {
    const path = 'shown';
    const one = await client.upload(photo, { path, visibility: 'private' });
    const other = await client.upload(photo, { path });
    const idsOf = async (visibility: readonly Visibility[]): Promise<readonly string[]> =>
      (await client.list('GET /api/images', { query: { path, visibility: [...visibility] } }).all()).map(
        ({ id }) => id,
      );
    same(await idsOf(['private', 'unlisted']), [one.id]);
    await client.call('PATCH /api/images/{id}', { params: { id: one.id }, body: { visibility: 'unlisted' } });
    same(
      (
        await client.call('GET /api/images/{id}', {
          params: { id: one.id },
          query: { include: ['visibility'] },
        })
      ).visibility,
      'unlisted',
    );
    const shown = await client.call('POST /api/images/bulk/visibility', {
      body: { ids: [one.id, other.id, 'none'], visibility: 'private' },
    });
    if (!('changed' in shown)) throw new Error('a job');
    same([shown.changed.toSorted(), shown.missing], [[one.id, other.id].toSorted(), ['none']]);
    same(
      await client.call('POST /api/images/bulk/visibility', {
        body: { ids: [one.id], visibility: 'private' },
      }),
      { changed: [], missing: [] },
    );
    same(await idsOf(['public']), []);
    const page = await client.call('GET /api/images', { query: { path, include: ['visibility'] } });
    same(page.images.map(({ visibility }) => visibility), ['private', 'private']); // prettier-ignore
    await client.call('POST /api/images/bulk/delete', { body: { ids: [one.id, other.id] } });
  },
  'a folder has a default for uploads, which is removed': async ({ client, photo }) => {
    same(
      await client.call('PUT /api/paths/defaults', {
        body: { path: '/with default/', visibility: 'private' },
      }),
      {
        path: 'with default',
        visibility: 'private',
      },
    );
    const { id } = await client.upload(photo, { path: 'with default/below' });
    same(
      (await client.call('GET /api/images/{id}', { params: { id }, query: { include: ['visibility'] } }))
        .visibility,
      'private',
    );
    const listed = async () =>
      (await client.call('GET /api/paths/defaults')).defaults.filter(({ path }) => path === 'with default');
    same(await listed(), [{ path: 'with default', visibility: 'private' }]);
    await client.call('PUT /api/paths/defaults', { body: { path: 'with default', visibility: null } });
    same(await listed(), []);
    await client.call('DELETE /api/images/{id}', { params: { id } });
  },
};
