import type { ImageCondition } from '@cairn/images';
import { takenKey, type CatalogRepository } from '@cairn/images/spi';
import { assert } from '../../assert.js';
import { anImage } from '../../builders.js';
import type { Contract } from '../../contract.js';
import { ENOUGH, found, stored } from './gallery-images.js';
import { aPhoto, taken, without } from './photos.js';

const box = (west: number, south: number, east: number, north: number): ImageCondition => ({
  kind: 'box',
  box: { west, south, east, north },
});
const near = (longitude: number, latitude: number, radiusInMeters: number): ImageCondition => ({
  kind: 'near',
  centre: { longitude, latitude },
  radiusInMeters,
});

/** Rules for photos: their times, places and cameras. */
export const galleryPhotoRules = {
  'photos are sorted by the clock of the camera in both directions, those without a time behind or before':
    async ({ open }) => {
      const catalog = await open();
      await stored(catalog, [
        aPhoto({ id: 'a', capturedAt: '2024-07-01T10:00:00+02:00' }, { createdAt: 9 }),
        aPhoto({ id: 'b', capturedAt: '2024-07-01T09:30:00-05:00' }, { createdAt: 8 }),
        aPhoto({ id: 'c' }, { createdAt: 7 }),
        aPhoto({ id: 'd', capturedAt: '2024-07-01T10:00:00' }, { createdAt: 6 }),
        aPhoto({ id: 'e', capturedAt: '1912-02-03T04:05:06' }, { createdAt: 5 }),
        anImage({ id: 'f', createdAt: 10 }),
        aPhoto(
          { id: 'g', capturedAt: '2024-07-01T10:00:00' },
          { createdAt: 4, takenAt: '0099-01-01T00:00:00' },
        ),
      ]);
      const latestFirst = ['d', 'a', 'b', 'e', 'g', 'f', 'c'];
      for (const limit of [1, 2, 3, 7]) {
        assert.deepEqual(await found(catalog, { sort: 'taken' }, limit), latestFirst);
        assert.deepEqual(await found(catalog, { sort: 'taken-oldest' }, limit), [...latestFirst].reverse());
      }
    },

  'a listing by time goes on in the other direction from any of its images': async ({ open }) => {
    const catalog = await open();
    const images = await stored(
      catalog,
      ['1', '2', '3', '4'].map((id) =>
        aPhoto(id === '1' ? { id } : { id, capturedAt: `2024-07-0${id}T10:00:00` }),
      ),
    );
    const pages = images.map(async (image) => {
      const after = { key: takenKey(image), id: image.id };
      const [earlier, later] = [
        await catalog.list('alice', { where: [], sort: 'taken' }, { limit: ENOUGH, after }),
        await catalog.list('alice', { where: [], sort: 'taken-oldest' }, { limit: ENOUGH, after }),
      ];
      return [earlier, later].map((page) => page.images.map(({ id }) => id).join(''));
    });
    assert.deepEqual(await Promise.all(pages), [
      ['', '234'],
      ['1', '34'],
      ['21', '4'],
      ['321', ''],
    ]);
  },

  'photos are found by time, camera and what they lack, a period with its beginning and without its end':
    async ({ open }) => {
      const catalog = await open();
      const camera = { make: 'FUJIFILM', model: 'X100V' };
      await stored(catalog, [
        aPhoto({ id: '1', capturedAt: '2024-06-30T23:59:59+02:00', camera, position: [8, 47] }),
        aPhoto({ id: '2', capturedAt: '2024-07-01T00:00:00', camera: { model: 'X100V' } }, { tags: [] }),
        aPhoto({
          id: '3',
          capturedAt: '2024-07-02T00:00:00',
          camera: { make: 'Canon', model: 'Canon EOS R5' },
        }),
        aPhoto({ id: '4', position: [0.0000001, 0] }, { tags: [] }),
      ]);
      const ids = async (...where: ImageCondition[]): Promise<string> => {
        const all = await Promise.all(
          (['newest', 'taken', 'taken-oldest', 'name'] as const).map((sort) =>
            found(catalog, { where, sort }, 1),
          ),
        );
        const [first = '', ...others] = all.map((each) => [...each].sort().join(''));
        for (const other of others) assert.equal(other, first);
        return first;
      };
      assert.equal(await ids(taken('2024-07-01T00:00:00', '2024-07-02T00:00:00')), '2');
      assert.equal(await ids(taken('2024-07-01T00:00:00')), '23');
      assert.equal(await ids(taken(undefined, '2024-07-01T00:00:00')), '1');
      assert.equal(await ids({ kind: 'camera', camera: 'FUJIFILM X100V' }), '1');
      assert.equal(await ids({ kind: 'camera', camera: 'X100V' }), '2');
      assert.equal(await ids({ kind: 'camera', camera: 'Canon EOS R5' }), '3');
      assert.equal(await ids(without('place')), '23');
      assert.equal(await ids(without('time')), '4');
      assert.equal(await ids(without('tags')), '24');
      assert.equal(await ids(without('tags'), without('place'), taken()), '2');
    },

  'photos are found in a box with its edges, also across the antimeridian, and around a place': async ({
    open,
  }) => {
    const catalog = await open();
    const places = [
      [8.5, 47.3],
      [8.6, 47.4],
      [179.95, -17],
      [-179.95, -17],
      [0, 89.99],
      [180, 90],
      [-180, -90],
    ] as const;
    await stored(catalog, [
      ...places.map((position, index) =>
        aPhoto({ id: `${index}`, position, capturedAt: `2024-07-0${index + 1}T10:00:00` }),
      ),
      anImage(),
    ]);
    const ids = async (...where: ImageCondition[]): Promise<string> => {
      const all = await Promise.all(
        (['taken', 'newest'] as const).map((sort) => found(catalog, { where, sort }, 2)),
      );
      const [first = '', second = ''] = all.map((each) => [...each].sort().join(''));
      assert.equal(second, first);
      return first;
    };
    assert.equal(await ids(box(8.5, 47.3, 8.6, 47.4)), '01');
    assert.equal(await ids(box(8.5000001, 47.3, 8.6, 47.4)), '1');
    assert.equal(await ids(box(8.5, 47.3, 8.6, 47.3999999)), '0');
    assert.equal(await ids(box(179.9, -18, -179.9, -16)), '23');
    assert.equal(await ids(box(-180, -90, 180, 90)), '0123456');
    assert.equal(await ids(box(-180, -90, 180, 90), taken('2024-07-03T00:00:00')), '23456');
    assert.equal(await ids(near(8.5, 47.3, 0)), '0');
    assert.equal(await ids(near(8.5, 47.3, 13_000)), '0');
    assert.equal(await ids(near(8.5, 47.3, 14_000)), '01');
    assert.equal(await ids(near(180, -17, 5_500)), '23');
    assert.equal(await ids(near(90, 90, 2_000)), '45');
    assert.equal(await ids(near(8.5, 47.3, 20_040_000)), '0123456');
  },
} satisfies Contract<CatalogRepository>;
