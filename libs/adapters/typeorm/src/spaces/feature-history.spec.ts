import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openTestPostgres } from '@cairn/services';
import type { FeatureStore, SpaceRepository } from '@cairn/spaces';
import { aBatch, aFeature, aSpace, several, writing } from '@cairn/testkit';
import { PostgresFeatureStore } from '../postgres/features/postgres-feature-store.js';
import { openPostgres } from '../postgres/open-postgres.js';
import { SqliteFeatureStore } from '../sqlite/features/sqlite-feature-store.js';
import { openSqliteHere } from '../sqlite/open-sqlite.js';
import { TypeOrmSpaceRepository } from './typeorm-space-repository.js';

interface Opened {
  readonly features: FeatureStore;
  readonly spaces: SpaceRepository;
  /** The history as `id version-ended`. */
  rows(): Promise<readonly string[]>;
  close(): Promise<void>;
}

const server = await openTestPostgres();
afterAll(() => server.close());

async function openOnSqlite(): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-history-'));
  const database = await openSqliteHere({ file: join(folder, 'test.db') });
  const select = `SELECT id || ' ' || version || '-' || ended FROM feature_history ORDER BY ended, id`;
  return {
    features: new SqliteFeatureStore(database),
    spaces: new TypeOrmSpaceRepository(database),
    rows: async () => await database.readDirectly((reader) => reader.rows<[string]>(select).all().flat()),
    close: async () => {
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function openOnPostgres(): Promise<Opened> {
  const database = await openPostgres({ url: await server.fresh() });
  const select = `SELECT id || ' ' || version || '-' || ended FROM feature_history ORDER BY ended, id`;
  return {
    features: new PostgresFeatureStore(database),
    spaces: new TypeOrmSpaceRepository(database),
    rows: async () =>
      (await database.read((connection) => connection.textRows(select))).map(([row]) => row ?? ''),
    close: () => database.close(),
  };
}

describe.each([
  ['SQLite', openOnSqlite],
  [server.name, openOnPostgres],
])('the rows of features as they were, on %s', (_, open) => {
  let store: Opened;
  const write = async (id: string, ...names: readonly string[]): Promise<void> => {
    const changed = names.map((name) => writing(aFeature(name, { properties: { at: (changes += 1) } })));
    await store.features.write(id, aBatch(changed, { returning: 'ids' }));
  };
  let changes = 0;

  const keeping = async (versionsToKeep: number): Promise<string> => {
    const space = aSpace({ settings: { versionsToKeep } });
    await store.spaces.add(space);
    return space.id;
  };

  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.close());

  it('have the version that ended them, and go with the last kept version that has them', async () => {
    const id = await keeping(3);
    await write(id, 'a', 'b');
    await write(id, 'a');
    await write(id, 'a', 'b');
    expect(await store.rows()).toEqual(['a 1-2', 'a 2-3', 'b 1-3']);
    await write(id, 'c');
    expect(await store.rows()).toEqual(['a 2-3', 'b 1-3']);
    await store.features.erase(id, { now: 1 });
    expect(await store.rows()).toEqual(['a 3-5', 'b 3-5', 'c 4-5']);
  });

  it('are none where a space keeps the newest version only', async () => {
    const id = await keeping(1);
    await write(id, 'a', 'b');
    await write(id, 'a');
    await store.features.erase(id, { now: 1 });
    expect(await store.rows()).toEqual([]);
  });

  it('go little by little where there are many, and with their space', async () => {
    const id = await keeping(2);
    const many = several(300, (number) => `f${number}`);
    await write(id, ...many);
    await write(id, ...many);
    expect(await store.rows()).toHaveLength(300);
    const left = [];
    for (const name of ['x', 'y', 'z', 'z']) {
      await write(id, name);
      left.push((await store.rows()).length);
    }
    expect(left).toEqual([200, 100, 0, 1]);
    await write(id, ...many);
    await store.spaces.remove(id, () => undefined);
    while ((await store.features.purge()) === 'more');
    expect(await store.rows()).toEqual([]);
  });
});
