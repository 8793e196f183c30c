import { assert } from '../../assert.js';
import type { Image, ImageCondition } from '@cairn/images';
import { IMAGE_SORTS, matchesQuery, type CatalogRepository } from '@cairn/images/spi';
import { anImage } from '../../builders.js';
import type { Contract } from '../../contract.js';
import { aCollection, ENOUGH, found, stored } from './gallery-images.js';

const tree = (path: string): ImageCondition => ({ kind: 'folder', path, depth: 'tree' });
const own = (path: string): ImageCondition => ({ kind: 'folder', path, depth: 'own' });
const words = (...given: string[]): ImageCondition => ({ kind: 'words', words: given });
const allOf = (...tags: string[]): ImageCondition => ({ kind: 'tags', tags, match: 'all' });
const anyOf = (...tags: string[]): ImageCondition => ({ kind: 'tags', tags, match: 'any' });
const created = (from?: number, until?: number): ImageCondition => ({ kind: 'created', from, until });

/** Rules for listings of images by conditions. */
export const galleryListingRules = {
  'a list is sorted by age, folded name or size, then by identifier, on pages of any size': async ({
    open,
  }) => {
    const catalog = await open();
    const make = (id: string, createdAt: number, fileName: string, sizeInBytes: number): Image =>
      anImage({ id, createdAt, fileName, file: { sizeInBytes } });
    await stored(catalog, [
      make('a', 10, 'b.jpg', 5),
      make('B', 10, 'Á.jpg', 5),
      make('c', 9, 'C.jpg', 2 ** 33),
      make('d', 11, 'á.jpg.jpg', 1),
      make('e', 10, '\u{1f3dd}.jpg', 5),
      make('f', 12, '\uff5e.jpg', 4),
    ]);
    for (const limit of [1, 2, 3, 6, 7]) {
      assert.deepEqual(await found(catalog, { sort: 'newest' }, limit), ['f', 'd', 'e', 'a', 'B', 'c']);
      assert.deepEqual(await found(catalog, { sort: 'oldest' }, limit), ['c', 'B', 'a', 'e', 'd', 'f']);
      assert.deepEqual(await found(catalog, { sort: 'name' }, limit), ['B', 'd', 'a', 'c', 'f', 'e']);
      assert.deepEqual(await found(catalog, { sort: 'size' }, limit), ['c', 'e', 'a', 'B', 'f', 'd']);
    }
  },

  'a list has every field of its images, as copies': async ({ open }) => {
    const catalog = await open();
    const [image] = await stored(catalog, [anImage({ tags: ['b', 'a'], path: 'a/Ä' })]);
    const read = async (): Promise<unknown> =>
      await catalog.list('alice', { where: [], sort: 'name' }, { limit: 1 });
    Object.assign((await catalog.list('alice', { where: [], sort: 'name' }, { limit: 1 })).images[0] ?? {}, {
      path: 'spoilt',
    });
    assert.deepEqual(await read(), { images: [image] });
  },

  'a folder is found by whole segments, with the folders below it or alone': async ({ open }) => {
    const catalog = await open();
    const written = "Tom & Anna's wedding, 2024/🏝️ #1? 100 %";
    const paths = ['', 'a', 'a/b', 'a/b/c', 'ab', 'A', 'a b', 'b/a', 'a_b', 'ä/b', '%', written];
    await stored(
      catalog,
      paths.map((path, index) => anImage({ id: `${index}`, path, createdAt: 100 - index })),
    );
    assert.deepEqual(await found(catalog, { where: [tree('a')] }), ['1', '2', '3']);
    assert.deepEqual(await found(catalog, { where: [tree('a/b')] }), ['2', '3']);
    assert.deepEqual(await found(catalog, { where: [own('a')] }), ['1']);
    assert.deepEqual(await found(catalog, { where: [own('')] }), ['0']);
    assert.deepEqual(await found(catalog, { where: [tree('ä')] }), ['9']);
    assert.deepEqual(await found(catalog, { where: [tree('c')] }), []);
    assert.deepEqual(await found(catalog, { where: [tree('%')] }), ['10']);
    assert.deepEqual(await found(catalog, { where: [tree("Tom & Anna's wedding, 2024")] }), ['11']);
    assert.deepEqual(await found(catalog, { where: [own(written)] }), ['11']);
  },

  'tags are found exactly, all of them or any, each image once': async ({ open }) => {
    const catalog = await open();
    const tags = [['sea', 'lake'], ['sea'], ['lake', 'Sea'], ['seal'], []];
    await stored(
      catalog,
      tags.map((given, index) => anImage({ id: `${index}`, tags: given, createdAt: 100 - index })),
    );
    for (const sort of ['newest', 'name'] as const) {
      const ids = async (where: ImageCondition): Promise<readonly string[]> =>
        [...(await found(catalog, { where: [where], sort }))].sort();
      assert.deepEqual(await ids(allOf('sea')), ['0', '1']);
      assert.deepEqual(await ids(allOf('sea', 'lake')), ['0']);
      assert.deepEqual(await ids(anyOf('sea', 'lake')), ['0', '1', '2']);
      assert.deepEqual(await ids(anyOf('absent', 'Sea')), ['2']);
      assert.deepEqual(await ids(allOf('absent')), []);
    }
  },

  'words are found by their beginnings in name, tags and path, whatever the case and accents': async ({
    open,
  }) => {
    const catalog = await open();
    await stored(catalog, [
      anImage({ id: '0', fileName: 'Zürich_am-See.jpg', tags: [], path: '', createdAt: 9 }),
      anImage({ id: '1', fileName: 'x.jpg', tags: ['Seehütte 2024'], path: '', createdAt: 8 }),
      anImage({ id: '2', fileName: 'y.jpg', tags: [], path: 'Reise/ZURICH', createdAt: 7 }),
      anImage({ id: '3', fileName: '海とカモメ.jpg', tags: [], path: 'übersee', createdAt: 6 }),
    ]);
    const text = async (...given: string[]): Promise<readonly string[]> =>
      await found(catalog, { where: [words(...given)] });
    assert.deepEqual(await text('zurich'), ['0', '2']);
    assert.deepEqual(await text('see'), ['0', '1']);
    assert.deepEqual(await text('see', 'zur'), ['0']);
    assert.deepEqual(await text('20', 'see'), ['1']);
    assert.deepEqual(await text('カモ'), ['3']);
    assert.deepEqual(await text('-'), []);
  },

  'types and periods are found, a period with its beginning and without its end': async ({ open }) => {
    const catalog = await open();
    const types = ['image/jpeg', 'image/png', 'image/webp', 'image/png'] as const;
    await stored(
      catalog,
      types.map((contentType, index) =>
        anImage({ id: `${index}`, createdAt: 10 + index, file: { contentType } }),
      ),
    );
    const png: ImageCondition = { kind: 'types', types: ['image/png'] };
    const others: ImageCondition = { kind: 'types', types: ['image/webp', 'image/jpeg', 'image/gif'] };
    for (const sort of ['oldest', 'name'] as const) {
      assert.deepEqual(await found(catalog, { where: [png], sort }), ['1', '3']);
      assert.deepEqual(await found(catalog, { where: [others], sort }), ['0', '2']);
      assert.deepEqual(await found(catalog, { where: [created(11)], sort }, 1), ['1', '2', '3']);
      assert.deepEqual(await found(catalog, { where: [created(undefined, 12)], sort }, 1), ['0', '1']);
      assert.deepEqual(await found(catalog, { where: [created(11, 13), png], sort }), ['1']);
    }
    assert.deepEqual(await found(catalog, { where: [created(11, 13)], sort: 'newest' }, 1), ['2', '1']);
  },

  'several conditions find what meets all of them, in every order': async ({ open }) => {
    const catalog = await open();
    const images = await stored(catalog, aCollection());
    const conditions = [
      tree('a'),
      own('a/b'),
      anyOf('sea', 'hütte'),
      allOf('lake'),
      words('l'),
      words('zur', 's'),
    ];
    const types: ImageCondition = { kind: 'types', types: ['image/png', 'image/webp'] };
    const shut: ImageCondition = { kind: 'visibilities', visibilities: ['private', 'unlisted'] };
    const photos: readonly ImageCondition[] = [
      { kind: 'taken', from: Date.parse('2024-07-02T00:00:00Z'), until: Date.parse('2024-07-07T00:00:00Z') },
      { kind: 'box', box: { west: 8.1, south: 46, east: 8.4, north: 48 } },
      { kind: 'near', centre: { longitude: 8.3, latitude: 47 }, radiusInMeters: 10_000 },
      { kind: 'camera', camera: 'X1' },
      { kind: 'without', what: 'place' },
    ];
    const combined = [...conditions, types, shut, created(1_003, 1_010), ...photos].flatMap(
      (one, index, every) => every.slice(index).map((other) => [one, other]),
    );
    for (const [index, where] of combined.entries()) {
      const sort = IMAGE_SORTS[index % IMAGE_SORTS.length] ?? 'newest';
      const expected = images.filter((image) => matchesQuery({ where, sort }, image)).map(({ id }) => id);
      const listed = await found(catalog, { where, sort }, 1 + (index % 9));
      assert.deepEqual([...listed].sort(), [...expected].sort(), `${JSON.stringify(where)} by ${sort}`);
      const whole = await found(catalog, { sort });
      const ordered = whole.filter((id) => expected.includes(id));
      assert.deepEqual(listed, ordered, `${JSON.stringify(where)} in order of ${sort}`);
    }
  },

  'a list goes on where it ended although images come and go': async ({ open }) => {
    const catalog = await open();
    const images = await stored(
      catalog,
      ['a', 'b', 'c', 'd', 'e'].map((name) => anImage({ id: name, fileName: `${name}.jpg` })),
    );
    const query = { where: [], sort: 'name' } as const;
    const first = await catalog.list('alice', query, { limit: 2 });
    await stored(
      catalog,
      ['aa', 'ab'].map((name) => anImage({ fileName: `${name}.jpg` })),
    );
    for (const image of images.slice(2, 3)) await catalog.remove('alice', image.id);
    const second = await catalog.list('alice', query, { limit: 2, after: first.next });
    assert.deepEqual(second, { images: images.slice(3) });
  },

  'a list and its counts are of its owner’s images and nobody else’s': async ({ open }) => {
    const catalog = await open();
    const [image] = await stored(catalog, [anImage({ path: 'a' })]);
    for (const owner of ['Alice', 'alice ', 'bob']) await catalog.add(anImage({ owner, path: 'b' }), ENOUGH);
    const query = { where: [allOf('sea')], sort: 'size' } as const;
    assert.deepEqual(await catalog.list('alice', query, { limit: 5 }), { images: [image] });
    assert.deepEqual(await catalog.list('carol', query, { limit: 5 }), { images: [] });
    assert.deepEqual(await catalog.listTags('alice', { limit: 5 }), [{ tag: 'sea', count: 1 }]);
    assert.deepEqual(await catalog.listFolders('alice', { parent: '', limit: 5 }), [{ path: 'a', count: 1 }]);
  },
} satisfies Contract<CatalogRepository>;
