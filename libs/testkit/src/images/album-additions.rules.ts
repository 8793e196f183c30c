import { assert } from '../assert.js';
import { ENOUGH, NOW, openAlbum, type AlbumPorts, type Opened } from './album-ports.js';
import type { Image } from '@cairn/images';
import { anAlbum, anImage, several } from '../builders.js';
import type { Contract } from '../contract.js';
import { settle } from '../outcomes.js';

const EIGHT = 8;

/** How an image is added to the album. */
const addition = (image: Image) =>
  ({ image, defaultQuota: ENOUGH, bytes: { now: NOW }, compared: 'served', maxImages: ENOUGH }) as const;

/** An image that serves the same bytes as another, in the top folder. */
const sameAs = ({ file }: Image): Image => anImage({ path: '', file: { sha256: file.sha256 } });

const heldBy = async ({ albums, key }: Pick<Opened, 'albums' | 'key'>): Promise<readonly string[]> =>
  (await albums.images(key, { limit: 100 })).items.map(({ id }) => id);

/** Rules for images that are new when they are added to an album. */
export const albumAdditionRules = {
  'a new image is added to the catalog and to the end of the album': async (subject) => {
    const { albums, catalog, key, ids, outbox } = await openAlbum(subject);
    const image = anImage({ path: '' });
    assert.deepEqual(await albums.addOrFind(key, addition(image)), image);
    assert.deepEqual(await heldBy({ albums, key }), [...ids.slice(0, 4), image.id]);
    assert.deepEqual(await catalog.get('alice', image.id), image);
    const { album } = await albums.get(key);
    assert.equal(album.updatedAt, NOW);
    const events = (await outbox.list(0, 100)).slice(-2).map(({ event }) => event);
    assert.deepEqual(
      events.map(({ type, aggregateId }) => [type, aggregateId]),
      [
        ['image-added', image.id],
        ['album-updated', key.id],
      ],
    );
  },

  'an image with the bytes of one in the album is not added: that one is the result': async (subject) => {
    const { albums, catalog, key, images, ids } = await openAlbum(subject);
    const [first, , , , elsewhere] = images;
    assert.ok(first && elsewhere);
    const again = sameAs(first);
    assert.deepEqual(await albums.addOrFind(key, { ...addition(again), defaultQuota: 1 }), first);
    assert.equal(await catalog.needsBlob(again.file.blobKey), false);
    // An image outside of the album is not shown there.
    const other = sameAs(elsewhere);
    assert.deepEqual(await albums.addOrFind(key, addition(other)), other);
    const third = sameAs(first);
    assert.deepEqual(await albums.addOrFind(key, { ...addition(third), compared: undefined }), third);
    assert.deepEqual(await heldBy({ albums, key }), [...ids.slice(0, 4), other.id, third.id]);
    await catalog.removeAll('alice', [first.id, third.id]);
    const anew = sameAs(first);
    assert.deepEqual(await albums.addOrFind(key, addition(anew)), anew);
  },

  'an image that the album or the catalog refuses is in neither': async (subject) => {
    const { albums, catalog, key, images, ids } = await openAlbum(subject);
    const smart = anAlbum({ query: { tags: ['sea'] } });
    await albums.add(smart, { imageIds: [], maxImages: ENOUGH });
    const refused = [
      { at: key, with: { maxImages: 4 }, code: 'album-full' },
      { at: { ...key, id: smart.id }, with: {}, code: 'album-by-query' },
      { at: { ...key, id: 'absent' }, with: {}, code: 'album-not-found' },
      { at: { ...key, owner: 'bob' }, with: {}, code: 'album-not-found' },
      { at: key, with: { defaultQuota: 6 }, code: 'quota-exceeded' },
      { at: key, with: { bytes: { now: NOW, defaultQuota: 1 } }, code: 'quota-exceeded' },
    ];
    for (const { at, with: terms, code } of refused) {
      const adding = albums.addOrFind(at, { ...addition(anImage()), ...terms });
      await assert.rejects(adding, { code });
    }
    const { path = '', fileName = '' } = images[0] ?? {};
    const taken = albums.addOrFind(key, addition(anImage({ path, fileName })));
    await assert.rejects(taken, { code: 'address-taken' });
    assert.deepEqual(await heldBy({ albums, key }), ids.slice(0, 4));
    assert.equal((await catalog.usage('alice')).imageCount, 6);
  },

  'of many that add the same bytes to an album at once one does, and the others find its image': async (
    subject,
  ) => {
    const { albums, catalog, key } = await openAlbum(subject);
    for (let round = 1; round <= 5; round += 1) {
      const first = anImage({ path: '' });
      const images = [first, ...several(EIGHT - 1, () => sameAs(first))];
      const { values } = await settle(images.map((image) => albums.addOrFind(key, addition(image))));
      assert.equal(values.length, EIGHT);
      assert.equal(new Set(values.map(({ id }) => id)).size, 1);
      assert.equal((await heldBy({ albums, key })).length, 4 + round);
      assert.equal((await catalog.usage('alice')).imageCount, 6 + round);
    }
  },
} satisfies Contract<AlbumPorts>;
