import { assert } from '../../assert.js';
import { MAX_TAGS } from '@cairn/images';
import type { CatalogRepository } from '@cairn/images/spi';
import { anImage, several } from '../../builders.js';
import type { Contract } from '../../contract.js';
import { rejection } from '../../outcomes.js';
import { ENOUGH, found, stored } from './gallery-images.js';

const setTo = (...tags: string[]) => ({ kind: 'set', tags }) as const;
const adding = (...add: string[]) => ({ kind: 'edit', add, remove: [] }) as const;

/** Rules for changes of many images at once. */
export const galleryChangeRules = {
  'other tags are stored with the time, and found instead of those before': async ({ open }) => {
    const catalog = await open();
    const [image, same] = await stored(catalog, [
      anImage({ tags: ['sea'] }),
      anImage({ tags: ['lake'] }),
    ] as const);
    const now = image.updatedAt + 1_000;
    const changed = { ...image, tags: ['lake', 'Wald'], updatedAt: now };
    const change = setTo('lake', 'Wald');
    assert.deepEqual(await catalog.changeTags('alice', [image.id], { change, now }), {
      changed: [changed],
      unchanged: [],
    });
    assert.deepEqual(await catalog.get('alice', image.id), changed);
    assert.deepEqual(await catalog.listByTag('alice', 'Wald', { limit: 5 }), { items: [changed] });
    assert.deepEqual(await catalog.listByTag('alice', 'sea', { limit: 5 }), { items: [] });
    const search = async (word: string): Promise<readonly string[]> =>
      await found(catalog, { where: [{ kind: 'words', words: [word] }] });
    assert.deepEqual([await search('wald'), await search('sea')], [[image.id], []]);
    const again = await catalog.changeTags('alice', [same.id], { change: setTo('lake'), now });
    assert.deepEqual(again, { changed: [], unchanged: [same] });
  },

  'a change that comes with an earlier time moves the time on all the same': async ({ open }) => {
    const catalog = await open();
    const [image] = await stored(catalog, [anImage()] as const);
    const { changed } = await catalog.changeTags('alice', [image.id], { change: setTo('x'), now: 5 });
    assert.equal(changed[0]?.updatedAt, image.updatedAt + 1);
  },

  'tags of several images change, or of none when one would have too many': async ({ open }) => {
    const catalog = await open();
    const full = several(MAX_TAGS, (number) => `n${number}`);
    const images = await stored(catalog, [
      anImage({ tags: ['b'] }),
      anImage({ tags: full }),
      anImage({ tags: [] }),
    ]);
    const ids = images.map(({ id }) => id);
    const refused = catalog.changeTags('alice', ids, { change: adding('new'), now: 5 });
    assert.equal((await rejection(refused)).code, 'invalid-input');
    for (const image of images) assert.deepEqual(await catalog.get('alice', image.id), image);
    const edit = { kind: 'edit', add: ['new'], remove: ['n1'] } as const;
    const { changed } = await catalog.changeTags('alice', ids, { change: edit, now: 5 });
    const tags = new Map(changed.map((image) => [image.id, image.tags]));
    assert.deepEqual(
      ids.map((id) => tags.get(id)),
      [['b', 'new'], [...full.filter((tag) => tag !== 'n1'), 'new'], ['new']],
    );
  },

  'images that the owner does not have are left out of a change of many, and left alone': async ({
    open,
  }) => {
    const catalog = await open();
    const [image, others] = await stored(catalog, [anImage(), anImage({ owner: 'bob' })] as const);
    const ids = ['absent', others.id, '', "'"];
    assert.deepEqual(await catalog.changeTags('alice', ids, { change: setTo(), now: 5 }), {
      changed: [],
      unchanged: [],
    });
    assert.deepEqual(await catalog.removeAll('alice', ids), []);
    assert.deepEqual(await catalog.removeAll('alice', []), []);
    assert.deepEqual(await catalog.get('bob', others.id), others);
    assert.deepEqual(await catalog.removeAll('alice', [...ids, image.id]), [image]);
  },

  'of concurrent changes of the tags of the same images none is lost': async ({ open }) => {
    const catalog = await open();
    const ids = (
      await stored(
        catalog,
        several(4, () => anImage({ tags: [] })),
      )
    ).map(({ id }) => id);
    const orders = several(8, (number) => (number % 2 === 0 ? ids : [...ids].reverse()));
    await Promise.all(
      orders.map((order, number) =>
        catalog.changeTags('alice', order, { change: adding(`n${number}`), now: number }),
      ),
    );
    const expected = orders.map((_, number) => `n${number}`);
    for (const id of ids) assert.deepEqual([...(await catalog.get('alice', id)).tags].sort(), expected);
  },

  'removing many frees their places in the quota, their blobs and, for the same bytes, their addresses':
    async ({ open }) => {
      const catalog = await open();
      const images = await stored(
        catalog,
        several(3, () => anImage()),
      );
      const [first, second, third] = images;
      assert.ok(first && second && third);
      const removed = await catalog.removeAll('alice', [third.id, first.id]);
      assert.deepEqual(new Set(removed.map(({ id }) => id)), new Set([first.id, third.id]));
      assert.deepEqual(await catalog.usage('alice'), { imageCount: 1 });
      assert.deepEqual(await found(catalog, {}), [second.id]);
      assert.equal(await catalog.needsBlob(first.file.blobKey), false);
      const { fileName } = first;
      const otherBytes = anImage({ fileName });
      assert.equal((await rejection(catalog.add(otherBytes, ENOUGH))).code, 'address-taken');
      await catalog.add({ ...first, id: 'again', file: { ...first.file, blobKey: 'again' } }, 2);
      assert.deepEqual(new Set(await found(catalog, {})), new Set([second.id, 'again']));
    },
} satisfies Contract<CatalogRepository>;
