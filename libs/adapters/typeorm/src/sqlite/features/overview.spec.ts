import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { boundingBoxesOf, type Geometry } from '@cairn/geometry';
import { featureLevel } from '@cairn/spaces/spi';
import { aBatch, aFeature, aSpace, several, writing } from '@cairn/testkit';
import { openSqliteHere } from '../open-sqlite.js';
import type { SqliteDatabase } from '../connection/sqlite-database.js';
import { TypeOrmSpaceRepository } from '../../spaces/typeorm-space-repository.js';
import { SqliteFeatureStore } from './sqlite-feature-store.js';

const WORLD = [-180, -90, 180, 90] as const;

describe('the overview of a SQLite file', () => {
  let folder: string;
  let file: string;
  let database: SqliteDatabase;
  let features: SqliteFeatureStore;
  const space = aSpace();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-overview-'));
    file = join(folder, 'cairn.db');
    database = await openSqliteHere({ file });
    features = new SqliteFeatureStore(database);
    await new TypeOrmSpaceRepository(database).add(space);
  });

  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  const geometryOf = (number: number): Geometry => ({
    type: 'LineString',
    coordinates: [
      [179.95 + (number % 7) / 100, 0],
      [179.95 + (number % 11) / 100, (number % 13) / 100],
    ],
  });
  const put = async (from: number, to: number, shift: number): Promise<void> => {
    const numbers = several(to - from, (index) => from + index);
    const written = numbers.map((number) =>
      writing(aFeature(`f${number}`, { geometry: geometryOf(number + shift) })),
    );
    await features.write(space.id, aBatch(written));
  };
  const boxesIn = (numbers: readonly number[], shift: number): number =>
    numbers.reduce((sum, number) => {
      const boxes = boundingBoxesOf(geometryOf(number + shift));
      return sum + (featureLevel(`f${number}`, boxes) <= 13 ? boxes.length : 0);
    }, 0);
  const entries = async (): Promise<readonly unknown[]> =>
    await database.readDirectly((reader) => reader.rows('SELECT * FROM feature_overview ORDER BY id').all());
  const purged = async (): Promise<void> => {
    while ((await features.purge()) === 'more');
  };

  it('has the boxes of the most important features, whatever becomes of them', async () => {
    const numbers = several(500, (number) => number);
    await put(0, 500, 0);
    expect(await entries()).toHaveLength(boxesIn(numbers, 0));
    await put(0, 500, 3);
    expect(await entries()).toHaveLength(boxesIn(numbers, 3));
    const rule = { onExists: 'delete', onNotExists: 'retain', onConflict: 'error' } as const;
    const gone = several(100, (number) => writing(aFeature(`f${number}`), rule));
    await features.write(space.id, aBatch(gone));
    expect(await entries()).toHaveLength(boxesIn(numbers.slice(100), 3));
  });

  it('counts nothing that was erased, before it is purged and after', async () => {
    const whole = { boxes: [WORLD], limit: 150 };
    expect(await features.count(space.id, whole)).toBe(150);
    const filter = { kind: 'compare', operator: 'atLeast', path: ['id'], values: ['f2'] } as const;
    const erased = await features.erase(space.id, { filter, now: 1 });
    expect(await features.count(space.id, whole)).toBe(400 - erased);
    await purged();
    expect(await features.count(space.id, whole)).toBe(400 - erased);
    await features.erase(space.id, { now: 1 });
    await purged();
    expect(await entries()).toEqual([]);
  });
});
