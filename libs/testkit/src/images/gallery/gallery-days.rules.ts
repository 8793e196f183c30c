import type { ImageCondition } from '@cairn/images';
import type { CatalogRepository, TakenChange } from '@cairn/images/spi';
import { assert } from '../../assert.js';
import { anImage } from '../../builders.js';
import type { Contract } from '../../contract.js';
import { stored } from './gallery-images.js';
import { aPhoto, taken, without } from './photos.js';

/** Rules for the days and cameras of photos, and for changes of their times. */
export const galleryDaysRules = {
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
    await catalog.describe(second, {
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
