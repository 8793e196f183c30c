import { assert } from '../assert.js';
import { ENOUGH, NOW, holding, openAlbum, summary, type AlbumPorts } from './album-ports.js';
import { albumAdditionRules } from './album-additions.rules.js';
import { albumImageRules } from './album-images.rules.js';
import { anAlbum, anImage, several } from '../builders.js';
import type { Contract } from '../contract.js';
import { mutate } from '../mutate.js';
import { assertAll, settle } from '../outcomes.js';

/** Rules for every `AlbumRepository`. */
export const albumRepositoryContract = {
  'an album is returned as it was added, with its images in their order': async (subject) => {
    const query = { path: 'a/b', tags: ['sea'], tagMatch: 'any', types: ['image/png'], from: 1 } as const;
    const { albums, album, images, key, ids, order } = await openAlbum(subject);
    assert.deepEqual(await albums.get(key), { album, imageCount: 4, cover: images[0] });
    assert.deepEqual(await order(), [0, 1, 2, 3]);
    const smart = anAlbum({ description: 'Two\nlines', order: 'oldest', query });
    assert.deepEqual(await albums.add(smart, holding([])), []);
    const found = await albums.get({ owner: 'alice', id: smart.id });
    assert.deepEqual(found, { album: smart, imageCount: 0 });
    mutate(found.album);
    assert.deepEqual((await albums.get({ owner: 'alice', id: smart.id })).album, smart);
    const { items } = await albums.images(key, { limit: 9 });
    assert.deepEqual(items, images.slice(0, 4));
    const other = anAlbum();
    const placed = await albums.add(other, holding([ids[5] ?? '', 'absent', ids[2] ?? '']));
    assert.deepEqual(placed, [ids[5], ids[2]]);
    assert.equal((await albums.get({ owner: 'alice', id: other.id })).cover?.id, ids[5]);
  },

  'an album has its cover from the first on, and one whose owner has no such image is not stored': async (
    subject,
  ) => {
    const { albums, ids } = await openAlbum(subject);
    const coverId = ids[2] ?? '';
    for (const held of [ids.slice(0, 3), ids.slice(0, 1), []]) {
      const album = anAlbum({ coverId });
      assert.deepEqual(await albums.add(album, holding(held)), held);
      const { imageCount, cover } = await albums.get({ owner: 'alice', id: album.id });
      assert.deepEqual([imageCount, cover?.id], [held.length, coverId]);
    }
    for (const wrong of [
      anAlbum({ coverId: 'absent' }),
      anAlbum({ coverId: '' }),
      anAlbum({ owner: 'bob', coverId }),
    ]) {
      await assert.rejects(albums.add(wrong, holding([])), { code: 'image-not-found' });
      const { owner, id } = wrong;
      await assert.rejects(albums.get({ owner, id }), { code: 'album-not-found' });
    }
  },

  'every change of an album is an event that is stored with it, and one that fails is none': async (
    subject,
  ) => {
    const { albums, outbox, key, ids } = await openAlbum(subject);
    await albums.update(key, { title: 'x', now: NOW });
    await albums.place(key, { imageIds: ids.slice(5), now: NOW, maxImages: ENOUGH });
    await albums.take(key, ids.slice(0, 1), NOW);
    await settle([albums.update(key, { coverId: 'absent', now: NOW })]);
    await settle([albums.place(key, { imageIds: ids, now: NOW, maxImages: 1 })]);
    await albums.remove(key);
    const events = (await outbox.list(0, 100)).map(({ event }) => event);
    assert.deepEqual(
      events
        .filter(({ type }) => type.startsWith('album-'))
        .map(({ type, aggregateId, payload }) => [type, aggregateId, payload['owner']]),
      ['album-created', 'album-updated', 'album-updated', 'album-updated', 'album-deleted'].map((type) => [
        type,
        key.id,
        key.owner,
      ]),
    );
  },

  'another owner’s album, and an absent one, is AlbumNotFound': async (subject) => {
    const { albums, key, ids } = await openAlbum(subject);
    const attempts = [
      { ...key, owner: 'bob' },
      { ...key, id: 'absent' },
    ].flatMap((wrong) => [
      () => albums.get(wrong),
      () => albums.update(wrong, { title: 'x', now: NOW }),
      () => albums.remove(wrong),
      () => albums.place(wrong, { imageIds: ids, now: NOW, maxImages: ENOUGH }),
      () => albums.take(wrong, ids, NOW),
      () => albums.images(wrong, { limit: 1 }),
    ]);
    const { refusals } = await settle<unknown>(attempts.map((attempt) => attempt()));
    assertAll(refusals, 12, 'album-not-found');
    assert.equal((await albums.get(key)).imageCount, 4);
  },

  'albums are listed by owner, the latest first, page by page, also those with an image': async (subject) => {
    const { albums, album, ids } = await openAlbum(subject);
    const same = several(3, () => anAlbum({ createdAt: album.createdAt + 5 }));
    for (const each of same) await albums.add(each, holding(ids.slice(3)));
    await albums.add(anAlbum({ owner: 'bob', createdAt: album.createdAt + 9 }), holding([]));
    const expected = [
      ...same
        .map(({ id }) => id)
        .sort()
        .reverse(),
      album.id,
    ];
    const listed = async (limit: number, holding?: string): Promise<readonly string[]> => {
      const { items, next } = await albums.list('alice', { limit }, holding);
      const rest = next && (await albums.list('alice', { limit: 9, after: next }, holding)).items;
      return [...items, ...(rest ?? [])].map((each) => each.album.id);
    };
    for (const limit of [1, 2, 3, 4]) assert.deepEqual(await listed(limit), expected);
    assert.deepEqual(await listed(2, ids[3]), expected);
    assert.deepEqual(await listed(2, ids[4]), expected.slice(0, 3));
    assert.deepEqual(await listed(2, 'absent'), []);
    const [first] = (await albums.list('alice', { limit: 1 })).items;
    assert.equal(first?.imageCount, 3);
    assert.equal(first.cover?.id, ids[3]);
  },

  'what is changed of an album is stored, and nothing else': async (subject) => {
    const { albums, album, key, ids } = await openAlbum(subject);
    await albums.update(key, { title: 'Other', coverId: ids[5], now: NOW });
    const changed = { ...album, title: 'Other', coverId: ids[5], updatedAt: NOW };
    assert.deepEqual(summary(await albums.get(key)), { album: changed, imageCount: 4, cover: ids[5] });
    await albums.update(key, { description: 'New', order: 'newest', coverId: null, now: 1 });
    const { coverId: _, ...rest } = { ...changed, description: 'New', order: 'newest' as const };
    assert.deepEqual(summary(await albums.get(key)), { album: rest, imageCount: 4, cover: ids[3] });
    await assert.rejects(albums.update(key, { title: 'x', coverId: 'absent', now: NOW }), {
      code: 'image-not-found',
    });
    assert.equal((await albums.get(key)).album.title, 'Other');
  },

  'an album that is removed leaves its images, and only its own': async (subject) => {
    const { albums, catalog, key, ids } = await openAlbum(subject);
    const other = anAlbum();
    await albums.add(other, holding(ids));
    await albums.remove(key);
    await assert.rejects(albums.get(key), { code: 'album-not-found' });
    assert.equal((await albums.get({ owner: 'alice', id: other.id })).imageCount, 6);
    assert.equal((await catalog.find('alice', ids)).length, 6);
  },

  'another owner’s images are in no album': async (subject) => {
    const { albums, catalog, key, order } = await openAlbum(subject);
    const foreign = anImage({ owner: 'bob' });
    await catalog.add(foreign, ENOUGH);
    assert.deepEqual(await albums.place(key, { imageIds: [foreign.id], now: NOW, maxImages: ENOUGH }), []);
    await assert.rejects(albums.update(key, { coverId: foreign.id, now: NOW }), { code: 'image-not-found' });
    const made = anAlbum();
    assert.deepEqual(await albums.add(made, holding([foreign.id])), []);
    assert.deepEqual(await order(), [0, 1, 2, 3]);
  },

  'no image is placed in a smart album': async (subject) => {
    const { albums, ids } = await openAlbum(subject);
    const smart = anAlbum({ query: { path: 'a' } });
    const key = { owner: 'alice', id: smart.id };
    await albums.add(smart, holding([]));
    const { refusals } = await settle<unknown>([
      albums.place(key, { imageIds: ids, now: NOW, maxImages: ENOUGH }),
      albums.take(key, ids, NOW),
    ]);
    assertAll(refusals, 2, 'album-by-query');
    assert.deepEqual((await albums.images(key, { limit: 9 })).items, []);
  },

  'albums are there after a restart': async (subject) => {
    const { albums, catalog, outbox, album, key, ids } = await openAlbum(subject);
    const { albums: reopened } = await subject.reopen({ albums, catalog, outbox });
    assert.deepEqual(summary(await reopened.get(key)), { album, imageCount: 4, cover: ids[0] });
  },

  ...albumImageRules,
  ...albumAdditionRules,
} satisfies Contract<AlbumPorts>;
