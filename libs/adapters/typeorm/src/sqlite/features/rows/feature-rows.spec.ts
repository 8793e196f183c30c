import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aBatch, aFeature, aPoint, aSpace, later, several, writing } from '@cairn/testkit';
import { TypeOrmSpaceRepository } from '../../../spaces/typeorm-space-repository.js';
import { openSqliteHere } from '../../open-sqlite.js';
import type { SqliteDatabase } from '../../connection/sqlite-database.js';
import { SqliteFeatureStore } from '../sqlite-feature-store.js';

const across = {
  type: 'LineString',
  coordinates: [
    [179, 0],
    [-179, 1],
  ],
};

describe('the rows of features', () => {
  let folder: string;
  let opened = 0;
  let database: SqliteDatabase;
  let spaces: TypeOrmSpaceRepository;
  let features: SqliteFeatureStore;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-features-'));
    await (await openSqliteHere({ file: join(folder, 'empty.db') })).close();
  });

  beforeEach(async () => {
    const file = join(folder, `${(opened += 1)}.db`);
    await copyFile(join(folder, 'empty.db'), file); // creating the tables takes far longer
    database = await openSqliteHere({ file });
    spaces = new TypeOrmSpaceRepository(database);
    features = new SqliteFeatureStore(database);
  });

  afterEach(() => database.close());
  afterAll(() => rm(folder, { recursive: true }));

  const geometries = [null, aPoint(1, 2), across, aPoint(180, 5)];

  const aFullSpace = async (size: number): Promise<string> => {
    const space = aSpace();
    await spaces.add(space);
    const modifications = several(size, (number) =>
      writing(aFeature(`f${number}`, { geometry: geometries[number % geometries.length] })),
    );
    await features.write(space.id, aBatch(modifications));
    return space.id;
  };

  /** Rows of contents, of features, and of the tree. */
  const rows = async (): Promise<readonly unknown[]> =>
    await database.readDirectly((reader) =>
      ['space_content', 'feature', 'feature_box'].map(
        (table) => reader.rows(`SELECT count(*) FROM ${table}`).get()?.[0],
      ),
    );

  const purged = async (): Promise<number> => {
    for (let steps = 1; ; steps += 1) if ((await features.purge()) === 'done') return steps;
  };

  it('have an entry in the tree for each of their boxes, whatever becomes of them', async () => {
    const id = await aFullSpace(4);
    expect(await rows()).toEqual([1, 4, 5]);
    const moved = [3, 0, 1, 2].map((kind, number) =>
      writing(aFeature(`f${number}`, { geometry: geometries[kind] })),
    );
    await features.write(id, aBatch(moved));
    expect(await rows()).toEqual([1, 4, 5]);
    const filter = { kind: 'compare', operator: 'atMost', path: ['id'], values: ['f2'] } as const;
    await features.erase(id, { filter, now: 1 });
    await purged();
    expect(await rows()).toEqual([1, 1, 2]);
  });

  it('that are written while an erasure looks for them are erased as they are by then', async () => {
    const id = await aFullSpace(500);
    const filter = {
      kind: 'compare',
      operator: 'equals',
      path: ['properties', 'kind'],
      values: [1],
    } as const;
    const kinds = (...given: number[]) =>
      aBatch(given.map((kind, number) => writing(aFeature(`f${number}`, { properties: { kind } }))));
    await features.write(id, kinds(1, 1, 2));
    const [erased] = await Promise.all([
      features.erase(id, { filter, now: 1 }),
      features.write(id, kinds(2, 1, 1)),
    ]);
    const left = await features.find(id, ['f0', 'f1', 'f2']);
    expect([erased, left.map((feature) => feature.id)]).toEqual([2, ['f0']]);
    expect((await features.statistics(id)).total).toBe(498);
    expect(await features.count(id, { filter })).toBe(0);
  });

  it('are compared in short turns, between which others go on', async () => {
    const id = await aFullSpace(1_000);
    const greater = {
      kind: 'compare',
      operator: 'greater',
      path: ['properties', 'kind'],
      values: [1],
    } as const;
    const filter = { kind: 'or', filters: several(500, () => greater) } as const;
    let turns = 0;
    let isOver = false;
    const counting = async (): Promise<void> => {
      for (; !isOver; turns += 1) await later();
    };
    const counted = counting();
    await Promise.all(several(2, () => features.count(id, { filter })));
    isOver = true;
    await counted;
    expect(turns).toBeGreaterThan(6);
  });

  it('that removed spaces and erasures leave are purged in steps, and no others', async () => {
    const kept = await aFullSpace(8);
    const removed = await aFullSpace(800);
    const erased = await aFullSpace(800);
    await spaces.remove(removed, () => undefined);
    await features.erase(erased, { now: 1 });
    await features.write(erased, aBatch([writing(aFeature('new'))]));
    expect(await rows()).toEqual([4, 1_609, 10 + 2 * 1_000 + 1]);
    expect(await purged()).toBeGreaterThan(1);
    expect(await rows()).toEqual([2, 9, 11]);
    expect([await features.count(kept, {}), (await features.find(erased, ['new'])).length]).toEqual([8, 1]);
    expect(await purged()).toBe(1);
  });
});
