import { assert } from '../assert.js';
import { type BoundingBox, openGrid, splitBbox } from '@cairn/geometry';
import type { CellQuery, FeatureCell } from '@cairn/spaces/spi';
import { several } from '../builders.js';
import type { Contract } from '../contract.js';
import {
  aFeature,
  aPoint,
  DELETE,
  openSpace,
  writing,
  type FeatureStorePorts,
  type OpenedSpace,
} from './feature-store-ports.js';
import { writeGeometries } from './found.js';

export const hexes = { grid: { kind: 'hexbin', resolution: 3 }, place: 'middle' } as const;
const tiles = { grid: { kind: 'quadbin', zoom: 4 }, place: 'middle' } as const;

export const counts = (cells: readonly FeatureCell[]): Readonly<Record<string, number>> =>
  Object.fromEntries(cells.map(({ cell, count }) => [cell, count]));

/** Fails unless counts that are kept say the same as the features, which a filter that always holds makes a store look at. */
async function assertSameCells(
  { features, id }: OpenedSpace,
  { grid, window }: { readonly grid: CellQuery['grid']; readonly window: BoundingBox | undefined },
): Promise<void> {
  const place = 'middle' as const;
  const query = { grid, place, window: window && { boxes: splitBbox(window), place } } as const;
  const looked = await features.cells(id, { ...query, filter: { kind: 'and', filters: [] } });
  assert.deepEqual(await features.cells(id, query), looked, JSON.stringify(query));
}

/** Grids, and windows to count in. */
export type WaysToCount = readonly (readonly [CellQuery['grid'], BoundingBox | undefined])[];

/** The same for each of the ways; in all hexagons of the resolution there must be so many features. */
export async function assertCounted(
  space: OpenedSpace,
  ways: WaysToCount,
  { resolution, total }: { readonly resolution: number; readonly total: number },
): Promise<void> {
  for (const [grid, window] of ways) await assertSameCells(space, { grid, window });
  const all = await space.features.cells(space.id, { ...hexes, grid: { kind: 'hexbin', resolution } });
  assert.equal(
    all.reduce((sum, { count }) => sum + count, 0),
    total,
  );
}

/** How features are counted by cells. */
export const featureCellRules = {
  'cells count every feature once, where it is placed, by ascending name': async (subject) => {
    const space = await openSpace(subject);
    const places = several(700, (number) => [(number * 37) % 360, (number * 11) % 170] as const);
    await space.write(
      places.map(([x, y], number) => writing(aFeature(`f${number}`, { geometry: aPoint(x - 180, y - 85) }))),
      { returning: 'ids' },
    );
    for (const query of [hexes, tiles, { ...hexes, place: 'first' }] as const) {
      const grid = await openGrid(query.grid);
      const expected: Record<string, number> = {};
      for (const [x, y] of places) {
        const cell = grid.cellAt([x - 180, y - 85]);
        expected[cell] = (expected[cell] ?? 0) + 1;
      }
      const found = await space.features.cells(space.id, query);
      assert.deepEqual(counts(found), expected);
      assert.deepEqual(
        found.map(({ cell }) => cell),
        Object.keys(expected).sort(),
      );
    }
    await space.features.erase(space.id, { now: 1 });
    assert.deepEqual(await space.features.cells(space.id, hexes), []);
  },

  'a line or an area counts in the middle of its box, or at its first position; nothing counts nowhere':
    async (subject) => {
      const space = await openSpace(subject);
      const across = [
        [178, 10],
        [-176, 20],
      ];
      const path = [
        [10, 10],
        [80, 50],
      ];
      await writeGeometries(space, {
        across: { type: 'LineString', coordinates: across },
        path: { type: 'MultiLineString', coordinates: [path] },
        east: aPoint(180, 0),
        beyond: aPoint(190, 5),
        nowhere: null,
        empty: { type: 'MultiPoint', coordinates: [] },
      });
      const grid = await openGrid(tiles.grid);
      const at = (...places: readonly (readonly [number, number])[]) =>
        Object.fromEntries(
          [...new Set(places.map((place) => grid.cellAt(place)))].map((cell) => [
            cell,
            places.filter((place) => grid.cellAt(place) === cell).length,
          ]),
        );
      const found = async (query: CellQuery) => counts(await space.features.cells(space.id, query));
      assert.deepEqual(await found(tiles), at([-179, 15], [45, 30], [-180, 0], [-170, 5]));
      assert.deepEqual(
        await found({ ...tiles, place: 'first' }),
        at([178, 10], [10, 10], [-180, 0], [-170, 5]),
      );
    },

  'cells of a window count what is placed in it, and windows side by side share all features out': async (
    subject,
  ) => {
    const space = await openSpace(subject);
    const square = (x: number, y: number, size: number) => ({
      type: 'Polygon',
      coordinates: [
        [
          [x, y],
          [x + size, y],
          [x + size, y + size],
          [x, y + size],
          [x, y],
        ],
      ],
    });
    await writeGeometries(space, {
      ...Object.fromEntries(several(60, (number) => [`p${number}`, aPoint(number * 6 - 179.5, 3)])),
      wide: square(-30, -20, 50), // placed at -5, 5
      small: square(1, 1, 2),
      across: square(175, -1, 12), // placed at -179, 5
      edge: aPoint(180, 5),
    });
    const sum = async (window: BoundingBox, more: Partial<CellQuery> = {}): Promise<number> => {
      const query = { ...hexes, ...more, window: { boxes: splitBbox(window), place: 'middle' } } as const;
      const cells = await space.features.cells(space.id, query);
      const total = cells.reduce((sum, { count }) => sum + count, 0);
      assert.equal(await space.features.count(space.id, { window: query.window }), total);
      return total;
    };
    const [west, east] = [await sum([-180, -90, -0.25, 90]), await sum([-0.25, -90, 180, 90])];
    assert.deepEqual([west, east], [33, 32]); // the point at 180 is on both edges of the map
    assert.equal(await sum([-1, -1, 4, 4]), 2);
    assert.equal(await sum([-6, 4, -4, 6]), 1);
    assert.equal(await sum([179, 4, -178, 6]), 2);
    assert.equal(await sum([-180, -90, 180, 90], tiles), 64);
  },

  'cells count the features that meet the criteria': async (subject) => {
    const space = await openSpace(subject);
    await space.write(
      several(40, (number) =>
        writing(aFeature(`f${number}`, { geometry: aPoint(number, 0), properties: { n: number } })),
      ),
    );
    const filter = { kind: 'compare', operator: 'atLeast', path: ['properties', 'n'], values: [35] } as const;
    const sumOf = (cells: readonly FeatureCell[]): number => cells.reduce((sum, { count }) => sum + count, 0);
    assert.equal(sumOf(await space.features.cells(space.id, { ...hexes, filter })), 5);
    assert.equal(sumOf(await space.features.cells(space.id, { ...tiles, part: { index: 1, of: 1 } })), 40);
    const window = { boxes: [[0, -1, 36, 1]], place: 'middle' } as const;
    assert.equal(sumOf(await space.features.cells(space.id, { ...hexes, filter, window })), 2);
  },

  'cells have the count, least, greatest, sum and median of the numbers of a member': async (subject) => {
    const space = await openSpace(subject);
    const values = [0.1, 0.2, 0.3, 7, 'seven', null, 1e300, -1e300, 2];
    await space.write(
      values.map((n, index) =>
        writing(aFeature(`f${index}`, { geometry: aPoint(index < 6 ? 1 : 9, 1), properties: { n } })),
      ),
    );
    const member = ['properties', 'n'];
    const cells = await space.features.cells(space.id, {
      ...tiles,
      member,
      grid: { kind: 'quadbin', zoom: 6 },
    });
    assert.deepEqual(
      cells.map(({ count, numbers }) => ({ count, numbers })),
      [
        { count: 6, numbers: { count: 4, min: 0.1, max: 7, sum: 0.1 + 0.2 + 0.3 + 7, median: 0.25 } },
        { count: 3, numbers: { count: 3, min: -1e300, max: 1e300, sum: 0, median: 2 } },
      ],
    );
    const none = await space.features.cells(space.id, { ...tiles, member: ['properties', 'none'] });
    assert.deepEqual(none[0]?.numbers, { count: 0, min: 0, max: 0, sum: 0, median: 0 });
  },

  'cells are the same however they are counted, after any changes': async (subject) => {
    const space = await openSpace(subject);
    const ways: WaysToCount = [
      [{ kind: 'hexbin', resolution: 2 }, undefined],
      [{ kind: 'hexbin', resolution: 2 }, [-180, -90, 180, 90]],
      [{ kind: 'hexbin', resolution: 3 }, [0, 0, 90, 66.51326044311186]],
      [{ kind: 'hexbin', resolution: 2 }, [-180, -85.0511287798066, 180, 85.0511287798066]],
      [{ kind: 'hexbin', resolution: 3 }, [-100, -60, 33.3, 47.1]],
      [{ kind: 'quadbin', zoom: 0 }, [-180, -90, 180, 90]],
      [{ kind: 'quadbin', zoom: 5 }, [150, -30, -120, 30]],
      [{ kind: 'quadbin', zoom: 7 }, [-10, -90, 75, -20]],
    ];
    const assertSame = (total: number) => assertCounted(space, ways, { resolution: 3, total });
    const write = (from: number, count: number, turn: number) =>
      space.write(
        several(count, (number) => {
          const place = (from + number) * 7 + turn;
          const geometry = aPoint(((place * 61.7) % 360) - 180, ((place * 13.3) % 180) - 90);
          return writing(aFeature(`f${from + number}`, { geometry, properties: { odd: number % 2 } }));
        }),
        { returning: 'ids' },
      );
    await write(0, 300, 0);
    await writeGeometries(space, { edge: aPoint(180, 0), corner: aPoint(90, 0) });
    await writeGeometries(space, { pole: aPoint(7, 90), south: aPoint(0, -90) });
    await writeGeometries(space, {
      across: { type: 'LineString', coordinates: [[170, 20], [-150, 22]] }, // prettier-ignore
      wide: { type: 'LineString', coordinates: [[-80, -70], [100, 70]] }, // prettier-ignore
      nowhere: null,
    });
    await assertSame(306);
    await write(100, 100, 3);
    await space.write(several(50, (number) => writing(aFeature(`f${number}`), DELETE)));
    await assertSame(256);
    const filter = { kind: 'compare', operator: 'equals', path: ['properties', 'odd'], values: [1] } as const;
    const erased = await space.features.erase(space.id, { filter, now: 1 });
    await assertSame(256 - erased);
    await space.features.index();
    await write(290, 20, 5);
    const { total } = await space.features.statistics(space.id);
    await assertSame(total - 1);
    while ((await space.features.index()) !== 'done');
    await write(295, 25, 6);
    await assertSame((await space.features.statistics(space.id)).total - 1);
    await space.features.erase(space.id, { now: 2 });
    while ((await space.features.purge()) === 'more');
    await write(0, 5, 9);
    await assertSame(5);
  },

  'counting by cells ends once it is cancelled, and fails without a space': async (subject) => {
    const space = await openSpace(subject);
    await writeGeometries(space, { a: aPoint(1, 1) });
    const controller = new AbortController();
    const cells = space.features.cells(space.id, hexes, controller.signal);
    controller.abort();
    assert.deepEqual(await cells, []);
    await assert.rejects(space.features.cells('none', hexes), { code: 'space-not-found' });
  },
} satisfies Contract<FeatureStorePorts>;
