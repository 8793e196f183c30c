import { assert } from '../assert.js';
import { ENOUGH, NOW, holding, openAlbum, summary, type AlbumPorts } from './album-ports.js';
import { anAlbum, anImage, several } from '../builders.js';
import type { Contract } from '../contract.js';
import { settle } from '../outcomes.js';

/** Rules for the images of albums. */
export const albumImageRules = {
  'images are in the order of the album, page by page': async (subject) => {
    const { albums, key, ids, order, images } = await openAlbum(subject);
    await albums.place(key, {
      imageIds: [ids[5] ?? '', ids[4] ?? ''],
      before: ids[1],
      now: NOW,
      maxImages: ENOUGH,
    });
    for (const [name, expected] of [
      ['manual', [0, 5, 4, 1, 2, 3]],
      ['oldest', [0, 1, 2, 3, 4, 5]],
      ['newest', [5, 4, 3, 2, 1, 0]],
    ] as const) {
      await albums.update(key, { order: name, now: NOW });
      assert.deepEqual(await order(), expected);
      const first = await albums.images(key, { limit: 4 });
      assert.ok(first.next);
      const second = await albums.images(key, { limit: 4, after: first.next });
      assert.equal(second.next, undefined);
      assert.deepEqual(
        [...first.items, ...second.items],
        expected.map((index) => images[index]),
      );
      assert.equal((await albums.get(key)).cover?.id, ids[expected[0]]);
    }
  },

  'placed images go where they are wanted, and are in the album once': async (subject) => {
    const { albums, key, ids, order } = await openAlbum(subject);
    const place = async (indexes: readonly number[], before?: number): Promise<readonly string[]> =>
      await albums.place(key, {
        imageIds: indexes.map((index) => ids[index] ?? 'absent'),
        before: before === undefined ? undefined : ids[before],
        now: NOW,
        maxImages: ENOUGH,
      });
    assert.deepEqual(await place([5, 0, 9, 4]), [ids[5], ids[0], ids[4]]);
    assert.deepEqual(await order(), [0, 1, 2, 3, 5, 4]);
    await place([4, 2], 0);
    assert.deepEqual(await order(), [4, 2, 0, 1, 3, 5]);
    await place([0, 4, 5], 4);
    assert.deepEqual(await order(), [0, 4, 5, 2, 1, 3]);
    assert.equal((await albums.get(key)).album.updatedAt, NOW);
    const other = anAlbum();
    await albums.add(other, holding([]));
    const smart = anAlbum({ query: { tags: ['sea'] } });
    await albums.add(smart, holding([]));
    const among = async (index: number, owner = 'alice'): Promise<readonly string[]> => {
      const asked = [key.id, other.id, smart.id, 'absent'];
      return (await albums.among(owner, asked, ids[index] ?? 'absent')).map(({ id }) => id).sort();
    };
    assert.deepEqual(await among(5), [key.id, smart.id].sort());
    assert.deepEqual(await albums.among('alice', [smart.id], ids[5] ?? ''), [smart]);
    assert.deepEqual([await among(5, 'bob'), await albums.among('alice', [], ids[5] ?? '')], [[], []]);
    await albums.take(key, [ids[5] ?? '', 'absent', ids[1] ?? ''], NOW + 1);
    for (const index of [5, 1, 9]) assert.deepEqual(await among(index), [smart.id]);
    assert.deepEqual(await order(), [0, 4, 2, 3]);
    assert.equal((await albums.get(key)).album.updatedAt, NOW + 1);
    await assert.rejects(place([1], 5), { code: 'image-not-found' });
    assert.deepEqual(await order(), [0, 4, 2, 3]);
  },

  'images can be placed at one spot again and again': async (subject) => {
    const { albums, key, ids, order } = await openAlbum(subject);
    const [, b = '', c = '', d = ''] = ids;
    let expected = [0, 1, 2, 3];
    for (let turn = 0; turn < 60; turn += 1) {
      const [moved, before] = turn % 2 === 0 ? [c, b] : [b, c];
      await albums.place(key, { imageIds: [moved], before, now: NOW, maxImages: ENOUGH });
      expected = turn % 2 === 0 ? [0, 2, 1, 3] : [0, 1, 2, 3];
    }
    assert.deepEqual(await order(), expected);
    await albums.place(key, { imageIds: [d], before: b, now: NOW, maxImages: ENOUGH });
    assert.deepEqual(await order(), [0, 3, 1, 2]);
  },

  'a page begins behind the image that ended the one before, also where places were numbered anew': async (
    subject,
  ) => {
    const { albums, key, ids, order } = await openAlbum(subject);
    const [, b = '', , , e = '', f = ''] = ids;
    const { next } = await albums.images(key, { limit: 2 });
    assert.equal(next?.id, b);
    const rest = async (): Promise<readonly number[]> =>
      (await albums.images(key, { limit: 9, after: next })).items.map(({ id }) => ids.indexOf(id));
    for (let turn = 0; turn < 60; turn += 1)
      await albums.place(key, { imageIds: [turn % 2 === 0 ? f : e], before: b, now: NOW, maxImages: ENOUGH });
    assert.deepEqual(await order(), [0, 5, 4, 1, 2, 3]);
    assert.deepEqual(await rest(), [2, 3]);
    const page = await albums.images(key, { limit: 4 });
    await albums.take(key, [b], NOW);
    const after = (await albums.images(key, { limit: 9, after: page.next })).items.map(({ id }) => id);
    assert.deepEqual(after, ids.slice(2, 4));
  },

  'an image that is removed leaves every album, also as a cover': async (subject) => {
    const { albums, catalog, album, key, ids, order } = await openAlbum(subject);
    await albums.update(key, { coverId: ids[2], now: album.updatedAt });
    await catalog.removeAll('alice', [ids[2] ?? '', ids[0] ?? '']);
    assert.deepEqual(await order(), [1, 3]);
    assert.deepEqual(summary(await albums.get(key)), { album, imageCount: 2, cover: ids[1] });
  },

  'an image that is taken out is the cover no more: the first of those that are left is': async (subject) => {
    const { albums, album, key, ids } = await openAlbum(subject);
    await albums.update(key, { coverId: ids[2], now: NOW });
    await albums.take(key, [ids[1] ?? ''], NOW);
    const kept = { ...album, coverId: ids[2], updatedAt: NOW };
    assert.deepEqual(summary(await albums.get(key)), { album: kept, imageCount: 3, cover: ids[2] });
    await albums.take(key, [ids[2] ?? '', ids[0] ?? ''], NOW);
    const left = { ...album, updatedAt: NOW };
    assert.deepEqual(summary(await albums.get(key)), { album: left, imageCount: 1, cover: ids[3] });
    await albums.place(key, { imageIds: ids.slice(2, 3), now: NOW, maxImages: ENOUGH });
    assert.equal((await albums.get(key)).cover?.id, ids[3]);
    await albums.take(key, ids, NOW);
    assert.deepEqual(summary(await albums.get(key)), { album: left, imageCount: 0, cover: undefined });
  },

  'an album has no more images than it may, and one of too many is not stored': async (subject) => {
    const { albums, key, ids, order } = await openAlbum(subject);
    const large = anAlbum();
    await assert.rejects(albums.add(large, { imageIds: ids, maxImages: 5 }), { code: 'album-full' });
    await assert.rejects(albums.get({ owner: 'alice', id: large.id }), { code: 'album-not-found' });
    const both = { imageIds: ids.slice(4), now: NOW, maxImages: 5 };
    await assert.rejects(albums.place(key, both), { code: 'album-full' });
    await albums.place(key, { ...both, imageIds: ids.slice(3, 5), before: ids[0] });
    assert.deepEqual(await order(), [3, 4, 0, 1, 2]);
    const { values } = await settle(
      [0, 1, 2].map(() => albums.place(key, { ...both, imageIds: ids.slice(5), maxImages: 5 })),
    );
    assert.deepEqual(values, []);
  },

  'images that are removed while they are placed are in no album afterwards': async (subject) => {
    const { albums, catalog, key, ids } = await openAlbum(subject);
    for (let round = 0; round < 5; round += 1) {
      const fresh = several(4, () => anImage());
      for (const image of fresh) await catalog.add(image, ENOUGH);
      const added = fresh.map(({ id }) => id);
      const [gone = '', ...stay] = added;
      await Promise.all([
        albums.place(key, { imageIds: added, before: ids[0], now: NOW, maxImages: ENOUGH }),
        catalog.removeAll('alice', [gone]),
        albums.place(key, { imageIds: [...stay].reverse(), now: NOW, maxImages: ENOUGH }),
      ]);
      const { items } = await albums.images(key, { limit: 100 });
      const found = items.map(({ id }) => id);
      assert.equal(found.includes(gone), false);
      assert.equal(new Set(found).size, found.length);
      assert.ok(stay.every((id) => found.includes(id)));
    }
  },

  'images that are removed while the album is numbered anew do not come back, and the others keep their order':
    async (subject) => {
      const { albums, catalog, key, ids, order } = await openAlbum(subject);
      const fresh = several(30, () => anImage());
      for (const image of fresh) await catalog.add(image, ENOUGH);
      const place = async (imageIds: readonly string[], before?: string): Promise<unknown> =>
        await albums.place(key, { imageIds, before, now: NOW, maxImages: ENOUGH });
      await place(fresh.map(({ id }) => id));
      // That halves the room between the two each time, so that the album is numbered anew every twenty turns.
      const move = async (): Promise<void> => {
        for (let turn = 0; turn < 62; turn += 1)
          await place([ids[2 - (turn % 2)] ?? ''], ids[1 + (turn % 2)]);
      };
      const remove = async (): Promise<void> => {
        for (const { id } of fresh) await catalog.removeAll('alice', [id]);
      };
      await Promise.all([move(), remove()]);
      assert.deepEqual(await order(), [0, 1, 2, 3]);
    },
} satisfies Contract<AlbumPorts>;
