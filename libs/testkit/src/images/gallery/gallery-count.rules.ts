import { assert } from '../../assert.js';
import type { CatalogRepository } from '@cairn/images/spi';
import { anImage, several } from '../../builders.js';
import type { Contract } from '../../contract.js';
import { ENOUGH, stored } from './gallery-images.js';

/** Rules for the counts of tags and folders. */
export const galleryCountRules = {
  'tags are counted, the most frequent first, then by code points': async ({ open }) => {
    const catalog = await open();
    const tags = [['sea', 'b'], ['sea', 'Ä'], ['sea', '\u{1f3dd}', '\uff5e'], []];
    await stored(
      catalog,
      tags.map((given) => anImage({ tags: given })),
    );
    const all = ['b', 'Ä', '\uff5e', '\u{1f3dd}'].map((tag) => ({ tag, count: 1 }));
    assert.deepEqual(await catalog.listTags('alice', { limit: 9 }), [{ tag: 'sea', count: 3 }, ...all]);
    assert.deepEqual(await catalog.listTags('alice', { limit: 1 }), [{ tag: 'sea', count: 3 }]);
  },

  'tags are found by a part of them, whatever the case and accents': async ({ open }) => {
    const catalog = await open();
    await stored(catalog, [anImage({ tags: ['Seehütte', '100%', 'a_b', 'axb', 'wow!'] })]);
    const tagsWith = async (part: string): Promise<readonly string[]> =>
      (await catalog.listTags('alice', { limit: 9, part })).map(({ tag }) => tag);
    assert.deepEqual(await tagsWith('hut'), ['Seehütte']);
    assert.deepEqual(await tagsWith('0%'), ['100%']);
    assert.deepEqual(await tagsWith('a_b'), ['a_b']);
    assert.deepEqual(await tagsWith('!'), ['wow!']);
    assert.deepEqual(await tagsWith('absent'), []);
  },

  'tags are counted of a folder alone, with all that is below it': async ({ open }) => {
    const catalog = await open();
    const images = [
      { path: '', tags: ['city'] },
      { path: 'a', tags: ['sea', 'old'] },
      { path: 'a/b', tags: ['sea', 'Hütte'] },
      { path: 'ab', tags: ['old'] },
    ];
    await stored(catalog, images.map(anImage));
    await stored(catalog, [anImage({ owner: 'bob', path: 'a', tags: ['sea'] })]);
    const tagsOf = async (path: string, more: { readonly part?: string; readonly limit?: number } = {}) =>
      await catalog.listTags('alice', { limit: 9, path, ...more });
    const all = [
      { tag: 'sea', count: 2 },
      { tag: 'Hütte', count: 1 },
      { tag: 'old', count: 1 },
    ];
    assert.deepEqual(await tagsOf('a'), all);
    assert.deepEqual(await tagsOf('a', { limit: 1 }), all.slice(0, 1));
    assert.deepEqual(await tagsOf('a', { part: 'hut' }), all.slice(1, 2));
    assert.deepEqual(await tagsOf('a', { part: 'city' }), []);
    assert.deepEqual(await tagsOf('absent'), []);
  },

  'folders are counted with all that is below them, level by level and page by page': async ({ open }) => {
    const catalog = await open();
    const paths = ['', 'a', 'a/b', 'a/b/c', 'a/d', 'ab', 'z/y', 'A', '\u{1f3dd}', '\uff5e'];
    await stored(
      catalog,
      paths.map((path) => anImage({ path })),
    );
    const folders = async (parent: string, limit = 9, after?: string): Promise<readonly unknown[]> =>
      (await catalog.listFolders('alice', { parent, limit, after })).map(({ path, count }) => [path, count]);
    const top = [
      ['A', 1],
      ['a', 4],
      ['ab', 1],
      ['z', 1],
      ['\uff5e', 1],
      ['\u{1f3dd}', 1],
    ];
    assert.deepEqual(await folders(''), top);
    assert.deepEqual(await folders('', 2, 'a'), top.slice(2, 4));
    assert.deepEqual(await folders('a'), [
      ['a/b', 2],
      ['a/d', 1],
    ]);
    assert.deepEqual(await folders('a/b/c'), []);
    assert.deepEqual(await folders('absent'), []);
  },

  'counts follow images as they come, change and go, however many at once': async ({ open }) => {
    const catalog = await open();
    const images = await stored(
      catalog,
      several(12, () => anImage({ path: 'x/y', tags: ['sea', 'old'] })),
    );
    const now = Date.now();
    const ids = images.map(({ id }) => id);
    const edit = { kind: 'edit', add: ['new'], remove: ['old'] } as const;
    await Promise.all(
      [
        catalog.add(anImage({ path: 'x', tags: ['sea'] }), ENOUGH),
        ...ids.slice(0, 4).map((id) => catalog.remove('alice', id)),
        catalog.removeAll('alice', ids.slice(2, 6)),
        catalog.changeTags('alice', ids.slice(6), { change: edit, now }),
      ].map((work) => work.catch(() => undefined)),
    );
    assert.deepEqual(await catalog.listTags('alice', { limit: 9 }), [
      { tag: 'sea', count: 7 },
      { tag: 'new', count: 6 },
    ]);
    assert.deepEqual(await catalog.listFolders('alice', { parent: '', limit: 9 }), [{ path: 'x', count: 7 }]);
    assert.equal((await catalog.usage('alice')).imageCount, 7);
    await catalog.removeAll('alice', ids);
    assert.deepEqual(await catalog.listTags('alice', { limit: 9 }), [{ tag: 'sea', count: 1 }]);
    assert.deepEqual(await catalog.listFolders('alice', { parent: 'x', limit: 9 }), []);
  },
} satisfies Contract<CatalogRepository>;
