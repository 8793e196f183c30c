import type { Image, ImageCondition, Lacking } from '@cairn/images';
import { takenKey, type CatalogRepository, type TakenChange } from '@cairn/images/spi';
import { assert } from '../../assert.js';
import { anImage } from '../../builders.js';
import type { Contract } from '../../contract.js';
import { ENOUGH, found, stored } from './gallery-images.js';

interface Photo {
  readonly id: string;
  readonly capturedAt?: string;
  readonly position?: readonly [longitude: number, latitude: number];
  readonly camera?: { readonly make?: string; readonly model?: string };
}

function aPhoto(
  { id, capturedAt, position, camera }: Photo,
  given: Parameters<typeof anImage>[0] = {},
): Image {
  const [longitude, latitude] = position ?? [];
  return anImage({
    id,
    description: {
      uploadSha256: 'ab'.repeat(32),
      removed: [],
      ...(capturedAt !== undefined && { capturedAt }),
      ...(longitude !== undefined && latitude !== undefined && { position: { longitude, latitude } }),
      ...(camera && { camera }),
    },
    ...given,
  });
}

const taken = (from?: string, until?: string): ImageCondition => ({
  kind: 'taken',
  from: from === undefined ? undefined : Date.parse(`${from}Z`),
  until: until === undefined ? undefined : Date.parse(`${until}Z`),
});
const without = (what: Lacking): ImageCondition => ({ kind: 'without', what });
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

  'days are counted with the sum of their ratios, latest first, from any day on and for any conditions':
    async ({ open }) => {
      const catalog = await open();
      await stored(catalog, [
        aPhoto({ id: '1', capturedAt: '2024-07-01T23:59:59-08:00' }, { file: { width: 300, height: 200 } }),
        aPhoto({ id: '2', capturedAt: '2024-07-01T00:00:00' }, { tags: [], file: { width: 300, height: 200, orientation: 6 } }), // prettier-ignore
        aPhoto(
          { id: '3', capturedAt: '1969-12-31T10:00:00' },
          { path: 'old', file: { width: 1, height: 30_000 } },
        ),
        aPhoto({ id: '4', capturedAt: '0099-12-31T10:00:00' }, { tags: ['lake'], path: 'old' }),
        aPhoto({ id: '5' }, { tags: [] }),
        aPhoto({ id: '6', capturedAt: '2024-07-01T12:00:00' }, { owner: 'bob' }),
      ]);
      const july = { day: '2024-07-01', count: 2, ratios: 2_167 };
      const old = { day: '1969-12-31', count: 1, ratios: 1 };
      const oldest = { day: '0099-12-31', count: 1, ratios: 1_333 };
      const days = async (where: readonly ImageCondition[], limit = 9, before?: string): Promise<unknown> =>
        await catalog.listDays('alice', { where, limit, before });
      assert.deepEqual(await days([]), { days: [july, old, oldest], undated: 1 });
      assert.deepEqual(await days([], 2), { days: [july, old], undated: 1 });
      const tree: ImageCondition = { kind: 'folder', path: 'old', depth: 'tree' };
      for (const where of [[], [taken()]])
        assert.deepEqual(await days(where, 1, '2024-07-01'), {
          days: [old],
          undated: where.length === 0 ? 1 : 0,
        });
      assert.deepEqual(await days([tree]), { days: [old, oldest], undated: 0 });
      assert.deepEqual(await days([tree], 1, '1969-12-31'), { days: [oldest], undated: 0 });
      assert.deepEqual(await days([without('tags')]), {
        days: [{ day: '2024-07-01', count: 1, ratios: 667 }],
        undated: 1,
      });
      assert.deepEqual(await days([{ kind: 'tags', tags: ['absent'], match: 'all' }]), {
        days: [],
        undated: 0,
      });
      assert.deepEqual(await catalog.listDays('carol', { where: [], limit: 9 }), { days: [], undated: 0 });
    },

  'days and cameras follow photos as they come, change and go': async ({ open }) => {
    const catalog = await open();
    const camera = { make: 'Canon' };
    const [first, second] = await stored(catalog, [
      aPhoto({ id: '1', capturedAt: '2024-07-01T10:00:00', camera }),
      aPhoto({ id: '2', camera }, { createdAt: 5 }),
    ] as const);
    const counts = async (): Promise<unknown> => {
      const { days, undated } = await catalog.listDays('alice', { where: [], limit: 9 });
      const cameras = await catalog.listCameras('alice', 9);
      return [days.map(({ day, count }) => `${day} ${count}`), undated, cameras];
    };
    assert.deepEqual(await counts(), [['2024-07-01 1'], 1, [{ camera: 'Canon', count: 2 }]]);
    await catalog.describe('alice', second.id, {
      ...first.description,
      uploadSha256: 'cd'.repeat(32),
      removed: [],
      camera: { make: 'Nikon' },
    });
    const both = [
      { camera: 'Canon', count: 1 },
      { camera: 'Nikon', count: 1 },
    ];
    assert.deepEqual(await counts(), [['2024-07-01 2'], 0, both]);
    assert.deepEqual(await catalog.listCameras('alice', 1), both.slice(0, 1));
    await catalog.update('alice', first.id, { takenAt: '2023-01-01T00:00:00', now: 5 });
    assert.deepEqual(await counts(), [['2024-07-01 1', '2023-01-01 1'], 0, both]);
    await catalog.update('alice', first.id, { takenAt: null, now: 6 });
    assert.deepEqual(await catalog.get('alice', first.id).then(({ takenAt }) => takenAt), undefined);
    assert.deepEqual(await counts(), [['2024-07-01 2'], 0, both]);
    await catalog.removeAll('alice', [first.id, second.id]);
    assert.deepEqual(await counts(), [[], 0, []]);
  },

  'the times of many are set, shifted and taken back, of all or of none': async ({ open }) => {
    const catalog = await open();
    const [one, guessed, undated] = await stored(catalog, [
      aPhoto({ id: '1', capturedAt: '2024-07-01T23:30:00+02:00' }),
      anImage({ id: '2', description: { uploadSha256: 'ab'.repeat(32), removed: [], timeInName: '9999-12-30T12:00:00' } }), // prettier-ignore
      anImage({ id: '3' }),
    ] as const);
    const ids = ['3', '2', '1', '1', 'absent'];
    const change = async (given: TakenChange): Promise<readonly string[]> =>
      (await catalog.changeTaken('alice', ids, given)).changed.map(({ id }) => id).toSorted();
    const times = async (): Promise<unknown> =>
      (await catalog.list('alice', { where: [], sort: 'taken' }, { limit: 9 })).images.map(
        ({ id, takenAt }) => `${id} ${takenAt ?? ''}`,
      );
    const now = one.updatedAt + 1_000;
    assert.deepEqual(await change({ kind: 'shift', minutes: 60, now }), ['1', '2']);
    assert.deepEqual(await times(), ['2 9999-12-30T13:00:00', '1 2024-07-02T00:30:00+02:00', '3 ']);
    const { changed } = await catalog.changeTaken('alice', ['1'], { kind: 'shift', minutes: -1, now: 0 });
    assert.deepEqual(changed, [{ ...one, takenAt: '2024-07-02T00:29:00+02:00', updatedAt: now + 1 }]);
    await assert.rejects(change({ kind: 'shift', minutes: 3_000, now }), { code: 'invalid-input' });
    assert.deepEqual(await times(), ['2 9999-12-30T13:00:00', '1 2024-07-02T00:29:00+02:00', '3 ']);
    assert.deepEqual(await change({ kind: 'set', takenAt: '2020-01-01T00:00:00', now }), ['1', '2', '3']);
    const { days } = await catalog.listDays('alice', { where: [], limit: 9 });
    assert.deepEqual(days, [{ day: '2020-01-01', count: 3, ratios: 3_999 }]);
    assert.deepEqual(await change({ kind: 'reset', now }), ['1', '2', '3']);
    assert.deepEqual(await times(), ['2 ', '1 ', '3 ']);
    for (const image of [one, guessed, undated])
      assert.deepEqual((await catalog.get('alice', image.id)).description, image.description);
  },
} satisfies Contract<CatalogRepository>;
